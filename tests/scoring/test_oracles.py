"""Random matches of every game: the oracles agree, what is given is declared, and what is spoilt is refused.

`tests/oracles/__init__.py` says what an oracle is; every game has one.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.game import GAMES
from scoring.lines import ADJUSTMENT
from scoring.match import score_document
from scoring.problems import InvalidEntry, Problem
from scoring.referee import answer
from tests import oracles
from tests.oracles import escoba, oracle, scarto
from tests.oracles.duel import QUESTIONS, duel, duel_of_answers
from tests.oracles.italian import rank
from tests.oracles.spoil import spoil
from tests.scoring.shared_codes import SHARED_CODES
from tests.shares import examples

SEEDS = range(examples(120))


@cache
def random_match(game: str, seed: int) -> dict[str, Any]:
    """The match of a seed; played once for all tests that only look at it."""
    return oracle(game).random_match(Random(seed))


def refusal(judge: Callable[[Any], object], document: object) -> tuple[Problem, ...]:
    """Why `judge` refuses a document; nothing where it does not. Any other exception fails the test."""
    try:
        judge(document)
    except InvalidEntry as invalid:
        return invalid.problems or pytest.fail("refused without a reason")
    return ()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_oracle(game: str) -> None:
    assert Path(oracles.__file__).with_name(f"{game}.py").exists(), f"{game} has no module in tests/oracles"


@pytest.mark.parametrize("game", GAMES)
def test_both_scorers_agree_on_random_legal_matches(game: str) -> None:
    for seed in SEEDS:
        duel(random_match(game, seed))


@pytest.mark.parametrize(("game", "ask"), QUESTIONS)
def test_both_answer_random_questions_alike(game: str, ask: str) -> None:
    for seed in SEEDS:
        duel_of_answers(game, ask, seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_long_match_has_its_rounds_and_goes_on(game: str) -> None:
    """Whole rounds that are right, for the bench; one where a round is the whole match."""
    document = oracle(game).long_match(Random(7), 4)
    result = score_document(document)
    assert len(result.rounds) in (1, 4)
    assert not result.finished or len(result.rounds) == 1


@pytest.mark.parametrize("game", GAMES)
def test_what_a_round_can_give_is_declared_by_the_game(game: str) -> None:
    """Every rule id, warning and check of a round; and every rule id that is declared turns up."""
    declared, given = GAMES[game], set[str]()
    for seed in SEEDS:
        for score in score_document(random_match(game, seed)).rounds:
            given |= {str(line.rule) for line in score.lines}
            assert {str(warning.code) for warning in score.warnings} <= {*declared.codes, *SHARED_CODES}
            assert {str(check.code) for check in score.checks} <= set(declared.checks)
    assert given - {ADJUSTMENT} == set(map(str, declared.rules))


@pytest.mark.parametrize("game", GAMES)
def test_a_spoilt_match_is_refused_with_codes_that_are_declared_or_is_a_match_still(game: str) -> None:
    """Errors are said with the codes of the game or the shared ones, and every answer is JSON."""
    refused, declared = 0, {*map(str, GAMES[game].codes), *SHARED_CODES}
    for seed in range(4 * len(SEEDS)):
        document = spoil(Random(seed), random_match(game, seed % len(SEEDS)))
        problems = refusal(score_document, document)
        refused += bool(problems)
        assert {str(problem.code) for problem in problems} <= declared
        json.dumps([problem.as_dict() for problem in problems], allow_nan=False)
    assert refused > 1.6 * len(SEEDS)


@pytest.mark.parametrize("game", GAMES)
def test_the_referee_answers_or_refuses_any_spoilt_match(game: str) -> None:
    declared = {*map(str, GAMES[game].codes), *SHARED_CODES}
    for seed in range(examples(150)):
        question = spoil(Random(seed), {"ask": "tiebreak", **random_match(game, seed % len(SEEDS))})
        assert {str(problem.code) for problem in refusal(answer, question)} <= declared


def test_an_escoba_pile_is_a_multiple_of_fifteen_and_the_rest_is_ten_more() -> None:
    for seed in SEEDS:
        entry = escoba.play(Random(seed), ["Anna", "Bruno"], {})
        left = sorted(sum(map(rank, pile)) % 15 for pile in entry["piles"].values())
        assert left == [0, 10]


def test_a_hand_of_scarto_makes_78_and_the_odd_two_are_not_with_the_fool() -> None:
    for seed in SEEDS:
        random = Random(seed)
        piles = scarto.play(random, 20, random.choice(scarto.DECKS))
        assert sum(scarto.count(pile, 20, random) for pile in piles.values()) == 78
        odd = [side for side, pile in piles.items() if len([card for card in pile if card != "FOOL"]) % 3 == 2]
        assert len(odd) == 1
        assert "FOOL" not in piles[odd[0]]
