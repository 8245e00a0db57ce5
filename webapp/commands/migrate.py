"""`settebello migrate`: the database brought to this version. PostgreSQL needs it once after every update."""

from __future__ import annotations

import argparse

from webapp.base import db_state
from webapp.base.config import data_directory, database_url, prepared, values
from webapp.base.db import opened
from webapp.commands import json_io
from webapp.commands.command import DONE


def declare(parser: argparse.ArgumentParser) -> None:
    """It has no arguments: the settings say which database."""


def run(chosen: argparse.Namespace) -> int:
    """Migrate."""
    values()
    database = opened(database_url(prepared(data_directory())))
    before, after = db_state.migrate(database)
    json_io.write({"database": database.engine.dialect.name, "before": before, "after": after})
    return DONE
