"""Lays the tables into a database: `python -m tools.load.tables COUNT` prints their play tokens.

In a process of its own, by the settings of the environment, as the server that will answer has them. The matches are to
so many points that none is over while it is measured.
"""

from __future__ import annotations

import json
import sys

from tests.application import stored_match
from webapp.app import create_app
from webapp.games import GAMES

MATCH = {"game": next(iter(GAMES)), "options": {"target": 9999}, "sides": ["Anna", "Bruno"], "rounds": []}


def main() -> None:
    """Add the matches."""
    app = create_app()
    print(json.dumps([stored_match(app, MATCH).split("/")[2] for _ in range(int(sys.argv[1]))]))


if __name__ == "__main__":
    main()
