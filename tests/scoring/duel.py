"""Random legal matches of every game, scored by `scoring` and by the naive scorers: `python -m tests.scoring.duel`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Any

from scoring.game import GAMES
from scoring.match import score_document
from scoring.referee import ASKS, answer
from tests.scoring import naive, naive_escoba, naive_melds, naive_scala40, naive_scarto, naive_scopinion
from tests.scoring.simulate import VARIANTS, play

SCOPA: dict[str, list[Any]] = {
    "target": [11, 5, 16, 21],
    "reach": ["reach", "exceed"],
    "end": ["source", "more-points", "counting-order"],
    "coins": ["most", "six"],
    "cards": ["most", "twenty-one"],
    "primiera": ["points", "sevens"],
    "primiera_missing": ["loses", "no-compete", "sum"],
    "figures": [10, "ranked", 0],
    "re_bello": [False, True],
    "napola": [False, True],
}


def scopa_match(random: Random) -> dict[str, Any]:
    """A random match of Scopa, every option drawn."""
    sides = ["Anna", "Bruno", "Carla", "Dino"][: random.choice([2, 2, 3, 4])]
    variant = random.choice(VARIANTS)
    options = {"variant": variant}
    options |= {name: random.choice(values) for name, values in SCOPA.items() if random.random() < 0.6}
    rounds = [play(random, variant, sides).entry() for _ in range(random.randint(0, 7))]
    return {"game": "scopa", "options": options, "sides": sides, "rounds": rounds}


Maker = Callable[[Random], dict[str, Any]]
Scorer = Callable[[dict[str, Any]], dict[str, Any]]
DUELS: dict[str, tuple[Maker, Scorer]] = {
    "scopa": (scopa_match, naive.score),
    "escoba": (naive_escoba.random_match, naive_escoba.score),
    "scarto": (naive_scarto.random_match, naive_scarto.score),
    "scala40": (naive_scala40.random_match, naive_scala40.score),
    "scopinion": (naive_scopinion.random_match, naive_scopinion.score),
}
FOUGHT = [game for game in DUELS if game in GAMES]


def duel(game: str, seed: int) -> None:
    """Assert that both score the match of this seed alike."""
    make, score = DUELS[game]
    document = make(Random(seed))
    ours, naively = score_document(document), score(document)
    assert [each.points for each in ours.rounds] == naively["rounds"], document
    assert ours.totals == naively["totals"], document
    assert ours.finished == naively["finished"], document
    assert sorted(ours.winners) == sorted(naively["winners"]), document
    proofs = {"odd_pile", "pile_not_fifteen", "rest_impossible", "penalty_out_of_range", "single_card_pile"}
    raised = {warning.code for each in ours.rounds for warning in each.warnings}
    assert not raised & proofs, (raised, document)


def duel_of_melds(seed: int) -> None:
    """Assert that the referee judges an opening as the naive judge does."""
    question = naive_melds.random_question(Random(seed))
    ours = answer(question).as_dict()
    assert (ours["valid"], ours["points"]) == naive_melds.opening(question["melds"], question["options"]), question


def duel_of_discards(seed: int) -> None:
    """Assert that the referee allows the same discards."""
    random = Random(seed)
    top = random.choice([20, 21])
    cards = naive_scarto.deck("SHDC")
    dear = [card for card in cards if naive_scarto.value(card, top) > 3]
    few = [card for card in cards if card[0] != "T"]
    hand = random.sample(random.choice([cards, few]), 27)
    hand += random.choice([["T1"], random.sample([card for card in cards if card not in hand], 1)])
    hand = list(dict.fromkeys(hand))
    hand += [card for card in random.sample(cards, 78) if card not in hand][: 28 - len(hand)]
    discard = random.sample([*hand, *[card for card in dear if card in hand]], 3)
    discard = list(dict.fromkeys(discard))
    discard += [card for card in hand if card not in discard][: 3 - len(discard)]
    options = {"top_trump": top}
    ours = answer({"ask": "discard", "game": "scarto", "options": options, "hand": hand, "discard": discard}).as_dict()
    assert ours["legal"] == (not naive_scarto.wrong_discard(hand, discard, top)), (hand, discard, ours)


QUESTIONS = {name: fight for name, fight in (("opening", duel_of_melds), ("discard", duel_of_discards)) if name in ASKS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="of each game, and questions of each kind")
    number = parser.parse_args().matches
    for game in FOUGHT:
        for seed in range(number):
            duel(game, seed)
        print(f"{game}: {number} random matches, both scorers agree on every round, total and winner", flush=True)
    for name, fight in QUESTIONS.items():
        for seed in range(number):
            fight(seed)
        print(f"{name}: {number} random questions, both judges agree", flush=True)


if __name__ == "__main__":
    main()
