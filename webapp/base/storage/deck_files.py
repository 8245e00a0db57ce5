"""The files of enrolled decks, one row each, for pages and the command line.

A deck of the club is stored under the name people use, which `--deck NAME` also accepts. Ownership and availability are
in `webapp.decks.enrolled_decks`.
"""

from sqlalchemy import select

from vision.decks import catalogue
from vision.decks.enrolled import EnrolledDeck, from_bytes, to_bytes
from webapp.base.storage.db import database
from webapp.base.storage.orm import DeckFile, now


def load(name: str) -> EnrolledDeck | None:
    """The deck stored under `name`; None if there is none or it was removed."""
    if name == catalogue.AUTO:
        return None
    with database().reading() as session:
        row = session.get(DeckFile, name)
    return from_bytes(name, row.content) if row and row.cards else None


def store(deck: EnrolledDeck) -> None:
    """Store a deck, replacing one with its name."""
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
    """Delete the embeddings of a deck; its family stays stored, for matches played with it."""
    with database().writing() as session:
        row = session.get(DeckFile, name)
        if row is not None:
            row.cards, row.content = 0, b""
            if not row.club:
                session.delete(row)


def family_of(name: str) -> str | None:
    """The family of a deck, even a removed one; None if there never was one."""
    family = catalogue.family_of(name)
    if family or name == catalogue.AUTO:
        return family
    with database().reading() as session:
        return session.scalar(select(DeckFile.family).where(DeckFile.name == name))
