"""Takes the taught decks that version 0.4.0 kept as files in the data directory, and in its backups."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from vision.decks.catalogue import NAME, is_private
from vision.decks.enrolled import from_bytes
from webapp.base.running.config import storing
from webapp.base.storage.orm import DeckFile


def take_in(connection: Connection, directory: Path) -> None:
    """Store the decks in `directory`, unless a newer one of the name is stored; their files stay where they are.

    Raises `StartError` for a file that cannot be read.
    """
    stored = {row.name: row.changed for row in connection.execute(select(DeckFile.name, DeckFile.changed))}
    for path in sorted((*directory.glob("decks/*.npz"), *directory.glob("decks/own/*.npz"))):
        with storing(directory):
            name, content, written = path.stem, path.read_bytes(), path.stat().st_mtime
        changed = datetime.fromtimestamp(written, UTC).replace(tzinfo=None)
        deck = from_bytes(name, content) if NAME.fullmatch(name) else None
        if deck is None or changed <= stored.get(name, datetime.min):
            continue
        row = {"name": name, "club": not is_private(name), "family": deck.family, "cards": len(deck.codes)}
        connection.execute(delete(DeckFile).where(DeckFile.name == name))
        connection.execute(insert(DeckFile), {**row, "changed": changed, "content": content})
