"""`settebello enrol`: enrols a deck from photographs; writes what was stored, and how distinct each card is."""

import argparse
from typing import Any

from scoring.problems import InvalidEntry, Problem
from vision import BadImage, BadName, BadPhotos, Lesson, Refusal
from vision.decks.catalogue import check_name
from vision.pipeline import enrolment
from vision.pipeline.enrolment import asked
from webapp.commands import shared
from webapp.commands.decks import database_of_the_server
from webapp.commands.recognise import one_reader, photo_bytes
from webapp.commands.shared import DONE
from webapp.decks.enrolled_decks import store_for_club
from webapp.photos.work.processes import PHOTOGRAPH
from webapp.words import enrolment as wording


def enrol(chosen: argparse.Namespace) -> int:
    """Enrol a deck from arguments `SUIT=PHOTO`, and write its cards, each with its most similar other card.

    Raises `InvalidEntry` with everything wrong with the name or the photographs.
    """
    name, family = chosen.name, chosen.like
    photographs: dict[str, bytes | None] = {}
    for text in chosen.photos:
        suit, _, path = text.partition("=")
        twice = suit.upper() in photographs
        photographs[text if twice else suit.upper()] = _bytes(path)
    wrong = _of_the_name(name)
    with database_of_the_server(), one_reader() as bounded:
        try:  # a wrong name is stood in for, so that the photographs are looked at too
            deck, lessons = enrolment.enrol(
                "deck" if wrong else name,
                family,
                photographs,
                lambda data: bounded.run(PHOTOGRAPH, enrolment.look, data),
            )
        except BadPhotos as bad:
            raise InvalidEntry([*wrong, *(_problem(refusal, family) for refusal in bad.refusals)]) from None
        if wrong:
            raise InvalidEntry(wrong)
        store_for_club(deck)
    shared.write({"deck": name, "like": family, "cards": [_learned(lesson) for lesson in lessons]})
    return DONE


def _bytes(path: str) -> bytes | None:
    """The bytes of a file; None if it cannot be read."""
    try:
        return photo_bytes(path)
    except BadImage:
        return None


def _of_the_name(name: str) -> list[Problem]:
    """The problem of a name that no deck can have."""
    try:
        check_name(name)
    except BadName:
        return [Problem(wording.BAD_DECK_NAME, value=name)]
    return []


def _problem(refusal: Refusal, family: str) -> Problem:
    wanted = asked(family)
    if refusal.reason == "unknown":
        return Problem(wording.UNKNOWN_PHOTO, value=refusal.suit, allowed=" ".join(wanted))
    cards = wanted[refusal.suit]
    if refusal.reason == "count":
        return Problem(wording.WRONG_COUNT, field=refusal.suit, value=refusal.seen, cards=cards)
    if refusal.reason == "order":
        return Problem(wording.UNSURE_ORDER, field=refusal.suit, cards=cards)
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
