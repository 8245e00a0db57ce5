"""Enrolled decks: whose they are and who may choose them, their names, whether they learn, removing them.

The embeddings of their cards are files (`vision.decks.enrolled`); where several hosts share a PostgreSQL, rows of it
(`DatabaseShelf`). A deck of the club lies there under the name that people use, so that `--deck NAME` means it too. A
deck enrolled on the command line is the club's and has no row of `enrolled_deck`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask, current_app, has_app_context
from sqlalchemy import Row, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from vision.decks import enrolled, store
from vision.decks.catalogue import builtin_names
from vision.decks.store import Folder, Label, Shelf
from webapp.base.storage.db import Database, database
from webapp.base.storage.orm import DeckFile, now
from webapp.decks.models import EnrolledDeck

MOST_DECKS = 20  # of one device
MOST_CLUB_DECKS = 100
KEPT_AFTER_REMOVAL = timedelta(days=1)


class NameTaken(Exception):
    """The club has a deck of this name from another device or the command line, or one of another family."""


class TooManyDecks(Exception):
    """The device, or the club, has as many decks as it may."""


@dataclass(frozen=True)
class Offer:
    """An enrolled deck that may be chosen: `deck` is what matches call it, `name` what people do.

    `row` None: the command line has enrolled it.
    """

    deck: str
    name: str
    family: str
    row: EnrolledDeck | None


def offers_to(device: str) -> list[Offer]:
    """The decks that `device` may choose: its own, then the club's."""
    own = [Offer(row.deck, row.name, row.family, row) for row in of_device(device) if not row.removed]
    taken = {offer.deck for offer in own}
    return own + [offer for offer in of_club() if offer.deck not in taken]


def of_club() -> list[Offer]:
    """The decks that everybody is offered, by name."""
    with database().reading() as session:
        rows = {row.deck: row for row in session.scalars(select(EnrolledDeck).where(EnrolledDeck.club))}
    offers = [Offer(name, name, family, rows.get(name)) for name, family in enrolled.families().items()]
    return [offer for offer in offers if not (offer.row and _is_removed(offer.row))]


def of_device(device: str) -> list[EnrolledDeck]:
    """The decks that `device` has enrolled, by name; those removed within a day are among them."""
    with database().reading() as session:
        return _of_device(session, device)


def by_deck(deck: str) -> EnrolledDeck | None:
    """The row of a deck; None for one that was enrolled on the command line, or is unknown."""
    with database().reading() as session:
        return session.scalar(select(EnrolledDeck).where(EnrolledDeck.deck == deck))


def claim(session: Session, device: str, name: str, family: str, *, club: bool) -> EnrolledDeck:
    """The row for a deck that `device` has just enrolled: a new one, or that of its deck of the same name.

    Raises `vision.BadName`, `NameTaken`, `TooManyDecks`.
    """
    enrolled.check_name(name, builtin_names())
    row = _of_name(session, device, name, club=club)
    if row is not None and (row.family != family or row.device != device):
        raise NameTaken
    if row is None:
        if club and _is_club_name(name, family):
            raise NameTaken
        clubs = len(enrolled.names()) if club else 0
        if clubs >= MOST_CLUB_DECKS or len(_of_device(session, device)) >= MOST_DECKS:
            raise TooManyDecks
        deck = name if club else store.private_name(family)
        row = session.scalar(select(EnrolledDeck).where(EnrolledDeck.deck == deck)) or EnrolledDeck(deck=deck)
        row.device, row.family, row.club, row.learns = device, family, club, False
        session.add(row)
    row.name, row.removed = row.deck if club else name, None
    session.flush()
    return row


def _is_club_name(name: str, family: str) -> bool:
    """Whether the club has a deck of this name, or matches were played with one of another family."""
    if name.casefold() in {each.casefold() for each in enrolled.names()}:
        return True
    return enrolled.family(name) not in (None, family)


def _of_name(session: Session, device: str, name: str, *, club: bool) -> EnrolledDeck | None:
    """The club's deck of this name, or that of `device`, whatever the case of its letters."""
    query = select(EnrolledDeck).where(EnrolledDeck.club == club)
    if not club:
        query = query.where(EnrolledDeck.device == device)
    return next((row for row in session.scalars(query) if row.name.casefold() == name.casefold()), None)


def rename(deck: str, device: str, name: str) -> None:
    """Rename a deck of `device`; a deck of the club keeps the name that everybody knows it by.

    Raises `vision.BadName` and `NameTaken`.
    """
    enrolled.check_name(name, builtin_names())
    with database().writing() as session:
        row = _own(session, deck, device)
        if row is None or row.club:
            return
        other = _of_name(session, device, name, club=False)
        if other is not None and other.id != row.id:
            raise NameTaken
        row.name = name


def change(deck: str, device: str, **values: Any) -> None:
    """Let a deck of `device` learn (`learns`) or no longer, take it off every menu (`removed`) or put it back there.

    Until it is deleted, a day later, its matches are read with it.
    """
    with database().writing() as session:
        row = _own(session, deck, device)
        for name, value in values.items() if row is not None else ():
            setattr(row, name, value)


def unlearn(deck: str, device: str) -> None:
    """Forget what was learned from piles about a deck of `device`: only its enrolment counts again."""
    with database().writing() as session:
        stored = enrolled.load(deck) if _own(session, deck, device) is not None else None
        if stored is not None:
            enrolled.store(stored.forgetful())


