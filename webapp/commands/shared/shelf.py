"""Which enrolled decks a command means: those in the database that `DATABASE_URL` names, if hosts share it."""

from __future__ import annotations

import os


def use_the_decks_of_the_server() -> None:
    """Read and store decks in the server's database from now on; where it has a folder of its own, nothing changes."""
    if not os.environ.get("DATABASE_URL"):
        return  # and nothing of a database is loaded: a command starts quickly
    from vision.decks.store import use_shelf
    from webapp.base.running.config import data_directory, database_url
    from webapp.base.storage.db import Database
    from webapp.decks.shelf import DatabaseShelf

    database = Database(database_url(data_directory()))
    if database.is_shared:
        shelf = DatabaseShelf(database)
        use_shelf(lambda: shelf)
