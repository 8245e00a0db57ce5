"""The views that all pages with photographs share: uploading one, showing it, and saying which card lies where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import chain
from math import isfinite
from typing import Any

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from vision.io.photo import WORKING_SIDE
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, limiter, photo_limit
from webapp.base.language.i18n import gettext
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import form_token, is_token
from webapp.decks.models import EnrolmentPhoto
from webapp.match.models import Match
from webapp.photos import store, uploads
from webapp.photos.detections import Detection, detections_on
from webapp.photos.holders import missed
from webapp.photos.models import Photo, Upload
from webapp.photos.screen import PhotoScreen
from webapp.photos.words import refused_text, standing_text
from webapp.photos.work import jobs
from webapp.referee.models import Question

photographs = Blueprint("photographs", __name__, url_prefix="/photographs")

NEW = "new"
"""In an address, instead of an index: a card that was missed."""
PLACE_WIDTH = 288
"""Width, in CSS pixels, of the picture that is tapped without scripts; its taps are measured in these."""
SENT_SIDE = max(2400, WORKING_SIDE)
"""Longest side, in pixels, to which a phone reduces a photograph before it sends it."""

SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")
"""How files of JPEG, PNG and WebP begin; `vision.io.photo` looks closer when they are read."""
BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")
"""The names of the boxes with which MP4 and MOV begin."""
WEBM = b"\x1aE\xdf\xa3"


@photographs.post("/cancel")
@limiter.limit(photo_limit)
def cancel() -> Response:
    """Cancel an upload, also before it has arrived; the field `upload` is its token."""
    upload = request.form.get("upload", "")
    if is_token(upload):
        uploads.cancel(upload, device_id())
    return htmx.unchanged()


@photographs.get("/<token>/frame.jpg")
def frame(token: str) -> Response:
    """Send the frame of a film that is being read; whoever follows the film knows its token."""
    data = uploads.frame_of(token) if is_token(token) else None
    return Response(data or None, 200 if data else 204, {"Cache-Control": "no-store"}, mimetype="image/jpeg")


def accept(
    upload: Upload, refuse: Callable[[str], Response], follow: Callable[[str], str], *, film: bool = False
) -> Response:
    """Store the photograph, or the `film`, that was sent, to be read soon, and lead to the page that follows it.

    Idempotent by the token in the field `upload`: a phone sends again what had no answer. Only what is cheap is looked
    at: `refuse` is the page with the sentence why it cannot be used, `follow` the address of the page, by the token.
    `upload`: a new one for its place (`uploads.made`). A film is never held in memory whole.
    """
    token = form_token(request.form.get("upload"))
    if uploads.find(token) is None:
        data, pieces = b"", iter(list[bytes]())
        if film:
            sent = next((file for file in request.files.getlist("film") if file.filename), None)
            start = sent.stream.read(uploads.PIECE) if sent else b""
            if sent is None or not start:
                return refuse(gettext("No film arrived: film the pile or choose a film, then send it."))
            if not is_film(start):
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
        replaces = request.form.get("replaces", "")
        upload.token, upload.device, upload.data = token, device_id(), None if film else data
        upload.replaces = replaces if is_token(replaces) else ""
        jobs.submit(upload, pieces)
    return htmx.redirect(follow(token))


def is_film(start: bytes) -> bool:
    """Whether a file begins as MP4, MOV or WebM do; `vision.film` looks closer when it is read."""
    return start[4:8] in BOXES or start.startswith(WEBM)


def follow(
    upload: Upload | None, page: str, shown: Callable[[], str], refuse: Callable[[str], Response], meanwhile: str
) -> Response:
    """How an upload stands, or, once it is read, the page that shows it. POST cancels it.

    `page` is where the player came from, `shown` the address where the photograph is seen, `refuse` the page that says
    why it cannot be used; `meanwhile` says what to do at `page` while it is read. With `beside` in the address the
    answer is a part of that page, which the player is not taken away from.
    """
    if upload is None:
        abort(404)
    if request.method == "POST":
        uploads.cancel(upload.token, device_id())
        return htmx.redirect(page)
    beside = "beside" in request.args
    if not beside and upload.state == uploads.KEPT:
        return htmx.redirect(shown())
    if not beside and upload.state == uploads.REFUSED:
        return refuse(refused_text(upload.reason))
    if upload.state == uploads.CANCELLED:
        return htmx.redirect(page)
    here = request.path
    block = "beside" if beside else "standing"
    return htmx.page(
        "photos/waiting.html", block=block, standing=standing(upload, here), page=page, meanwhile=meanwhile
    )


@dataclass(frozen=True)
class Standing:
    """How an upload stands, for a page: `here` is the address that follows it, `text` a sentence."""

    upload: Upload
    here: str
    text: str
    slow: bool

    @property
    def is_open(self) -> bool:
        """Whether it is still to be read."""
        return self.upload.state in uploads.OPEN

    @property
    def frame(self) -> str:
        """The address of the frame of a film that is being read; empty where there is none."""
        upload = self.upload
        if not upload.film or upload.state != uploads.READING or upload.share is None:
            return ""
        return url_for("photographs.frame", token=upload.token, at=f"{upload.share:.3f}")

    @property
    def is_own(self) -> bool:
        """Whether this phone has sent it, so that it may cancel it."""
        return self.upload.device == device_id()

    @property
    def is_refused(self) -> bool:
        """Whether it cannot be used."""
        return self.upload.state == uploads.REFUSED


def standing(upload: Upload, here: str) -> Standing:
    is_open = upload.state in uploads.OPEN
    anybody = not is_open or jobs.is_read()
    slow = is_open and now() - upload.created > timedelta(seconds=current_app.config["PHOTO_SLOW"])
    before = uploads.before(upload) if upload.state == uploads.WAITING else 0
    text = standing_text(upload, before=before, slow=slow, anybody=anybody)
    return Standing(upload, here, text, slow=slow or not anybody)


def picture(token: str, owner: Match | Question) -> Response:
    """Send the picture of a photograph of a match's draft or of a question, else answer 404."""
    if not store.belongs(token, owner):
        abort(404)
    return store.send(token)


