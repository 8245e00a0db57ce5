"""The enrolled decks of a command: those in the database of `DATABASE_URL`, if hosts share it."""

from __future__ import annotations

import os


def use_the_decks_of_the_server() -> None:
    """Read and store decks in the server's database from now on; without a shared one nothing changes."""
    if not os.environ.get("DATABASE_URL"):
        return  # without loading any database code, so that commands start quickly
    from vision.decks.store import use_shelf
    from webapp.base.running.config import data_directory, database_url
    from webapp.base.storage.db import Database
    from webapp.decks.shelf import DatabaseShelf

    database = Database(database_url(data_directory()))
    if database.is_shared:
        shelf = DatabaseShelf(database)
        use_shelf(lambda: shelf)
