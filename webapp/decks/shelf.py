"""The files of enrolled decks where several hosts share them: rows of PostgreSQL instead of a folder a host.

A deck is written in the transaction of its row in `enrolled_deck`: both are stored, or neither. Every process asks for
the label each time, so that a deck enrolled, improved or removed on another host counts at once. The file itself
travels only when its version has changed (`vision.decks.enrolled.load`).
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from flask import Flask, current_app, has_app_context
from sqlalchemy import Row, delete, select
from sqlalchemy.dialects.postgresql import insert

from vision.decks import store
from vision.decks.store import Folder, Label, Shelf
from webapp.base.storage.db import Database
from webapp.base.storage.orm import DeckFile, now


class DatabaseShelf:
    """A `vision.decks.store.Shelf` in a database that is shared."""

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