def forget_device(session: Session, device: str) -> None:
    """Delete the decks of `device` alone; those of the club stay with the club, as if the command line had them."""
    for row in _of_device(session, device):
        if not row.club or _is_removed(row):
            enrolled.remove(row.deck)
        session.delete(row)


def remove_of_club(name: str) -> bool:
    """Delete a deck of the club at once, whoever taught it; returns whether there was one."""
    if name not in [deck.name for deck in of_club()]:
        return False
    with database().writing() as session:
        enrolled.remove(name)
        session.execute(delete(EnrolledDeck).where(EnrolledDeck.deck == name, EnrolledDeck.club))
    return True


def delete_old() -> int:
    """Delete the decks that were removed more than a day ago; 0, all at once."""
    old = select(EnrolledDeck).where(EnrolledDeck.removed < now() - KEPT_AFTER_REMOVAL)
    with database().writing() as session:
        for row in session.scalars(old.with_for_update(skip_locked=True)):
            if _is_removed(row):
                enrolled.remove(row.deck)
            session.delete(row)
    return 0


def _is_removed(row: EnrolledDeck) -> bool:
    """Whether a deck is removed, and the command line has not enrolled another of its name for the club since."""
    enrolled_at = enrolled.enrolled_at(row.deck) if row.club else None
    return row.removed is not None and (enrolled_at is None or enrolled_at <= row.removed)


def _own(session: Session, deck: str, device: str) -> EnrolledDeck | None:
    """The row of a deck of `device`, locked until the transaction ends; None where it is another's."""
    query = select(EnrolledDeck).where(EnrolledDeck.deck == deck, EnrolledDeck.device == device)
    return session.scalar(query.with_for_update())


def _of_device(session: Session, device: str) -> list[EnrolledDeck]:
    query = select(EnrolledDeck).where(EnrolledDeck.device == device)
    return list(session.scalars(query.order_by(EnrolledDeck.name, EnrolledDeck.id)))


class DatabaseShelf:
    """A `vision.decks.store.Shelf` in a database that hosts share.

    A deck is written in the transaction of its row in `enrolled_deck`: both are stored, or neither. Every process asks
    for the label each time, so that a deck enrolled, improved or removed on another host counts at once. The file
    itself travels only when its version has changed (`vision.decks.enrolled.load`).
    """

    def __init__(self, database: Database) -> None:
        """`database`: one of PostgreSQL."""
        self._database = database

    def labels(self) -> dict[str, Label]:
        """The labels of the club's decks."""
        with self._database.writing() as session:
            return {row.name: _label(row) for row in session.execute(_LABELS.where(DeckFile.club))}

    def label(self, name: str) -> Label | None:
        with self._database.writing() as session:
            row = session.execute(_LABELS.where(DeckFile.name == name)).one_or_none()
        return _label(row) if row else None

    def read(self, name: str) -> bytes | None:
        """The file of a deck."""
        with self._database.writing() as session:
            return session.scalar(select(DeckFile.content).where(DeckFile.name == name))

    def write(self, name: str, family: str, cards: int, content: bytes) -> None:
        """Insert the file, or put it in the place of the earlier one."""
        row = {"family": family, "cards": cards, "content": content, "changed": now()}
        query = insert(DeckFile).values(name=name, club=not store.is_private(name), version=1, **row)
        query = query.on_conflict_do_update(index_elements=["name"], set_={**row, "version": DeckFile.version + 1})
        with self._database.writing() as session:
            session.execute(query)

    def delete(self, name: str) -> None:
        with self._database.writing() as session:
            session.execute(delete(DeckFile).where(DeckFile.name == name))

    def take_over(self, folder: Path) -> None:
        """Take the files that a version before 0011 left in `folder`, then rename it; of two processes one does it."""
        if not folder.is_dir():
            return
        files = Folder()
        with self._database.writing() as session:
            for path in (*folder.glob("*.npz"), *folder.glob("own/*.npz")):
                label, content = files.label(path.stem), files.read(path.stem)
                if label is None or content is None:
                    continue
                row = {"family": label.family, "cards": label.cards, "changed": label.changed, "content": content}
                query = insert(DeckFile).values(name=path.stem, club=not store.is_private(path.stem), version=1, **row)
                session.execute(query.on_conflict_do_nothing())
        try:
            folder.rename(folder.with_name("decks.in-the-database"))
        except OSError:  # the other process was first
            return


_LABELS = select(DeckFile.name, DeckFile.family, DeckFile.cards, DeckFile.changed, DeckFile.version)


def _label(row: Row[str, str, int, datetime, int]) -> Label:
    return Label(row.family, row.cards, row.changed, (row.version, row.changed))


def init_app(app: Flask) -> None:
    """Give `app` the shelf in its database, if hosts share that; else decks lie in the folder of this machine."""
    database: Database = app.extensions["database"]
    app.extensions["shelf"] = shelf = DatabaseShelf(database) if database.is_shared else None
    if shelf is not None and app.config["DATA_DIRECTORY"] == store.folder().parent:
        shelf.take_over(store.folder())
    store.use_shelf(_of_this_application)


def _of_this_application() -> Shelf | None:
    found: Shelf | None = current_app.extensions.get("shelf") if has_app_context() else None
    return found
