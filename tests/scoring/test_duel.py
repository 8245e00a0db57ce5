"""Random legal matches under all options combined: the scorers agree, and what is spoilt is refused, never a crash.

`python -m tests.scoring.duel --matches 5000` runs as many as one likes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scoring.match import score_document
from scoring.problems import Code, InvalidEntry, Problem
from scoring.referee import answer
from tests.scoring import naive_escoba, naive_scarto
from tests.scoring.corrupt import spoil
from tests.scoring.duel import DUELS, FOUGHT, QUESTIONS, duel

SEEDS = range(120)
ERRORS = {str(code) for code in Code} - {"after_finish"} | {
    "impossible_sweeps", "fool_with_odd_pair", "not_78", "too_many_copies", "closer_has_cards"
}  # fmt: skip


def refusal(judge: Callable[[Any], object], document: object) -> tuple[Problem, ...]:
    """Why `judge` refuses a document; nothing where it does not. Any other exception fails the test."""
    try:
        judge(document)
    except InvalidEntry as invalid:
        return invalid.problems or pytest.fail("refused without a reason")
    return ()


@pytest.mark.parametrize("game", FOUGHT)
def test_both_scorers_agree_on_random_legal_matches(game: str) -> None:
    for seed in SEEDS:
        duel(game, seed)


@pytest.mark.parametrize("name", QUESTIONS)
def test_both_judges_agree_on_random_questions(name: str) -> None:
    for seed in SEEDS:
        QUESTIONS[name](seed)


@pytest.mark.parametrize("game", FOUGHT)
def test_a_spoilt_match_is_refused_with_codes_of_the_contract_or_is_a_match_still(game: str) -> None:
    refused = 0
    for seed in range(400):
        random = Random(seed)
        document = spoil(random, DUELS[game][0](random))
        problems = refusal(score_document, document)
        refused += bool(problems)
        assert {str(problem.code) for problem in problems} <= ERRORS
        json.dumps([problem.as_dict() for problem in problems], allow_nan=False)
    assert refused > 200


@pytest.mark.parametrize("game", FOUGHT)
def test_the_referee_answers_or_refuses_any_spoilt_match(game: str) -> None:
    for seed in range(150):
        random = Random(seed)
        question = spoil(random, {"ask": "tiebreak", **DUELS[game][0](random)})
        assert {str(problem.code) for problem in refusal(answer, question)} <= ERRORS


def test_an_escoba_pile_is_a_multiple_of_fifteen_and_the_rest_is_ten_more() -> None:
    for seed in SEEDS:
        entry = naive_escoba.play(Random(seed), ["Anna", "Bruno"], {})
        left = sorted(sum(map(naive_escoba.rank, pile)) % 15 for pile in entry["piles"].values())
        assert left == [0, 10]


def test_a_hand_of_scarto_makes_78_and_the_odd_two_are_not_with_the_fool() -> None:
    for seed in SEEDS:
        random = Random(seed)
        piles = naive_scarto.play(random, 20)
        assert sum(naive_scarto.count(pile, 20, random) for pile in piles.values()) == 78
        odd = [side for side, pile in piles.items() if len([card for card in pile if card != "FOOL"]) % 3 == 2]
        assert len(odd) == 1
        assert "FOOL" not in piles[odd[0]]
