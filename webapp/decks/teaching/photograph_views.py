"""The photographs of an enrolment: taking one, showing its cards, and confirming or correcting them."""

from collections.abc import Sequence
from functools import partial

from flask import Blueprint, abort, request, url_for
from sqlalchemy import select
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response

from vision.pipeline.enrolment import JOKERS, Sheet, asked, cards_on
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import limiter, photo_limit
from webapp.base.language.i18n import gettext
from webapp.base.storage.db import database
from webapp.decks import words
from webapp.decks.models import Enrolment, EnrolmentPhoto
from webapp.decks.teaching import enrolments
from webapp.decks.teaching.enrolment_views import (
    ENROLMENT,
    next_address,
    opened,
    opened_by_enrolment_link,
    photo_of,
    reopened,
    steps,
)
from webapp.photos import uploads
from webapp.photos.corners import outline_at
from webapp.photos.models import Upload
from webapp.photos.place_views import PhotoPlace, add_views
from webapp.photos.store import picture_of, send
from webapp.photos.views import place_page, tapped, under_way
from webapp.photos.work import jobs, reading, recogniser
from webapp.photos.work.processes import PHOTOGRAPH, SHOWN, TooBusy

enrolment_photo = opened_by_enrolment_link(Blueprint("enrolment_photo", __name__, url_prefix=ENROLMENT))

SUIT = "/photo/<suit>"
ENROLMENT_UPLOAD = "enrolment"


class EnrolmentUploads(jobs.Kind):
    """Uploads whose `place` is a suit."""

    def read(self, upload: Upload) -> tuple[bytes, Sheet]:
        """Find the cards on the photograph, in reading order."""
        return reading.run(PHOTOGRAPH, recogniser.look, upload.data or b"")

    def keep(self, upload: Upload, seen: tuple[bytes, Sheet]) -> bool:
        """Store the result, replacing an earlier one, unless the enrolment was finished or left meanwhile."""
        with database().writing() as session:
            token = session.scalar(select(Enrolment.token).where(Enrolment.id == upload.enrolment_id))
        return token is not None and enrolments.put(token, upload.place, upload.token, *seen)


jobs.register(ENROLMENT_UPLOAD, EnrolmentUploads())


@enrolment_photo.get(SUIT)
def show(suit: str) -> Response:
    """Show how to lay the cards of a suit, or the cards on their photograph; `added` is a card just added."""
    return _page(suit, added=whole(request.args.get("added", "")), found="drawn" not in request.args)


def _photo_place(*, sends: bool = False, suit: str) -> PhotoPlace:
    """The cards of a suit as a place for photographs; a photograph replaces an earlier one."""
    if suit not in asked(opened().family):
        abort(404)
    page = url_for(".show", suit=suit)
    return PhotoPlace(
        owner=opened(),
        name=suit,
        page=page,
        upload=lambda: uploads.made(ENROLMENT_UPLOAD, opened(), suit, opened().family),
        followed=partial(url_for, ".follow", suit=suit),
        shown=lambda upload: page,
        refused=lambda why, *, film: _page(suit, 422, why),
        meanwhile=gettext("Go back meanwhile"),
    )


add_views([enrolment_photo], SUIT, _photo_place, films=False)


@enrolment_photo.get(f"{SUIT}/missed")
def missed(suit: str) -> Response:
    """Ask where the missed card lies, for a browser without scripts."""
    photo = photo_of(opened(), suit)
    return _ask_where(photo) if photo else htmx.redirect(url_for(".show", suit=suit))


