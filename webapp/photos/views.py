"""Views shared by all pages with photographs: cancel an upload, show a picture, name a card in it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from math import isfinite
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from vision.io.photo import WORKING_SIDE
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id, limiter, photo_limit
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import is_token
from webapp.decks.models import EnrolmentPhoto
from webapp.match.models import Match
from webapp.photos import store, uploads
from webapp.photos.detections import Detection, detections_on
from webapp.photos.holders import missed
from webapp.photos.models import Photo, Upload
from webapp.photos.screen import PhotoScreen
from webapp.photos.uploads import Owner
from webapp.photos.words import standing_text
from webapp.photos.work import jobs
from webapp.referee.models import Question

photographs = Blueprint("photographs", __name__, url_prefix="/photographs")

NEW = "new"
"""Used in an address instead of an index: a missed card."""
PLACE_WIDTH = 288
"""Width in CSS pixels of the picture tapped without scripts; its coordinates refer to it."""
SENT_SIDE = max(2400, WORKING_SIDE)
"""Longest side, in pixels, to which a phone reduces a photograph before it sends it."""


@photographs.post("/cancel")
@limiter.limit(photo_limit)
def cancel() -> Response:
    """Cancel an upload, even before it has arrived; the field `upload` is its token."""
    upload = request.form.get("upload", "")
    if is_token(upload):
        uploads.cancel(upload, device_id())
    return htmx.unchanged()


@photographs.get("/<token>/frame.jpg")
def frame(token: str) -> Response:
    """Send the current frame of a film being read; access needs only the film's token."""
    data = uploads.frame_of(token) if is_token(token) else None
    return Response(data or None, 200 if data else 204, {"Cache-Control": "no-store"}, mimetype="image/jpeg")


@dataclass(frozen=True)
class Standing:
    """The state of an upload for a page: `here` is the address that follows it, `text` a sentence."""

    upload: Upload
    here: str
    text: str
    slow: bool

    @property
    def is_open(self) -> bool:
        """Whether it is waiting or being read."""
        return self.upload.state in uploads.OPEN

    @property
    def frame(self) -> str:
        """The address of the current frame of a film being read; else empty."""
        upload = self.upload
        if not upload.film or upload.state != uploads.READING or upload.share is None:
            return ""
        return url_for("photographs.frame", token=upload.token, at=f"{upload.share:.3f}")

    @property
    def is_own(self) -> bool:
        """Whether this phone sent it and may cancel it."""
        return self.upload.device == device_id()

    @property
    def is_refused(self) -> bool:
        """Whether it was refused."""
        return self.upload.state == uploads.REFUSED


def standing(upload: Upload, here: str) -> Standing:
    is_open = upload.state in uploads.OPEN
    anybody = not is_open or jobs.is_read()
    slow = is_open and now() - upload.created > timedelta(seconds=current_app.config["PHOTO_SLOW"])
    before = uploads.before(upload) if upload.state == uploads.WAITING else 0
    text = standing_text(upload, before=before, slow=slow, anybody=anybody)
    return Standing(upload, here, text, slow=slow or not anybody)


def under_way(owner: Owner, followed: Callable[..., str], number: int | None = None) -> dict[str, list[Standing]]:
    """Place -> the states of its unread uploads, and of the last one if it was refused.

    `followed`: the address that follows an upload, by `place` and `token`. `number`: that of the round.
    """
    return {
        place: [standing(upload, followed(place=place, token=upload.token)) for upload in found]
        for place, found in uploads.at_places(owner, device_id(), number).items()
    }


def picture(token: str, owner: Match | Question) -> Response:
    """Send the picture of a photograph of a match's draft or of a question, or answer 404."""
    if not store.belongs(token, owner):
        abort(404)
    return store.send(token)


def chooser(screen: PhotoScreen, token: str, where: str) -> Response:
    """Ask which card lies at `where` of a photograph: the index of a detection, or `NEW` with `x` and `y` in pixels.

    `NEW` without them first asks where the missed card lies.
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
        asks = dict(parse_qsl(urlsplit(here).query))  # a form sent by GET drops the query of its address
        return place_page(photo, back=back, here=here, picture=address, asks=asks)
    return _choose(screen, photo, missed(detections, (photo.width, photo.height), *at), f"{at[0]},{at[1]}")


def _choose(screen: PhotoScreen, photo: Photo, detection: Detection, where: str) -> Response:
    # htmx gets only the cards, to insert them into the photograph's form.
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
    """The point (x, y) in the photograph's pixels that a player tapped; None if the page has to ask.

    A form without scripts sends `at.x` and `at.y` on a picture `PLACE_WIDTH` wide. Submitted by keyboard, both are 0;
    the card is then assumed in the middle.
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
    """Ask where the missed card lies, without scripts (`photos/place.html`)."""
    return htmx.page("photos/place.html", photo=photo, width=PLACE_WIDTH, **context)
