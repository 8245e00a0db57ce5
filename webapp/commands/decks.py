"""`settebello decks`: lists the decks enrolled for the whole club, or removes one; and which deck a command asks for.

The database is imported only where needed, since that takes half a second; a known pattern needs none.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager

from scoring.problems import InvalidEntry, Problem
from vision import AUTO
from vision.decks.catalogue import PATTERNS
from vision.decks.enrolled import EnrolledDeck
from webapp.base.running.config import data_directory, defaults, values
from webapp.commands import shared
from webapp.commands.shared import DONE
from webapp.explain.problems import UNKNOWN_DECK


def decks(chosen: argparse.Namespace) -> int:
    """Write the decks of the club, after removing one with `--remove`.

    Decks of a single phone are not listed, because their names give access.
    """
    from webapp.decks import enrolled_decks

    with database_of_the_server():
        removed = chosen.remove is None or enrolled_decks.remove_of_club(chosen.remove)
        club = enrolled_decks.of_club()
    if not removed:
        raise _unknown(chosen.remove, [deck.name for deck in club])
    shared.write(
        {
            "decks": [
                {"name": deck.name, "like": deck.family, "taught": "phone" if deck.device else "command line"}
                for deck in club
            ]
        }
    )
    return DONE


@contextmanager
def database_of_the_server() -> Iterator[None]:
    """Open the database of the settings without loading the pages, which takes a second; raises `StartError`."""
    from flask import Flask

    from webapp.base.storage import db

    app = Flask(__name__)
    app.config.update(defaults(data_directory()))
    db.init_app(app)
    with app.app_context():
        try:
            yield
        finally:
            db.database().engine.dispose()


def asked(name: str) -> tuple[str | EnrolledDeck, list[EnrolledDeck]]:
    """The deck that `--deck` names, and the enrolled decks to choose from if the cards decide.

    Raises `InvalidEntry` for an unknown deck.
    """
    if name in PATTERNS:
        return name, []
    taught = {deck.name: deck for deck in _club()}
    if name == AUTO:
        return name, list(taught.values())
    if name not in taught:
        raise _unknown(name, [*PATTERNS, *taught])
    return taught[name], []


def _unknown(name: str, known: list[str]) -> InvalidEntry:
    return InvalidEntry([Problem(UNKNOWN_DECK, field="deck", value=name, allowed=", ".join(known))])


def _club() -> list[EnrolledDeck]:
    if not values()["DATABASE_URL"] and not data_directory().exists():
        return []  # opening the database would create the directory
    from webapp.base.storage import deck_files
    from webapp.decks import enrolled_decks

    with database_of_the_server():
        return [deck for offer in enrolled_decks.of_club() if (deck := deck_files.load(offer.deck))]
