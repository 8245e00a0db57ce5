"""`settebello decks`: lists the decks enrolled for the whole club, or removes one, whoever enrolled it."""

from __future__ import annotations

import argparse

from scoring.problems import InvalidEntry, Problem
from webapp.commands import shared
from webapp.commands.shared import DONE
from webapp.commands.taught import database_of_the_server
from webapp.decks import enrolled_decks
from webapp.explain.problems import UNKNOWN_DECK


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the name of the deck to remove; without it the decks are listed."""
    parser.add_argument(
        "--remove", metavar="NAME", help="delete this deck at once; matches that were played with it stay"
    )


def run(chosen: argparse.Namespace) -> int:
    """Write the decks of the club, after removing one with `--remove`.

    Decks of a single phone are not listed, because their names give access.
    """
    with database_of_the_server():
        if chosen.remove is not None and not enrolled_decks.remove_of_club(chosen.remove):
            known = ", ".join(deck.name for deck in enrolled_decks.of_club())
            raise InvalidEntry([Problem(UNKNOWN_DECK, field="deck", value=chosen.remove, allowed=known)])
        shared.write(
            {
                "decks": [
                    {"name": deck.name, "like": deck.family, "taught": "command line" if deck.row is None else "phone"}
                    for deck in enrolled_decks.of_club()
                ]
            }
        )
    return DONE
