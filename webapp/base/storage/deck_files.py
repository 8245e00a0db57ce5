"""The files of enrolled decks, a row each: for the pages and the command line, on SQLite as on PostgreSQL.

A deck of the club is stored under the name that people use, so that `--deck NAME` means it too. Whose a deck is and
whether it is offered, `webapp.decks.enrolled_decks` knows.
"""

from __future__ import annotations

from sqlalchemy import select

from vision.decks import catalogue
from vision.decks.enrolled import EnrolledDeck, from_bytes, to_bytes
from webapp.base.storage.db import database
from webapp.base.storage.orm import DeckFile, now


def load(name: str) -> EnrolledDeck | None:
    """The deck stored under `name`; None where there is none, or it was removed."""
    if name == catalogue.AUTO:
        return None
    with database().reading() as session:
        row = session.get(DeckFile, name)
    return from_bytes(name, row.content) if row and row.cards else None


def store(deck: EnrolledDeck) -> None:
    """Store a deck in the place of one of its name."""
    with database().writing() as session:
        session.merge(
            DeckFile(
                name=deck.name,
                club=not catalogue.is_private(deck.name),
                family=deck.family,
                cards=len(deck.codes),
                content=to_bytes(deck),
                changed=now(),
            )
        )


def remove(name: str) -> None:
    """Forget what a deck looks like; its family stays known, for the matches played with it."""
    with database().writing() as session:
        row = session.get(DeckFile, name)
        if row is not None:
            row.cards, row.content = 0, b""
            if not row.club:
                session.delete(row)


def family_of(name: str) -> str | None:
    """The family of any deck, also of one that was removed; None where there never was one."""
    family = catalogue.family_of(name)
    if family or name == catalogue.AUTO:
        return family
    with database().reading() as session:
        return session.scalar(select(DeckFile.family).where(DeckFile.name == name))
