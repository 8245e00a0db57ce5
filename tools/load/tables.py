"""Stores matches in the database: `python -m tools.load.tables COUNT` prints their play tokens.

Runs in its own process, with the same environment settings as the server under test. The target is so high that no
match ends while measuring.
"""

import json
import sys

from tests.application import stored_match
from webapp.app import create_app
from webapp.games import GAMES

MATCH = {"game": next(iter(GAMES)), "options": {"target": 9999}, "sides": ["Anna", "Bruno"], "rounds": []}


def main() -> None:
    """Add the matches and print their tokens."""
    app = create_app()
    print(json.dumps([stored_match(app, MATCH).split("/")[2] for _ in range(int(sys.argv[1]))]))


if __name__ == "__main__":
    main()
