"""Whatever is sent, the answer is a document of the contract: scored, or refused with a message for every error."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import referee, score
from scoring.fishing import IMPOSSIBLE_SWEEPS
from scoring.problems import Code, InvalidEntry
from tests.scoring.strategies import matches
from webapp.commands import json_io
from webapp.explain import explained
from webapp.explain.documents import errors_document

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["Anna", "7D"])
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
ERRORS = {*Code, IMPOSSIBLE_SWEEPS} - {Code.AFTER_FINISH}


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


@given(spoilt(matches(most_rounds=2)))
@settings(max_examples=150, deadline=None)
def test_score(document: Any) -> None:
    said = answered(score, document)
    for counted in said.get("rounds", []):
        assert all(line["text"] for line in counted["lines"])


QUESTIONS = st.fixed_dictionaries(
    {
        "ask": st.sampled_from(["captures", "deal"]),
        "game": st.just("scopa"),
        "options": st.just({}),
        "table": st.just(["1D", "2D", "3D", "4D"]),
        "card": st.just("7S"),
        "last_card": st.booleans(),
    }
)
TIES = matches(most_rounds=2).map(lambda document: {"ask": "tiebreak", **document})


@given(spoilt(QUESTIONS) | spoilt(TIES))
@settings(max_examples=150, deadline=None)
def test_referee(question: Any) -> None:
    answered(referee, question)


@given(ANYTHING)
@settings(max_examples=50, deadline=None)
def test_anything(document: Any) -> None:
    assert "errors" in answered(score, document)
    assert "errors" in answered(referee, document)


@given(st.binary(max_size=40))
@settings(max_examples=50, deadline=None)
def test_any_bytes(data: bytes) -> None:
    """Bytes are either a document or refused; nothing else comes out of them."""
    try:
        json_io.parse(data)
    except InvalidEntry as invalid:
        assert [problem.code for problem in invalid.problems] == ["bad_json"]  # noqa: PT017
