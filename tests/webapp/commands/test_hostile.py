"""Any input gets a document of the contract: scored, or refused with a message for every error."""

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import referee, score
from scoring.game import GAMES
from scoring.problems import Code, InvalidEntry
from tests.oracles import oracle, questions
from tests.scoring.shared_codes import SHARED_CODES
from tests.scoring.strategies import matches
from tests.shares import examples
from webapp.commands import shared
from webapp.explain import explained
from webapp.explain.documents import errors_document

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["Anna", "7D"])
)
SEEDS = st.integers(0, 999)
ASKED = [ask for game in GAMES for ask in questions(game).values()]
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ERRORS = {*SHARED_CODES, *(str(code) for game in GAMES.values() for code in game.codes)} - {Code.AFTER_FINISH}


@st.composite
def spoilt(draw: st.DrawFn, whole: st.SearchStrategy[Any]) -> Any:
    """A right document with one part of it, anywhere, replaced by anything, or one more of anything put in."""
    document = json.loads(json.dumps(draw(whole)))
    places: list[tuple[Any, Any]] = []

    def walk(value: Any) -> None:
        keys = value.keys() if isinstance(value, dict) else range(len(value))
        for key in list(keys):
            places.append((value, key))
            if isinstance(value[key], dict | list):
                walk(value[key])
        if isinstance(value, dict):
            places.append((value, draw(st.text(max_size=5))))

    walk(document)
    holder, key = draw(st.sampled_from(places))
    holder[key] = draw(ANYTHING)
    return document


def answered(answer: Any, document: Any) -> dict[str, Any]:
    try:
        said: dict[str, Any] = explained(answer(document))
    except InvalidEntry as invalid:
        said = errors_document(invalid)
        assert said["errors"]
        assert {error["code"] for error in said["errors"]} <= ERRORS
        assert all(error["message"] for error in said["errors"])
    json.dumps(said, allow_nan=False)
    return said


MATCHES = st.builds(lambda game, seed: oracle(game).random_match(Random(seed)), st.sampled_from(list(GAMES)), SEEDS)
"""Of every game, under any house rules."""


@given(spoilt(matches(most_rounds=2)) | spoilt(MATCHES))
@settings(max_examples=examples(200), deadline=None)
def test_score(document: Any) -> None:
    said = answered(score, document)
    for counted in said.get("rounds", []):
        assert all(line["text"] for line in counted["lines"])


QUESTIONS = st.builds(lambda ask, seed: ask(Random(seed))[0], st.sampled_from(ASKED), SEEDS)
FIFTEENS = st.fixed_dictionaries(
    {
        "ask": st.just("fifteen"),
        "rest": st.sampled_from([None, ["10D"]]),
        "piles": st.sampled_from([None, {"A": ["7D", "8C"], "B": ["10C", "5C"]}]),
        "last_capture": st.sampled_from([None, "A"]),
        "over": st.sampled_from([None, True, False]),
    }
)
TIES = MATCHES.map(lambda document: {"ask": "tiebreak", **document})
LAST_ROUNDS = TIES.map(
    lambda tie: {**tie, "rounds": tie["rounds"][-1:], "before": dict.fromkeys(tie["sides"], len(tie["rounds"]))}
)


@given(spoilt(QUESTIONS) | spoilt(FIFTEENS) | spoilt(TIES) | spoilt(LAST_ROUNDS))
@settings(max_examples=examples(300), deadline=None)
def test_referee(question: Any) -> None:
    answered(referee, question)


@given(ANYTHING)
@settings(max_examples=examples(50), deadline=None)
def test_anything(document: Any) -> None:
    assert "errors" in answered(score, document)
    assert "errors" in answered(referee, document)


@given(st.binary(max_size=40))
@settings(max_examples=examples(50), deadline=None)
def test_any_bytes(data: bytes) -> None:
    """Bytes are either a document or refused; nothing else comes out of them."""
    try:
        shared.parse(data)
    except InvalidEntry as invalid:
        assert [problem.code for problem in invalid.problems] == ["bad_json"]  # noqa: PT017
