"""Lays the tables into a database: `python -m tools.load.tables COUNT` prints their play tokens.

In a process of its own, by the settings of the environment, as the server that will answer has them. The matches are to
so many points that none is over while it is measured.
"""

from __future__ import annotations

import json
import sys

from webapp.app import create_app
from webapp.base.storage.tokens import new_token
from webapp.games import GAMES
from webapp.match.models import Match

TARGET = 9999
PLAYERS = ("Anna", "Bruno")


def main() -> None:
    """Add the matches."""
    app = create_app()
    database = app.extensions["database"]
    name, game = next(iter(GAMES.items()))
    tokens = [new_token() for _ in range(int(sys.argv[1]))]
    with app.app_context(), database.writing() as session:
        session.add_all(
            Match(
                play_token=token,
                watch_token=new_token(),
                game=name,
                options={"target": TARGET},
                sides=list(PLAYERS),
                players=list(PLAYERS),
                deck=game.first_deck,
            )
            for token in tokens
        )
    print(json.dumps(tokens))


if __name__ == "__main__":
    main()
