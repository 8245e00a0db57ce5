"""Prints the SQL statements of a tap, of a photographed pile and of counting a round."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.application import application
from tests.webapp.entry.costs import MOST, costs


def main() -> None:
    """Measure on SQLite; on PostgreSQL `tests/webapp/entry/test_cost.py` holds the same bounds."""
    with TemporaryDirectory() as folder:
        for what, asked in costs(application(Path(folder))):
            print(f"{what}: {len(asked)} (at most {MOST[what]}): {' '.join(asked)}")
