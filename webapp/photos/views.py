"""The views that all pages with photographs share: uploading one, showing it, and saying which card lies where."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any, Protocol, TypeVar

from flask import Blueprint, abort, current_app, request, url_for
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from vision.decks import UnknownDeck
from vision.image import WORKING_SIDE, BadImage
from vision.types import Recognition
from webapp import explain
from webapp.base import htmx
from webapp.base.fields import whole
from webapp.base.i18n import gettext
from webapp.base.models import Match, Photo, Question
from webapp.base.security import limiter, photo_limit
from webapp.base.tokens import form_token, is_token
from webapp.games.layout import Layout
from webapp.photos import reading, store
from webapp.photos.answers import missed
from webapp.photos.detections import Detection, detections_on
from webapp.photos.kept import Upload
from webapp.photos.screen import PhotoScreen

photographs = Blueprint("photographs", __name__, url_prefix="/photographs")

NEW = "new"
"""In an address, instead of an index: a card that was missed."""
PLACE_WIDTH = 288
"""Width, in CSS pixels, of the picture that is tapped without scripts; its taps are measured in these."""
SENT_SIDE = max(2400, WORKING_SIDE)
"""Longest side, in pixels, to which a phone reduces a photograph before it sends it."""

Seen = TypeVar("Seen")


class Refused(Exception):
    """A photograph cannot be used; the text says why, in a sentence for the player."""


class Cancelled(Exception):
    """The player cancelled the upload: the photograph is dropped."""


class Pictured(Protocol):
    """A stored photograph: corners and taps are measured on its size in pixels."""

    width: Any
    height: Any


@photographs.app_template_global()
def sent_side() -> int:
    """`SENT_SIDE`, for templates."""
    return SENT_SIDE


@photographs.app_template_global()
def enrolment_address() -> str | None:
    """The page where an unknown deck is enrolled, None where the application has none."""
    return url_for("enrol.start") if "enrol.start" in current_app.view_functions else None


@photographs.post("/cancel")
@limiter.limit(photo_limit)
def cancel() -> Response:
    """Cancel an upload while it is being read; the field `upload` is its token."""
    upload = request.form.get("upload", "")
    if is_token(upload):
        store.cancel(upload)
    return htmx.unchanged()


def received(pattern: str, layout: Layout) -> tuple[bytes, Recognition]:
    """The photograph that was sent, re-encoded, and what is seen on it.

    Raises `Refused` for what is no photograph of cards, `Cancelled`, and 503 where every reader stays busy.
    """
    try:
        return read_upload(lambda data: reading.read(data, pattern, layout.deck, layout.packs))
    except UnknownDeck as unknown:
        text = gettext("The chosen deck is not here any more: tap the cards in instead.")
        raise Refused(text) from unknown
    except reading.TooMuchSeen as much:
        text = gettext("That looks like more cards than there are. Lay the cards on a plain table and try again.")
        raise Refused(text) from much


def read_upload(look: Callable[[bytes], Seen]) -> Seen:
    """What `look` makes of the bytes of the photograph that was sent.

    Raises `Refused` for what is no photograph, `Cancelled`, and 503 where every reader stays busy.
    """
    data = next((data for file in request.files.getlist("photo") if (data := file.read())), b"")
    if not data:
        raise Refused(gettext("No photograph arrived: take one or choose one, then send it."))
    try:
        seen = look(data)
    except BadImage as bad:
        raise Refused(explain.image_text(bad.reason)) from bad
    except reading.TooBusy:
        raise ServiceUnavailable from None
    if store.was_cancelled(request.form.get("upload")):
        raise Cancelled
    store.prune(current_app)
    return seen


def upload(
    screen: PhotoScreen,
    keep: Callable[[Upload], object],
    refuse: Callable[[str], Response],
    shown: Callable[[str], str],
) -> Response:
    """Read the photograph that was sent and keep it; idempotent, because a phone sends again what had no answer.

    `keep` stores it, `refuse` is the page with the sentence why it cannot be used (one without a card, too), `shown`
    the address, by its token, of the page that shows it.
    """
    token = form_token(request.form.get("upload"))
    if not store.is_kept(token):
        try:
            picture, seen = received(screen.pattern, screen.layout)
        except Refused as refused:
            return refuse(str(refused))
        except Cancelled:
            return htmx.unchanged()
        if not seen.cards:
            # A photograph of nothing is no pile of nothing: nothing is kept of it.
            return refuse(explain.no_cards_text(note.code for note in seen.notes))
        keep(Upload(token, picture, seen, request.form.get("replaces", "")))
    return htmx.redirect(shown(token))


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


def tapped(photo: Pictured) -> tuple[int, int] | None:
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


def place_page(photo: Pictured, **context: Any) -> Response:
    """Ask where the missed card lies in a photograph, without scripts (`photos/place.html`)."""
    return htmx.page("photos/place.html", photo=photo, width=PLACE_WIDTH, **context)
