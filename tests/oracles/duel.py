"""Random matches and questions of every game, answered by `scoring` and by the oracles: both must agree."""

import argparse
from random import Random

from scoring.game import GAMES
from scoring.match import score_document
from scoring.referee import answer
from tests.oracles import Document, oracle, questions

PROOFS = {
    "odd_pile",
    "pile_not_fifteen",
    "rest_impossible",
    "penalty_out_of_range",
    "single_card_pile",
    "impossible_awards",
    "too_many_escobas",
}
"""Warnings that no legal play gives rise to."""
QUESTIONS = [(game, ask) for game in GAMES for ask in questions(game)]
"""Every question that an oracle can answer, with the game it is about."""


def duel(document: Document) -> None:
    """Assert that both score a match alike, and that the referee names its winners."""
    ours, theirs = score_document(document), oracle(document["game"]).score(document)
    assert [each.points for each in ours.rounds] == theirs["rounds"], document
    assert ours.totals == theirs["totals"], document
    assert ours.finished == theirs["finished"], document
    assert sorted(ours.winners) == sorted(theirs["winners"]), document
    assert list(ours.out) == theirs.get("out", []), document
    ended = answer({"ask": "tiebreak", **document}).as_dict()["own"]
    assert sorted(ended["winners"]) == sorted(theirs["winners"]), document
    if "ruling" in theirs:
        assert (ours.ruling.code if ours.ruling else None) == theirs["ruling"], document
    checked = [[str(check.code) for check in each.checks] for each in ours.rounds]
    assert checked == theirs.get("checks", checked), document
    warned = [{str(warning.code) for warning in each.warnings} for each in ours.rounds]
    if "warnings" in theirs:
        assert warned == theirs["warnings"], document
    else:
        assert not any(found & PROOFS for found in warned), (warned, document)


def duel_of_answers(game: str, ask: str, seed: int) -> None:
    """Assert that both answer the question of this seed alike, in all that the oracle knows."""
    question, expected = questions(game)[ask](Random(seed))
    ours = answer(question).as_dict()
    assert _in_order({part: ours[part] for part in expected}) == _in_order(expected), question


def _in_order(found: Document) -> Document:
    """An answer with its captures in some order, and for each whether it is a sweep: the order says nothing."""
    if "sweep" not in found:
        return found
    pairs = zip(found["captures"], found["sweep"], strict=True)
    return {**found, "captures": sorted((sorted(taken), sweep) for taken, sweep in pairs), "sweep": None}


def main() -> None:
    """Fight as many duels as asked for, and print a line a game and a question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1000, help="of each game, and questions of each kind")
    number = parser.parse_args().matches
    for game in GAMES:
        for seed in range(number):
            duel(oracle(game).random_match(Random(seed)))
        print(f"{game}: {number} random matches, both agree on every round, total and winner", flush=True)
    for game, ask in QUESTIONS:
        for seed in range(number):
            duel_of_answers(game, ask, seed)
        print(f"{game}, {ask}: {number} random questions, both answer alike", flush=True)


if __name__ == "__main__":
    main()
