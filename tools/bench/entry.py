"""Prints the SQL statements of a tap, of a photographed pile and of counting a round."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.application import application
from tests.webapp.entry.costs import MOST, costs


def main() -> None:
    """Measure on SQLite, or on the migrated and empty database of `DATABASE_URL`."""
    settings = {name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ}
    with TemporaryDirectory() as folder:
        for what, asked in costs(application(Path(folder), None, **settings)):
            print(f"{what}: {len(asked)} (at most {MOST[what]}): {' '.join(asked)}")
