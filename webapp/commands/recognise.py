"""`settebello recognise` and `settebello film`: read photographs or films, and write the contract's entry for each.

An unusable file has an `error` instead of `cards`, and sets exit status 2 without stopping the others.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import vision
from vision import AUTO, BadFilm, BadImage, DeckGuess, FilmCard, FilmReading, Recognition, SeenCard, shared_deck
from vision.decks.enrolled import EnrolledDeck
from vision.io.photo import MAX_BYTES
from webapp import explain
from webapp.commands import decks, shared
from webapp.commands.shared import DONE, WRONG_INPUT
from webapp.photos.work.processes import FILM, PHOTOGRAPH, Readers


def recognise(chosen: argparse.Namespace) -> int:
    """Read photographs; those in doubt about the deck are read again with the one that all of them show."""
    asked, others = decks.asked(chosen.deck)
    with one_reader() as bounded:

        def read(path: str, deck: str | EnrolledDeck, taught: Sequence[EnrolledDeck]) -> Recognition | BadImage:
            how = {"packs": chosen.packs, "as_family": chosen.as_family, "taught": taught}
            try:
                return bounded.run(PHOTOGRAPH, vision.recognise, photo_bytes(path), deck, **how)
            except BadImage as bad:
                return bad

        seen = {path: read(path, asked, others) for path in chosen.photos}
        guesses = [each.deck for each in seen.values() if isinstance(each, Recognition)]
        together = shared_deck(guesses) if chosen.deck == AUTO else None
        if together and together.sure:
            sure = next((each for each in others if each.name == together.sure), together.sure)
            for path, each in seen.items():
                if isinstance(each, Recognition) and each.deck and each.deck.doubtful:
                    again = read(path, sure, ())
                    seen[path] = replace(again, deck=together) if isinstance(again, Recognition) else again
    return _written({"photo": path, **_entry(seen[path])} for path in chosen.photos)


def film(chosen: argparse.Namespace) -> int:
    """Read films."""
    asked, others = decks.asked(chosen.deck)
    how = {"packs": chosen.packs, "as_family": chosen.as_family, "taught": others}
    with one_reader() as bounded:

        def read(path: str) -> FilmReading | BadFilm:
            try:
                return bounded.run(FILM, vision.film, Path(path).absolute(), asked, **how)
            except (BadFilm, BadImage) as bad:  # the latter if the film crashed its reader
                return BadFilm(bad.reason)

        return _written([{"film": path, **_entry(read(path))} for path in chosen.films])


def _written(entries: Iterable[dict[str, Any]]) -> int:
    """Write the entries; returns the exit status."""
    written = list(entries)
    shared.write(written)
    return WRONG_INPUT if any("error" in entry for entry in written) else DONE


@contextmanager
def one_reader() -> Iterator[Readers]:
    """A process that reads photographs one after another; a malicious file can only crash that process."""
    bounded = Readers(1)
    try:
        yield bounded
    finally:
        bounded.stop()


def photo_bytes(path: str) -> bytes:
    """The bytes of a file; of a file that is too large only enough to refuse it. Raises `vision.BadImage`."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        raise BadImage("unreadable") from None


def _entry(seen: Recognition | FilmReading | BadImage | BadFilm) -> dict[str, Any]:
    """The contract's entry of a file, without its name."""
    if isinstance(seen, BadImage | BadFilm):
        text = explain.film_text if isinstance(seen, BadFilm) else explain.image_text
        return {"error": {"code": seen.code, "message": text(seen.reason)}}
    note_text = explain.film_note_text if isinstance(seen, FilmReading) else explain.note_text
    return {
        **({"duration": seen.duration} if isinstance(seen, FilmReading) else {}),
        "size": list(seen.size),
        "seconds": round(seen.seconds, 3),
        **_looks_like(seen.deck),
        "notes": [{"code": note.code, "message": note_text(note.code, note.value)} for note in seen.notes],
        "cards": [_shown(card) for card in seen.cards],
    }


def _looks_like(deck: DeckGuess | None) -> dict[str, Any]:
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


def _shown(card: SeenCard | FilmCard) -> dict[str, Any]:
    """A card with its confidence, where it was seen, its alternatives, and of a film when."""
    entry = {
        "code": card.card.code if card.card else None,
        "confidence": card.confidence,
        "doubtful": card.doubtful,
        "corners": [list(corner) for corner in card.corners],
        "alternatives": [[other.code, confidence] for other, confidence in card.alternatives],
    }
    if isinstance(card, FilmCard):
        entry |= {"from": card.since, "to": card.until, "frame": round(card.frame, 3)}
    return entry
