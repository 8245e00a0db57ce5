"""The views of a place that can be photographed: receive a photograph, film or live film, and follow its reading.

A side's pile, a question's field and a suit of a taught deck share them (`add_views`); each describes its place.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import isfinite
from threading import BoundedSemaphore
from typing import Any, Protocol

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from vision.io.photo import FILM_SIDE
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, film_limit, frame_limit, limiter, photo_limit
from webapp.base.language.i18n import gettext
from webapp.base.storage.tokens import form_token, is_token, new_token
from webapp.games.layout import Layout
from webapp.photos import uploads
from webapp.photos.filming import live
from webapp.photos.models import Upload
from webapp.photos.uploads import Owner
from webapp.photos.views import standing
from webapp.photos.words import refused_text
from webapp.photos.work import jobs
from webapp.photos.work.processes import TooBusy
from webapp.photos.work.recogniser import Frame


class Refused(Protocol):
    """Renders the page that says `why` a photograph, or a `film`, cannot be used."""

    def __call__(self, why: str, *, film: bool) -> Response: ...


@dataclass(frozen=True)
class Filmed:
    """How a place is filmed live: `title` and `heading` of the page, `seat` of its side, if any.

    `confirms`: the seat of the pile that is confirmed by sending the film.
    """

    layout: Callable[[], Layout]
    title: str
    heading: str
    seat: int | None = None
    confirms: int | None = None


@dataclass(frozen=True)
class PhotoPlace:
    """A place called `name` of its `owner`, shown on `page`.

    `upload` makes a new upload for it. `followed`: the address that follows an upload, by `token`. `shown`: where a
    kept upload is seen. `meanwhile`: a link text to `page` while it is read. `filmed`: None if the place cannot be
    filmed.
    """

    owner: Owner
    name: str
    page: str
    upload: Callable[[], Upload]
    followed: Callable[..., str]
    shown: Callable[[Upload], str]
    refused: Refused
    meanwhile: str
    filmed: Filmed | None = None


Opens = Callable[..., PhotoPlace]
"""Opens the place at an address, or answers 404. `sends`: a player is photographing the place; `films`: filming it."""
SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")
"""First bytes of JPEG, PNG and WebP files; `vision.io.photo` checks more when it reads them."""
BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")
"""Names of the boxes that MP4 and MOV files begin with."""
WEBM = b"\x1aE\xdf\xa3"
JPEG = SIGNATURES[0]
LIVE_PERMISSIONS = "camera=(self), microphone=(), geolocation=()"
"""Allows the camera, only on the page of a live film."""
_reading = BoundedSemaphore(2)
"""At most half the request threads may wait for live frames; the others stay free for boards."""


def add_views(blueprints: Iterable[Blueprint], at: str, opens: Opens, *, films: bool = True) -> None:
    """Add these views below the address `at` of a place; without `films` only those of photographs."""

    def upload(**values: Any) -> Response:
        with limiter.limit(photo_limit):
            return _accept(opens(sends=True, **values), film=False)

    def upload_film(**values: Any) -> Response:
        with limiter.limit(film_limit):
            return _accept(opens(sends=True, films=True, **values), film=True)

    def follow(token: str, **values: Any) -> Response:
        return _follow(opens(**values), token)

    def upload_frame(**values: Any) -> Response:
        with limiter.limit(frame_limit):
            return _take_frame(opens(sends=True, films=True, **values))

    def film_live(**values: Any) -> Response:
        place = opens(sends=True, films=True, **values)
        token = new_token()
        about: dict[str, Any] = {"filmed": place.filmed, "longest": FILM_SIDE, "token": token, "back": place.page}
        frames, end = url_for(".upload_frame", **values), url_for(".end_live", token=token, **values)
        answer = htmx.page("photos/live.html", frames=frames, end=end, **about)
        answer.headers["Permissions-Policy"] = LIVE_PERMISSIONS
        return answer

    def end_live(token: str, **values: Any) -> Response:
        place = opens(films=True, **values)
        jobs.finish_live(token)
        return htmx.redirect(place.followed(token=token))

    rules: list[tuple[str, Callable[..., Response], list[str]]] = [
        ("/photo", upload, ["POST"]),
        ("/photo/<token>", follow, ["GET", "POST"]),
        ("/film", upload_film, ["POST"]),
        ("/live", film_live, ["GET"]),
        ("/live", upload_frame, ["POST"]),
        ("/live/<token>", end_live, ["POST"]),
    ]
    for blueprint in blueprints:
        for rule, view, methods in rules if films else rules[:2]:
            blueprint.add_url_rule(f"{at}{rule}", view.__name__, view, methods=methods)


def _accept(place: PhotoPlace, *, film: bool) -> Response:
    """Store the submitted photograph or `film` to be read soon, and redirect to the page that follows it.

    Idempotent by the token in the field `upload`, since a phone resends an upload that got no answer. Only cheap checks
    are made here. A film is never held in memory whole.
    """
    token, refuse = form_token(request.form.get("upload")), partial(place.refused, film=film)
    if uploads.find(token) is None:
        data, pieces = b"", iter(list[bytes]())
        if film:
            sent = next((file for file in request.files.getlist("film") if file.filename), None)
            start = sent.stream.read(uploads.PIECE) if sent else b""
            if sent is None or not start:
                return refuse(gettext("No film arrived: film the pile or choose a film, then send it."))
            if start[4:8] not in BOXES and not start.startswith(WEBM):  # `vision.film` checks more
                return refuse(refused_text("film:kind"))
            if not uploads.has_room():
                return refuse(refused_text("many_films"))
            pieces = chain([start], iter(partial(sent.stream.read, uploads.PIECE), b""))
        else:
            data = next((data for file in request.files.getlist("photo") if (data := file.read())), b"")
            if not data:
                return refuse(gettext("No photograph arrived: take one or choose one, then send it."))
            if not data.startswith(SIGNATURES):
                return refuse(refused_text("image:kind"))
        upload, replaces = place.upload(), request.form.get("replaces", "")
        upload.token, upload.device, upload.data = token, device_id(), None if film else data
        upload.replaces = replaces if is_token(replaces) else ""
        jobs.submit(upload, pieces)
    return htmx.redirect(place.followed(token=token))


def _follow(place: PhotoPlace, token: str) -> Response:
    """Show how an upload stands; once it is read, redirect to its page. POST cancels it.

    With `beside` in the address, the answer is a part of the place's page, and the player stays there.
    """
    upload = uploads.find(token)
    if upload is None or not uploads.may_be_at(upload, place.owner, place.name):
        abort(404)
    if request.method == "POST":
        uploads.cancel(token, device_id())
        return htmx.redirect(place.page)
    beside = "beside" in request.args
    if not beside and upload.state == uploads.KEPT:
        return htmx.redirect(place.shown(upload))
    if not beside and upload.state == uploads.REFUSED:
        return place.refused(refused_text(upload.reason), film=bool(upload.film))
    if upload.state == uploads.CANCELLED:
        return htmx.redirect(place.page)
    return htmx.page(
        "photos/waiting.html",
        block="beside" if beside else "standing",
        standing=standing(upload, place.followed(token=token)),
        page=place.page,
        meanwhile=place.meanwhile,
    )


def _take_frame(place: PhotoPlace) -> Response:
    """Read a frame, and answer with the state of its film, or 204 if nothing is new; the first frame begins the film.

    Fields: `upload` is the film's token; `number`, `at` and `still` as in `Frame`; `frame` is the JPEG.
    """
    token, frame = request.form.get("upload", ""), _frame()
    if not is_token(token) or frame is None or place.filmed is None:
        abort(400)
    upload, layout = uploads.find(token), place.filmed.layout()
    if upload is None:
        if not live.has_room():
            text = gettext("Too many phones are filming just now. Film the pile, or take a photograph.")
            return _fragment(status=422, problem=text)
        upload = place.upload()
        upload.token, upload.device = token, device_id()
        with limiter.limit(film_limit):
            live.begin(upload)
    elif not uploads.may_be_at(upload, place.owner, place.name):
        abort(404)
    elif upload.state != uploads.FILMING:
        return htmx.redirect(place.followed(token=token))
    if not _reading.acquire(blocking=False):
        raise ServiceUnavailable
    try:
        film = jobs.read_frame(token, frame)
    except TooBusy:
        raise ServiceUnavailable from None
    finally:
        _reading.release()
    return _fragment(film=film, deck=layout.deck.name) if film else htmx.unchanged()


def _fragment(status: int = 200, **context: Any) -> Response:
    template = current_app.jinja_env.get_template("photos/live_state.html")
    return Response(template.render(**context), status)


def _frame() -> Frame | None:
    """The submitted frame; None if it is invalid."""
    file, number = request.files.get("frame"), whole(request.form.get("number", ""))
    try:
        at = float(request.form.get("at", ""))
    except ValueError:
        return None
    data = file.read() if file else b""
    if number is None or not data.startswith(JPEG) or not isfinite(at) or len(data) > current_app.config["FRAME_BYTES"]:
        return None
    return Frame(number, at, request.form.get("still") == "y", data)
