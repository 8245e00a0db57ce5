"""What scoring costs: a round and a match of thirty of each game, and its share of the time that a board page takes.

The matches are whole rounds by cards, such as a table enters them, with a target that no match of thirty reaches.
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
from tests.scoring import naive_escoba, naive_scala40, naive_scarto, naive_scopinion
from tests.scoring.simulate import play
from webapp.app import create_app
from webapp.games import SCREENS
from webapp.models import Match, Round
from webapp.tokens import new_token

ROUNDS = 30
FAR = 9999
REPEATS = 30
SIDES = ["Anna", "Bruno"]
Document = dict[str, Any]


def long_match(game: str, rounds: int, random: Random) -> Document:
    """Return the contract's JSON of a match of `rounds` rounds by cards; Scopinion has one whatever is asked."""
    document: Document = {"game": game, "options": {}, "sides": SIDES}
    if game == "scopa":
        return document | {
            "options": {"target": FAR},
            "rounds": [play(random, "classic", SIDES).entry() for _ in range(rounds)],
        }
    if game == "escoba":
        return document | {
            "options": {"target": FAR},
            "rounds": [naive_escoba.play(random, SIDES, {}) for _ in range(rounds)],
        }
    if game == "scarto":
        entries: list[Document] = []
        while len(entries) < rounds:
            piles = naive_scarto.play(random, 20)
            # One set of suits throughout a match.
            if not any(card[-1] == "B" for pile in piles.values() for card in pile):
                entries.append({"piles": piles})
        return document | {"options": {"deals": 3 * ROUNDS}, "sides": naive_scarto.SIDES, "rounds": entries}
    if game == "scala40":
        hands = [random.sample(naive_scala40.PACKS, 13) for _ in range(rounds)]
        entries = [{"closer": SIDES[n % 2], "hands": {SIDES[1 - n % 2]: hand}} for n, hand in enumerate(hands)]
        return document | {"options": {"limit": FAR}, "rounds": entries}
    while not (one := naive_scopinion.random_match(random))["rounds"]:
        pass
    return one


def seconds(work: Callable[[], object]) -> float:
    """Return the median time of `work`, after one run to warm up."""
    work()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[REPEATS // 2]


def page_seconds(document: Document) -> float | None:
    """Return how long the board page of a stored match takes, through the whole application; None if it has none."""
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
                    deck="french",
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
        one, many = (long_match(game, rounds, Random(7)) for rounds in (1, ROUNDS))
        for document in (one, many):
            score_document(document)
        round_, match = (seconds(partial(score_document, document)) for document in (one, many))
        page = page_seconds(many) if game in SCREENS else None
        shown = "-" if page is None else f"{page * 1000:.1f} ms"
        share = "-" if page is None else f"{match / page:.0%}"
        print(
            f"{game:<10} {round_ * 1e6:>7.0f} µs {len(many['rounds']):>7} {match * 1e6:>7.0f} µs "
            f"{shown:>11} {share:>14}"
        )


if __name__ == "__main__":
    main()
