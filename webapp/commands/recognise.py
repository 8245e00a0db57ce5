"""`settebello recognise`: reads photographs, and writes the contract's entry for each, in order."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from vision import (
    AUTO,
    BadImage,
    DeckGuess,
    FilmCard,
    Recognition,
    SeenCard,
    recognise,
    shared_deck,
)
from vision.decks.enrolled import EnrolledDeck
from vision.io.photo import MAX_BYTES
from webapp import explain
from webapp.commands import shared, taught
from webapp.commands.shared import DONE, WRONG_INPUT
from webapp.photos.work.readers import PHOTOGRAPH, Readers


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photos", metavar="PHOTO", nargs="+")
    declare_deck(parser)
    parser.add_argument("--json", action="store_true", help="the answer is JSON always")


def declare_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck", default=AUTO, help="a pattern, a family, or an enrolled deck; auto: the cards say which"
    )
    parser.add_argument("--packs", type=int, choices=(1, 2), default=1, help="how often a card may appear")
    parser.add_argument("--as", dest="as_family", choices=("italian",), help="answer French cards as Italian ones")


def run(chosen: argparse.Namespace) -> int:
    """Read the photographs; an unreadable one sets exit status 2 without stopping the others."""
    entries = read_photos(chosen.photos, chosen.deck, chosen.packs, chosen.as_family)
    shared.write(entries)
    return WRONG_INPUT if any("error" in entry for entry in entries) else DONE


def read_photos(paths: Sequence[str], deck: str, packs: int, as_family: str | None) -> list[dict[str, Any]]:
    """The contract's entry for each photograph; an unusable file has an `error` instead of `cards`.

    Raises `InvalidEntry` for an unknown deck.
    """
    asked, others = taught.asked(deck)
    with one_reader() as bounded:
        read = [_read(bounded, path, asked, packs, as_family, others) for path in paths]
        shared = shared_deck([seen.deck for seen in read if isinstance(seen, Recognition)]) if deck == AUTO else None
        if shared and shared.sure:
            sure = next((each for each in others if each.name == shared.sure), shared.sure)
            for place, (path, seen) in enumerate(zip(paths, read, strict=True)):
                if isinstance(seen, Recognition) and seen.deck and seen.deck.doubtful:
                    again = _read(bounded, path, sure, packs, as_family)
                    read[place] = replace(again, deck=shared) if isinstance(again, Recognition) else again
    return [_entry(path, seen) for path, seen in zip(paths, read, strict=True)]


@contextmanager
def one_reader() -> Iterator[Readers]:
    """A process that reads photographs one after another; a malicious file can only crash that process."""
    bounded = Readers(1)
    try:
        yield bounded
    finally:
        bounded.stop()


def _read(
    bounded: Readers,
    path: str,
    deck: str | EnrolledDeck,
    packs: int,
    as_family: str | None,
    others: Sequence[EnrolledDeck] = (),
) -> Recognition | BadImage:
    try:
        data = photo_bytes(path)
        return bounded.run(PHOTOGRAPH, recognise, data, deck, packs=packs, as_family=as_family, taught=others)
    except BadImage as bad:
        return bad


def _entry(path: str, seen: Recognition | BadImage) -> dict[str, Any]:
    if isinstance(seen, BadImage):
        return {"photo": path, "error": {"code": BadImage.code, "message": explain.image_text(seen.reason)}}
    return {"photo": path, **_seen(seen)}


def photo_bytes(path: str) -> bytes:
    """The bytes of a file; of a file that is too large only enough to refuse it. Raises `vision.BadImage`."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise BadImage("unreadable") from None


def _seen(seen: Recognition) -> dict[str, Any]:
    return {
        "size": list(seen.size),
        "seconds": round(seen.seconds, 3),
        **looks_like(seen.deck),
        "notes": [{"code": note.code, "message": explain.note_text(note.code, note.value)} for note in seen.notes],
        "cards": [shown(card) for card in seen.cards],
    }


def looks_like(deck: DeckGuess | None) -> dict[str, Any]:
    """The deck that the pile looks like, with confidence; the family if it is no known deck."""
    if deck is None:
        return {}
    entry = {
        "name": deck.name,
        "confidence": deck.confidence,
        "doubtful": deck.doubtful,
        "alternatives": [[name, probability] for name, probability in deck.alternatives],
    }
    return {"deck": entry if deck.name or not deck.like else {**entry, "like": deck.like}}


def shown(card: SeenCard | FilmCard) -> dict[str, Any]:
    """A card with its confidence, where it was seen, and its alternatives."""
    return {
        "code": card.card.code if card.card else None,
        "confidence": card.confidence,
        "doubtful": card.doubtful,
        "corners": [list(corner) for corner in card.corners],
        "alternatives": [[other.code, confidence] for other, confidence in card.alternatives],
    }
