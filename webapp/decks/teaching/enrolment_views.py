"""Pages of an enrolment: begun, summed up, finished; opened by its link, which anybody who knows it may use."""

from typing import Any, cast

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from vision import Lesson
from vision.pipeline.enrolment import ENROLLABLE, JOKERS, asked, deck_of, lessons
from webapp.base.http import htmx
from webapp.base.http.fields import NotPossible
from webapp.base.http.security import device_id, limiter, new_deck_limit
from webapp.base.language.i18n import gettext
from webapp.decks import enrolled_decks, words
from webapp.decks.models import Enrolment, EnrolmentPhoto
from webapp.decks.teaching import enrolments

ENROL = "/enrol"
ENROLMENT = f"{ENROL}/<enrolment_token>"


def opened_by_enrolment_link(blueprint: Blueprint) -> Blueprint:
    """Let every view of `blueprint` get its enrolment by `opened`, or answer 404; rate limits count by its token."""

    @blueprint.url_value_preprocessor
    def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
        g.token = values.pop("enrolment_token") if values else ""
        reopened()

    @blueprint.url_defaults
    def add_token(_endpoint: str, values: dict[str, Any]) -> None:
        if "enrolment" in g:
            values.setdefault("enrolment_token", g.token)

    return blueprint


def opened() -> Enrolment:
    """The enrolment of this request, as last loaded."""
    return cast(Enrolment, g.enrolment)


def reopened() -> Enrolment:
    """Load the enrolment of this request again after a change; answers 404 if it is gone."""
    found = enrolments.load(g.token)
    if found is None:
        abort(404)
    g.enrolment = found
    return found


def photo_of(enrolment: Enrolment, suit: str) -> EnrolmentPhoto | None:
    """The photograph of a suit; None if it is not taken yet."""
    return next((photo for photo in enrolment.photos if photo.suit == suit), None)


def steps(enrolment: Enrolment) -> list[tuple[str, bool]]:
    """The suits to photograph, in order, each with whether it is confirmed."""
    confirmed = {photo.suit for photo in enrolment.photos if photo.confirmed}
    return [(suit, suit in confirmed) for suit in asked(enrolment.family)]


def next_address(enrolment: Enrolment, *, after: str | None = None) -> str:
    """The page of the first photograph to take or confirm, or the summary.

    `after` is the suit just confirmed. Jokers are optional, so they are asked for once, after the last other suit.
    """
    missing = enrolments.missing(enrolment)
    if missing:
        return url_for("enrolment_photo.show", enrolment_token=enrolment.token, suit=missing[0])
    jokers_open = JOKERS in asked(enrolment.family) and photo_of(enrolment, JOKERS) is None
    if jokers_open and after not in (None, JOKERS):
        return url_for("enrolment_photo.show", enrolment_token=enrolment.token, suit=JOKERS)
    return url_for("enrolment.summary", enrolment_token=enrolment.token)


enrol = Blueprint("enrol", __name__, url_prefix=ENROL)
enrolment = opened_by_enrolment_link(Blueprint("enrolment", __name__, url_prefix=ENROLMENT))

FEWEST_PAIRS = 3
"""Fewest pairs of similar cards shown, even if none look alike."""


@enrol.get("/")
def start() -> Response:
    """Show the decks and enrolments of this device, and the form that begins another."""
    return _start_page()


@enrol.post("/")
@limiter.limit(new_deck_limit)
def begin() -> Response:
    typed, family = request.form.get("name", ""), request.form.get("family", "")
    try:
        name = enrolled_decks.checked(typed)
        if family not in ENROLLABLE:
            raise NotPossible(gettext("Say which kind of cards they are."))
    except NotPossible as why:
        return _start_page(422, str(why), typed, family)
    begun = enrolments.begin(device_id(), name, family)
    return htmx.redirect(url_for("enrolment.resume", enrolment_token=begun.token))


@enrolment.get("/")
def resume() -> Response:
    """Go to the first missing photograph, or to the summary."""
    return htmx.redirect(next_address(opened()))


@enrolment.post("/leave")
def leave() -> Response:
    enrolments.leave(opened().token)
    return htmx.redirect(url_for("enrol.start"))


@enrolment.get("/summary")
def summary() -> Response:
    """Show how distinct the cards are, and ask who may use the deck."""
    return _summary_page()


@enrolment.post("/summary")
@limiter.limit(new_deck_limit)
def finish() -> Response:
    """Store the deck, for this device or for the club."""
    name, club = request.form.get("name", ""), request.form.get("for") == "club"
    try:
        deck = enrolments.finish(opened().token, device_id(), name, club=club)
    except enrolments.Unfinished:
        return htmx.redirect(next_address(reopened()))
    except NotPossible as why:
        return _summary_page(422, str(why), name, club=club)
    if deck is None:
        abort(404)
    return htmx.redirect(url_for("enrolled_deck.show", deck=deck.deck, new=1))


def _start_page(status: int = 200, problem: str | None = None, name: str = "", family: str = "italian") -> Response:
    begun = []
    for each in enrolments.of_device(device_id()):
        needed = len([suit for suit in asked(each.family) if suit != JOKERS])
        begun.append((each, needed - len(enrolments.missing(each)), needed))
    return htmx.page(
        "decks/start.html",
        status=status,
        problem=problem,
        name=name,
        family=family,
        families=words.FAMILIES,
        begun=begun,
        own=enrolled_decks.of_device(device_id()),
    )


def _summary_page(
    status: int = 200, problem: str | None = None, name: str | None = None, *, club: bool = False
) -> Response:
    enrolment = opened()
    if enrolments.missing(enrolment):
        return htmx.redirect(next_address(enrolment))
    sheets = enrolments.sheets_of(enrolment)
    learned = lessons(deck_of(enrolment.name, enrolment.family, sheets), sheets)
    closest = _closest_pairs(learned)
    photos = {photo.suit: photo for photo in enrolment.photos}
    return htmx.page(
        "decks/summary.html",
        status=status,
        problem=problem,
        enrolment=enrolment,
        steps=steps(enrolment),
        words=words,
        learned=learned,
        closest=closest,
        alike=[each for each in closest if each.alike],
        place={each.card.code: (photos[each.suit], each.corners) for each in learned},
        name=enrolment.name if name is None else name,
        club=club,
    )


def _closest_pairs(learned: tuple[Lesson, ...]) -> list[Lesson]:
    """The pairs of cards that look alike, most similar first; a few of the next ones if none do."""
    pairs = {frozenset((each.card, each.nearest)): each for each in sorted(learned, key=lambda each: -each.apart)}
    closest = sorted(pairs.values(), key=lambda each: each.apart)
    alike = [each for each in closest if each.alike]
    return alike or closest[:FEWEST_PAIRS]
