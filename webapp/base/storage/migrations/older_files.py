"""Takes the taught decks and the key of the cookies that version 0.4.0 kept as files, also in its backups."""

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from vision.decks.catalogue import NAME, is_private
from vision.decks.enrolled import from_bytes
from webapp.base.running.config import storing
from webapp.base.storage import cookie_key
from webapp.base.storage.orm import DeckFile, SharedKey

KEY = "secret_key"


def take_in(connection: Connection, directory: Path) -> None:
    """Store what is in `directory`, unless it is stored or a newer deck of the name is; files stay where they are.

    Raises `StartError` for a file that cannot be read.
    """
    with storing(directory):
        key = (directory / KEY).read_bytes() if (directory / KEY).exists() else None
    if key is not None and connection.scalar(select(SharedKey.value)) is None:
        value = cookie_key.checked(key.decode("ascii", "replace").strip(), directory / KEY)
        connection.execute(insert(SharedKey), {"name": cookie_key.NAME, "value": value})
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
