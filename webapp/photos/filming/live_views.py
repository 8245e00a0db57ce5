"""The views of a pile that is filmed live: its page with the camera, a frame that comes, how it stands, done.

static/photos/live.js films and asks. The camera is allowed on this page alone.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

from flask import abort, current_app, request
from werkzeug.wrappers import Response

from scoring.cards import Deck
from vision.io.photo import FILM_SIDE
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, film_limit, limiter
from webapp.base.language.i18n import gettext
from webapp.base.storage.tokens import is_token, new_token
from webapp.games.layout import Layout
from webapp.photos import uploads
from webapp.photos.filming import live
from webapp.photos.filming.live import Sent
from webapp.photos.models import Upload
from webapp.photos.work import jobs, reading

PERMISSIONS = "camera=(self), microphone=(), geolocation=()"
JPEG = b"\xff\xd8\xff"
Follow = Callable[[str], str]


def page(**context: Any) -> Response:
    """The page with the camera (`photos/live.html`), for a film under a new token.

    `title` and `heading` say what is filmed, `seat` whose it is, if anybody's; `here` is where frames are sent, `back`
    the page that the film belongs to, `confirms` the seat whose pile is right when one is sent.
    """
    answer = htmx.page("photos/live.html", token=new_token(), longest=FILM_SIDE, **context)
    answer.headers["Permissions-Policy"] = PERMISSIONS
    return answer


def take(upload: Upload, layout: Layout, follow: Follow) -> Response:
    """Take in a frame, and answer how its film stands; the first frame begins it.

    The field `upload` is the film's token, `number`, `at` and `still` as in `webapp.photos.filming.live.Sent`, `frame`
    the JPEG. `upload`: a new one for the film's place (`uploads.made`); `follow`: the address where a film that has
    ended is followed.
    """
    token, sent = request.form.get("upload", ""), _sent()
    if not is_token(token) or sent is None:
        abort(400)
    begun = uploads.find(token)
    if begun is None:
        if not live.has_room():
            return _problem(gettext("Too many phones are filming just now. Film the pile, or take a photograph."))
        upload.token, upload.device = token, device_id()
        with limiter.limit(film_limit):
            live.begin(upload, layout.packs, reading.read_as(upload.pattern, layout.deck))
    elif not uploads.may_be_at(begun, upload):
        abort(404)
    jobs.submit_frame(token, sent)
    return standing(token, layout.deck, follow)


def standing(token: str, deck: Deck, follow: Follow) -> Response:
    """How a live film stands; 204 where the frame `read`, in the address, is still the last one that was read."""
    film = live.find(token)
    if film is None:
        return htmx.redirect(follow(token))
    if whole(request.args.get("read", "")) == film.read:
        return htmx.unchanged()
    return _fragment(film=film, deck=deck.name)


def finish(token: str, follow: Follow) -> Response:
    """Read a live film as a whole, and lead to the page that follows it."""
    jobs.finish_live(token)
    return htmx.redirect(follow(token))


def _problem(text: str) -> Response:
    return _fragment(status=422, problem=text)


def _fragment(status: int = 200, **context: Any) -> Response:
    template = current_app.jinja_env.get_template("photos/live_state.html")
    return Response(template.render(**context), status)


def _sent() -> Sent | None:
    """The frame that was sent; None where it is none."""
    file, number = request.files.get("frame"), whole(request.form.get("number", ""))
    try:
        at = float(request.form.get("at", ""))
    except ValueError:
        return None
    data = file.read() if file else b""
    if number is None or not data.startswith(JPEG) or not isfinite(at) or len(data) > current_app.config["FRAME_BYTES"]:
        return None
    return Sent(number, at, request.form.get("still") == "y", data)
