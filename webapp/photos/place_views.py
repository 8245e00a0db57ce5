"""The views of a place that is photographed: a photograph, a film or a live film is taken in, and followed.

The pile of a side and the field of a question have the same ones (`add_views`); each says what its place is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import isfinite
from threading import BoundedSemaphore
from typing import Any, Protocol

from flask import Blueprint, abort, current_app, request
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from vision.io.photo import FILM_SIDE
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, film_limit, frame_limit, limiter, photo_limit
from webapp.base.language.i18n import gettext
from webapp.base.storage.tokens import is_token, new_token
from webapp.games.layout import Layout
from webapp.match.models import Match
from webapp.photos import uploads, views
from webapp.photos.filming import live
from webapp.photos.filming.live import Sent
from webapp.photos.models import Upload
from webapp.photos.work import jobs
from webapp.photos.work.readers import TooBusy
from webapp.referee.models import Question


class Refused(Protocol):
    """The page that says `why` a photograph, or a `film`, cannot be used."""

    def __call__(self, why: str, *, film: bool) -> Response: ...


@dataclass(frozen=True)
class PhotoPlace:
    """A place called `name` of its `owner`, with the `page` that it belongs to.

    `upload` makes a new one for it. `followed`: the address where an upload is followed, by its token; `shown`: where
    it is seen once it is read. `title` and `heading` say what is filmed live, `seat` whose it is, if anybody's, and
    `confirms` whose pile is right when it is sent.
    """

    owner: Match | Question
    name: str
    layout: Callable[[], Layout]
    page: str
    upload: Callable[[], Upload]
    followed: Callable[[str], str]
    shown: Callable[[Upload], str]
    refused: Refused
    title: str
    heading: str
    seat: int | None = None
    confirms: int | None = None


Opens = Callable[..., PhotoPlace]
"""Opens the place at an address, or answers 404; with `sends` a player takes its picture, with `films` as a film."""
_reading = BoundedSemaphore(2)
"""Half the threads that answer may wait for frames of live films to be read; the board has the others."""
LIVE_PERMISSIONS = "camera=(self), microphone=(), geolocation=()"
"""The camera is allowed on the page of a live film alone."""
JPEG = b"\xff\xd8\xff"


def add_views(blueprints: Iterable[Blueprint], at: str, opens: Opens) -> None:
    """Add these views below the address `at` of a place."""

    def accept(values: dict[str, Any], *, film: bool) -> Response:
        place = opens(sends=True, films=film, **values)
        return views.accept(place.upload(), partial(place.refused, film=film), place.followed, film=film)

    def upload(**values: Any) -> Response:
        with limiter.limit(photo_limit):
            return accept(values, film=False)

    def upload_film(**values: Any) -> Response:
        with limiter.limit(film_limit):
            return accept(values, film=True)

    def upload_frame(**values: Any) -> Response:
        with limiter.limit(frame_limit):
            place = opens(sends=True, films=True, **values)
            return _take_frame(place)

    def film_live(**values: Any) -> Response:
        place = opens(sends=True, films=True, **values)
        about: dict[str, Any] = {"title": place.title, "heading": place.heading, "seat": place.seat}
        about |= {"confirms": place.confirms, "here": request.path, "back": place.page}
        answer = htmx.page("photos/live.html", token=new_token(), longest=FILM_SIDE, **about)
        answer.headers["Permissions-Policy"] = LIVE_PERMISSIONS
        return answer

    def end_live(token: str, **values: Any) -> Response:
        place = opens(films=True, **values)
        jobs.finish_live(token)
        return htmx.redirect(place.followed(token))

    def follow(token: str, **values: Any) -> Response:
        place = opens(**values)
        found = uploads.find_at(token, place.owner, place.name)
        refuse = partial(place.refused, film=bool(found and found.film))
        shown = partial(place.shown, found) if found else lambda: place.page
        return views.follow(found, place.page, shown, refuse, gettext("Tap the cards in meanwhile"))

    for blueprint in blueprints:
        for rule, view, methods in (
            ("/photo", upload, ["POST"]),
            ("/film", upload_film, ["POST"]),
            ("/live", film_live, ["GET"]),
            ("/live", upload_frame, ["POST"]),
            ("/live/<token>", end_live, ["POST"]),
            ("/photo/<token>", follow, ["GET", "POST"]),
        ):
            blueprint.add_url_rule(f"{at}{rule}", view.__name__, view, methods=methods)


def _take_frame(place: PhotoPlace) -> Response:
    """Read a frame, and answer how its film stands, or 204 where the frame says nothing new; the first one begins it.

    The field `upload` is the film's token, `number`, `at` and `still` as in `webapp.photos.filming.live.Sent`, `frame`
    the JPEG.
    """
    token, sent = request.form.get("upload", ""), _sent()
    if not is_token(token) or sent is None:
        abort(400)
    upload, begun = place.upload(), uploads.find(token)
    if begun is None:
        if not live.has_room():
            text = gettext("Too many phones are filming just now. Film the pile, or take a photograph.")
            return _fragment(status=422, problem=text)
        upload.token, upload.device = token, device_id()
        with limiter.limit(film_limit):
            live.begin(upload)
    elif not uploads.may_be_at(begun, upload):
        abort(404)
    elif begun.state != uploads.FILMING:
        return htmx.redirect(place.followed(token))
    if not _reading.acquire(blocking=False):
        raise ServiceUnavailable
    try:
        film = jobs.read_frame(token, sent, place.layout())
    except TooBusy:
        raise ServiceUnavailable from None
    finally:
        _reading.release()
    return _fragment(film=film, deck=place.layout().deck.name) if film else htmx.unchanged()


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
