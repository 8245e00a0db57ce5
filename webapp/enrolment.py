"""`settebello enrol`: a deck taught from the user's own photographs, and what was learned of each card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.problems import InvalidEntry, Problem
from vision.enrolment import BadName, BadPhotos, Lesson, Refusal, asked, enrol
from vision.image import BadImage
from webapp.explain import enrolment as wording
from webapp.recognition import photo_bytes


def teach_deck(name: str, family: str, given: Sequence[str]) -> dict[str, Any]:
    """Teach the deck `name` from `SUIT=PHOTO` texts and return what was stored, with every card's separation.

    Raises `InvalidEntry` with everything that is wrong with the name or the photographs.
    """
    photographs: dict[str, bytes | None] = {}
    for text in given:
        suit, _, path = text.partition("=")
        twice = suit.upper() in photographs
        photographs[text if twice else suit.upper()] = _bytes(path)
    try:
        lessons = enrol(name, family, photographs)
    except BadName:
        raise InvalidEntry([Problem(wording.BAD_DECK_NAME, value=name)]) from None
    except BadPhotos as bad:
        raise InvalidEntry(_problem(refusal, family) for refusal in bad.refusals) from None
    return {
        "deck": name,
        "like": family,
        "cards": [_learned(lesson) for lesson in lessons],
    }


def _bytes(path: str) -> bytes | None:
    """Return the bytes of a file, None where there is none to read."""
    try:
        return photo_bytes(path)
    except BadImage:
        return None


def _problem(refusal: Refusal, family: str) -> Problem:
    wanted = asked(family)
    if refusal.reason == "unknown":
        return Problem(wording.UNKNOWN_PHOTO, value=refusal.suit, allowed=" ".join(wanted))
    cards = wanted[refusal.suit]
    if refusal.reason == "count":
        return Problem(wording.WRONG_COUNT, field=refusal.suit, value=refusal.seen, cards=cards)
    if refusal.reason == "missing":
        return Problem(wording.MISSING_PHOTO, field=refusal.suit, cards=cards)
    return Problem(wording.BAD_IMAGE, field=refusal.suit, value=refusal.reason)


def _learned(lesson: Lesson) -> dict[str, Any]:
    return {
        "code": lesson.card.code,
        "photo": lesson.suit,
        "corners": [list(corner) for corner in lesson.corners],
        "nearest": lesson.nearest.code,
        "apart": lesson.apart,
    }
