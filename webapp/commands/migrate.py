"""`settebello migrate`: migrates the database to this version. PostgreSQL needs this once after every update.

`--to` undoes migrations, so that an older version can run again.
"""

from __future__ import annotations

import argparse

from webapp.base.storage import db
from webapp.commands import shared
from webapp.commands.backup import stored_here
from webapp.commands.shared import DONE


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the target revision; the settings say which database."""
    parser.add_argument(
        "--to", metavar="NUMBER", help="back to this number, for an older version; what only newer ones know is lost"
    )


def run(chosen: argparse.Namespace) -> int:
    with stored_here() as (database, _):
        before, after = db.migrate(database, chosen.to)
        shared.write({"database": database.engine.dialect.name, "before": before, "after": after})
    return DONE
