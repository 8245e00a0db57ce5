"""`settebello film`: reads films of piles, and writes the contract's entry for each, in order."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from vision import BadFilm, BadImage, FilmReading, film
from vision.decks.enrolled import EnrolledDeck
from webapp import explain
from webapp.commands import shared, taught
from webapp.commands.recognise import declare_deck, looks_like, one_reader, shown
from webapp.commands.shared import DONE, WRONG_INPUT
from webapp.photos.work.readers import FILM, Readers


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("films", metavar="CLIP", nargs="+", help="MP4, MOV or WebM, at most 90 seconds and 200 MB")
    declare_deck(parser)


def run(chosen: argparse.Namespace) -> int:
    """Read the films; an unreadable one sets exit status 2 without stopping the others."""
    entries = read_films(chosen.films, chosen.deck, chosen.packs, chosen.as_family)
    shared.write(entries)
    return WRONG_INPUT if any("error" in entry for entry in entries) else DONE


def read_films(paths: Sequence[str], deck: str, packs: int, as_family: str | None) -> list[dict[str, Any]]:
    """The contract's entry for each film; an unusable file has an `error` instead of `cards`.

    Raises `InvalidEntry` for an unknown deck.
    """
    asked, others = taught.asked(deck)
    with one_reader() as bounded:
        return [_entry(bounded, path, asked, packs, as_family, others) for path in paths]


def _entry(
    bounded: Readers,
    path: str,
    deck: str | EnrolledDeck,
    packs: int,
    as_family: str | None,
    others: Sequence[EnrolledDeck],
) -> dict[str, Any]:
    try:
        at = Path(path).absolute()
        seen = bounded.run(FILM, film, at, deck, packs=packs, as_family=as_family, taught=others)
    except (BadFilm, BadImage) as bad:  # the latter if the film crashed its reader
        return {"film": path, "error": {"code": BadFilm.code, "message": explain.film_text(bad.reason)}}
    return {"film": path, **_seen(seen)}


def _seen(seen: FilmReading) -> dict[str, Any]:
    return {
        "duration": seen.duration,
        "size": list(seen.size),
        "seconds": round(seen.seconds, 3),
        **looks_like(seen.deck),
        "notes": [{"code": note.code, "message": explain.film_note_text(note.code, note.value)} for note in seen.notes],
        "cards": [
            {
                **shown(card),
                "from": card.since,
                "to": card.until,
                "frame": round(card.frame, 3),
            }
            for card in seen.cards
        ],
    }
