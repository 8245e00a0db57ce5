"""`settebello film`: reads films of piles, and writes the contract's entry for each, in order."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring.problems import InvalidEntry
from vision import BadFilm, BadImage, FilmReading, UnknownDeck, film
from webapp import explain
from webapp.commands import shared
from webapp.commands.recognise import declare_deck, looks_like, must_be_known, one_reader, shown, unknown
from webapp.commands.shared import DONE, WRONG_INPUT, use_the_decks_of_the_server
from webapp.photos.work.processes import FILM, Readers


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("films", metavar="CLIP", nargs="+", help="MP4, MOV or WebM, at most 90 seconds and 200 MB")
    declare_deck(parser)


def run(chosen: argparse.Namespace) -> int:
    """Read the films; an unreadable one sets exit status 2 without stopping the others."""
    use_the_decks_of_the_server()
    entries = read_films(chosen.films, chosen.deck, chosen.packs, chosen.as_family)
    shared.write(entries)
    return WRONG_INPUT if any("error" in entry for entry in entries) else DONE


def read_films(paths: Sequence[str], deck: str, packs: int, as_family: str | None) -> list[dict[str, Any]]:
    """The contract's entry for each film; an unusable file has an `error` instead of `cards`.

    Raises `InvalidEntry` for an unknown deck.
    """
    must_be_known(deck)
    with one_reader() as bounded:
        return [_entry(bounded, path, deck, packs, as_family) for path in paths]


def _entry(bounded: Readers, path: str, deck: str, packs: int, as_family: str | None) -> dict[str, Any]:
    try:
        seen = bounded.run(FILM, film, Path(path).absolute(), deck, packs=packs, as_family=as_family)
    except (BadFilm, BadImage) as bad:  # the latter if the film crashed its reader
        return {"film": path, "error": {"code": BadFilm.code, "message": explain.film_text(bad.reason)}}
    except UnknownDeck as missing:
        raise InvalidEntry([unknown(missing.name)]) from None
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