@enrolment_photo.post(f"{SUIT}/missed")
@limiter.limit(photo_limit)
def add(suit: str) -> Response:
    """Add the missed card where the player tapped: `x` and `y` in pixels of the photograph."""
    photo = _sent_for(suit)
    if photo is None:
        return htmx.redirect(url_for(".show", suit=suit))
    at = tapped(photo)
    if at is None:
        return _ask_where(photo)
    picture = picture_of(photo.token) or abort(404)
    outline = outline_at(photo.corners, (photo.width, photo.height), *at)
    try:
        shown = (
            reading.run(SHOWN, recogniser.look_there, picture, outline, photo.width)
            if enrolments.has_room(photo, outline)
            else None
        )
    except TooBusy:
        raise ServiceUnavailable from None
    place = enrolments.add(opened().token, suit, photo.token, shown) if shown else None
    if shown is None or place is None:
        return _page(suit, 422, gettext("There is a frame there already: tap a card that has none."))
    if htmx.is_htmx():
        reopened()
        return _page(suit, added=place, found=shown.found)
    return htmx.redirect(url_for(".show", suit=suit, added=place, drawn=None if shown.found else 1))


@enrolment_photo.post(SUIT)
def arrange(suit: str) -> Response:
    """Confirm the cards, or correct them: swap two, remove frames, or reverse the order."""
    here = url_for(".show", suit=suit)
    photo = _sent_for(suit)
    if photo is None or whole(request.form.get("seen", "")) not in (None, len(photo.corners)):
        return htmx.redirect(here)  # made for another photograph, or sent twice: the first tap changed the cards
    action = request.form.get("action", "")
    if action == "confirm":
        confirmed = enrolments.confirm(opened().token, suit, photo.token)
        return htmx.redirect(next_address(reopened(), after=suit) if confirmed else here)
    numbers = {whole(text) for text in request.form.getlist("ticked")}
    ticked = [place for place in range(len(photo.corners)) if place in numbers]
    problem = words.ticks_problem(action, ticked)
    if problem:
        return _page(suit, 422, problem)
    enrolments.rearrange(opened().token, suit, photo.token, _arranged(action, len(photo.corners), ticked))
    return htmx.redirect(url_for(".show", suit=suit, mend=1))


@enrolment_photo.get("/photos/<token>.jpg")
def picture(token: str) -> Response:
    """Send the picture of a photograph to anybody with the link of its enrolment."""
    if token not in [photo.token for photo in opened().photos]:
        abort(404)
    return send(token)


def _arranged(action: str, cards: int, ticked: Sequence[int]) -> list[int]:
    """The places of the remaining cards, in their new order."""
    places = list(range(cards))
    match action:
        case "swap":
            first, second = ticked
            places[first], places[second] = places[second], places[first]
        case "remove":
            places = [place for place in places if place not in ticked]
        case "reverse":
            places.reverse()
    return places


def _sent_for(suit: str) -> EnrolmentPhoto | None:
    """The photograph for which the form was sent; None if another has replaced it, which must be shown."""
    photo = photo_of(opened(), suit)
    return photo if photo and photo.token == request.form.get("picture") else None


def _ask_where(photo: EnrolmentPhoto) -> Response:
    return place_page(
        photo,
        back=url_for(".show", suit=photo.suit),
        here=url_for(".missed", suit=photo.suit),
        picture=url_for(".picture", token=photo.token),
        sends={"picture": photo.token},
    )


def _follow(place: str, token: str) -> str:
    return url_for(".follow", suit=place, token=token)


def _page(
    suit: str, status: int = 200, problem: str | None = None, *, added: int | None = None, found: bool = True
) -> Response:
    """The page of one suit; `added` is the index of a card just added, `found` whether its edges were detected."""
    enrolment = opened()
    wanted = asked(enrolment.family).get(suit)
    if wanted is None:
        abort(404)
    photo = photo_of(enrolment, suit)
    cards = cards_on(enrolment.family, suit, len(photo.corners)) if photo else None
    if photo is None or (added is not None and added >= len(photo.corners)):
        added = None
    return htmx.page(
        "decks/photograph.html",
        status=status,
        problem=problem,
        enrolment=enrolment,
        steps=steps(enrolment),
        following=next_address(enrolment),
        suit=suit,
        wanted=wanted,
        optional=suit == JOKERS,
        photo=photo,
        cards=cards,
        added=added,
        under_way_here=[] if problem else under_way(enrolment, _follow).get(suit, []),
        added_text=None if added is None else words.added_text(added, cards, found=found),
        words=words,
    )
