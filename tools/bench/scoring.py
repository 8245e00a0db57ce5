"""What scoring costs: a round and a match of thirty of each game, and its share of the time that a board page takes.

The matches are whole rounds by cards, such as a table enters them, with a target that no match of thirty reaches; they
come from the game's oracle (`tests/oracles`).
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
from tests.fakes import FakeRecogniser
from tests.oracles import oracle
from webapp.app import create_app
from webapp.base.storage.tokens import new_token
from webapp.games import GAMES as DECLARED
from webapp.match.models import Match, Round

ROUNDS = 30
REPEATS = 30
Document = dict[str, Any]


def seconds(work: Callable[[], object]) -> float:
    """The median time of `work`, after one run to warm up."""
    work()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[REPEATS // 2]


def page_seconds(document: Document) -> float | None:
    """How long the board page of a stored match takes, through the whole application; None if it has none."""
    with tempfile.TemporaryDirectory() as directory:
        app = create_app({"DATA_DIRECTORY": Path(directory), "RATELIMIT_ENABLED": False})
        app.extensions["recogniser"] = FakeRecogniser()
        database, token = app.extensions["database"], new_token()
        rounds = [
            Round(number=number, entry=entry, save_token=new_token(), version=1)
            for number, entry in enumerate(document["rounds"], 1)
        ]
        with app.app_context(), database.writing() as session:
            session.add(
                Match(
                    play_token=token,
                    watch_token=new_token(),
                    game=document["game"],
                    options=document["options"],
                    sides=document["sides"],
                    players=document["sides"],
                    deck=DECLARED[document["game"]].first_deck,
                    rounds=rounds,
                )
            )
        client = app.test_client()
        try:
            if client.get(f"/m/{token}/").status_code != 200:
                return None
            return seconds(lambda: client.get(f"/m/{token}/"))
        finally:
            database.engine.dispose()


def main() -> None:
    """Print one line a game."""
    print(f"{'game':<10} {'round':>10} {'rounds':>7} {'match':>10} {'board page':>11} {'scoring in it':>14}")
    for game in GAMES:
        one, many = (oracle(game).long_match(Random(7), rounds) for rounds in (1, ROUNDS))
        for document in (one, many):
            score_document(document)
        round_, match = (seconds(partial(score_document, document)) for document in (one, many))
        page = page_seconds(many)
        shown = "-" if page is None else f"{page * 1000:.1f} ms"
        share = "-" if page is None else f"{match / page:.0%}"
        print(
            f"{game:<10} {round_ * 1e6:>7.0f} µs {len(many['rounds']):>7} {match * 1e6:>7.0f} µs "
            f"{shown:>11} {share:>14}"
        )


if __name__ == "__main__":
    main()