def chooser(screen: PhotoScreen, token: str, where: str) -> Response:
    """Ask which card lies at `where` of a photograph: the index of a detection, or `NEW` with `x` and `y` in pixels.

    `NEW` without them asks first where the missed card lies.
    """
    photo = next((photo for photo in screen.all_photos if photo.token == token), None)
    if photo is None:
        abort(404)
    detections = detections_on(photo)
    if where != NEW:
        index = whole(where)
        if index is None or index >= len(detections):
            abort(404)
        return _choose(screen, photo, detections[index], str(index))
    at = tapped(photo)
    if at is None:
        back = f"{screen.page_address(photo)}#photo-{photo.token}"
        here, address = screen.card_address(photo, NEW), screen.photo_address(photo)
        return place_page(photo, back=back, here=here, picture=address)
    return _choose(screen, photo, missed(detections, (photo.width, photo.height), *at), f"{at[0]},{at[1]}")


def _choose(screen: PhotoScreen, photo: Photo, detection: Detection, where: str) -> Response:
    # htmx gets the cards alone: they become a part of the form that the photograph lies in.
    return htmx.page(
        "photos/choose.html",
        block="chooser",
        screen=screen,
        photo=photo,
        detection=detection,
        known="," not in where,
        choices=screen.choices(detection),
        held=screen.held(photo.side),
        chosen_as=f"{photo.token}:{where}:",
        inside=htmx.is_htmx(),
    )


def tapped(photo: Photo | EnrolmentPhoto) -> tuple[int, int] | None:
    """Where in the photograph a player tapped, (x, y) in its pixels; None where the page has to ask.

    A form without scripts sends `at.x` and `at.y` on a picture `PLACE_WIDTH` wide. Sent by keyboard both are 0: then
    the card is taken to lie in the middle.
    """
    sent = request.values
    shown = "at.x" in sent
    names = ("at.x", "at.y") if shown else ("x", "y")
    try:
        x, y = (float(sent[name]) for name in names)
    except (KeyError, ValueError):
        return None
    if not (isfinite(x) and isfinite(y)):
        return None
    scale = photo.width / PLACE_WIDTH if shown else 1.0
    if shown and x == y == 0:
        x, y, scale = photo.width / 2, photo.height / 2, 1.0
    return round(min(max(x * scale, 0), photo.width)), round(min(max(y * scale, 0), photo.height))


def place_page(photo: Photo | EnrolmentPhoto, **context: Any) -> Response:
    """Ask where the missed card lies in a photograph, without scripts (`photos/place.html`)."""
    return htmx.page("photos/place.html", photo=photo, width=PLACE_WIDTH, **context)
