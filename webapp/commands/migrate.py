"""`settebello migrate`: migrates the database to this version. PostgreSQL needs this once after every update.

`--to` undoes migrations, so that an older version can run again.
"""

from __future__ import annotations

import argparse

from webapp.base.running.config import data_directory, database_url, prepared, values
from webapp.base.storage import db_state
from webapp.base.storage.db import opened
from webapp.commands.shared import json_io
from webapp.commands.shared.command import DONE


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the target revision; the settings say which database."""
    parser.add_argument(
        "--to", metavar="NUMBER", help="back to this number, for an older version; what only newer ones know is lost"
    )


def run(chosen: argparse.Namespace) -> int:
    values()
    database = opened(database_url(prepared(data_directory())))
    before, after = db_state.migrate(database, chosen.to)
    json_io.write({"database": database.engine.dialect.name, "before": before, "after": after})
    return DONE
