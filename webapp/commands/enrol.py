"""`settebello enrol`: enrols a deck from photographs; writes what was stored, and how distinct each card is."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from scoring.problems import InvalidEntry, Problem
from vision import BadImage, BadName, BadPhotos, Lesson, Refusal
from vision.decks.catalogue import check_name
from vision.pipeline.enrolment import ENROLLABLE, asked, enrol, look
from webapp.commands import shared
from webapp.commands.recognise import one_reader, photo_bytes
from webapp.commands.shared import DONE
from webapp.commands.taught import database_of_the_server
from webapp.decks.enrolled_decks import store_for_club
from webapp.photos.work.processes import PHOTOGRAPH
from webapp.words import enrolment as wording


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the deck's name and family, and a photograph a suit."""
    parser.add_argument("name", metavar="NAME")
    parser.add_argument("--like", required=True, choices=ENROLLABLE)
    parser.add_argument("photos", metavar="SUIT=PHOTO", nargs="+")


def run(chosen: argparse.Namespace) -> int:
    """Enrol the deck and write the result."""
    with database_of_the_server():
        shared.write(enrolled_from(chosen.name, chosen.like, chosen.photos))
    return DONE


def enrolled_from(name: str, family: str, given: Sequence[str]) -> dict[str, Any]:
    """Enrol the deck `name` from arguments `SUIT=PHOTO`; returns the stored cards, each with its most similar other
    card.

    Raises `InvalidEntry` with everything wrong with the name or the photographs.
    """
    photographs: dict[str, bytes | None] = {}
    for text in given:
        suit, _, path = text.partition("=")
        twice = suit.upper() in photographs
        photographs[text if twice else suit.upper()] = _bytes(path)
    wrong = _of_the_name(name)
    try:
        with one_reader() as bounded:  # a wrong name is stood in for, so that the photographs are looked at too
            deck, lessons = enrol(
                "deck" if wrong else name, family, photographs, lambda data: bounded.run(PHOTOGRAPH, look, data)
            )
    except BadPhotos as bad:
        raise InvalidEntry([*wrong, *(_problem(refusal, family) for refusal in bad.refusals)]) from None
    if wrong:
        raise InvalidEntry(wrong)
    store_for_club(deck)
    return {
        "deck": name,
        "like": family,
        "cards": [_learned(lesson) for lesson in lessons],
    }


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
