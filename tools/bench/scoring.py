"""Benchmark of scoring a round and a thirty-round match of each game, and of the pages of that match.

Rounds are entered by cards; the target is too high for the match to end. The game's oracle plays them
(`tests/oracles`). Pages go through the whole application on SQLite, without a network.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from scoring.game import GAMES
from scoring.match import score_document
from tests.application import stored_match
from tests.fakes import FakeRecogniser
from tests.oracles import oracle
from webapp.app import create_app

ROUNDS = 30
REPEATS = 30
PAGES = {"board": "", "changed poll": "live?version=0.0", "unchanged poll": "live?version=1.0"}
Document = dict[str, Any]


def milliseconds(work: Callable[[], object]) -> float:
    """The median time of `work`, after one run to warm up."""
    work()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[REPEATS // 2] * 1000


def of_pages(document: Document) -> list[float]:
    """Milliseconds of each of `PAGES` of a stored match."""
    with tempfile.TemporaryDirectory() as directory:
        app = create_app({"DATA_DIRECTORY": Path(directory), "RATELIMIT_ENABLED": False})
        app.extensions["recogniser"] = FakeRecogniser()
        board, client = stored_match(app, document), app.test_client()
        client.get(board)
        try:
            return [
                milliseconds(partial(client.get, board + page, headers={"HX-Request": "true"} if page else {}))
                for page in PAGES.values()
            ]
        finally:
            app.extensions["database"].engine.dispose()


def main() -> None:
    """Print one line a game."""
    print(f"{'milliseconds':<12}{'round':>8}{f'{ROUNDS} rounds':>12}" + "".join(f"{name:>16}" for name in PAGES))
    for game in GAMES:
        one, many = (oracle(game).long_match(Random(7), rounds) for rounds in (1, ROUNDS))
        rules = "".join(f"{milliseconds(partial(score_document, each)):>10.2f}" for each in (one, many))
        print(f"{game:<12}{rules}" + "".join(f"{each:>16.1f}" for each in of_pages(many)), flush=True)


if __name__ == "__main__":
    main()
