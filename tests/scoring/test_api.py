"""The Python interface: `from scoring import score, referee` (contract.md, "From Python")."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring import InvalidEntry, referee, score
from scoring.asking.captures import Captures
from scoring.match import Match, MatchScore
from scoring.referee import answer
from tests.scoring.rounds import A, B, match, won

ROOT = Path(__file__).parents[2]
MATCH = match(won(A, B, None, A, sweeps={B: 2}))
QUESTION: dict[str, Any] = {"ask": "captures", "game": "scopa", "table": ["1D", "3C", "4B"], "card": "7S"}


def test_a_match_in_and_a_dictionary_out() -> None:
    result = score(MATCH)
    assert result["totals"] == {A: 2, B: 3}
    assert set(result) == {"rounds", "totals", "finished", "winners", "out", "ruling"}
    assert set(result["rounds"][0]) >= {"points", "lines", "warnings"}


def test_a_question_in_and_a_dictionary_out() -> None:
    assert referee(QUESTION) == {"captures": [["3C", "4B"]], "must_capture": True, "sweep": [False]}


@pytest.mark.parametrize("result", [score(MATCH), referee(QUESTION)], ids=["score", "referee"])
def test_the_answer_is_plain_json(result: dict[str, Any]) -> None:
    """Equal to what comes back from JSON: no tuple, no enumeration, no value of ours."""
    assert json.loads(json.dumps(result, allow_nan=False)) == result
    assert result == dict(result)


def test_the_answer_carries_the_values_behind_it() -> None:
    result, answered = score(MATCH), referee(QUESTION)
    assert isinstance(result.match, Match)
    assert isinstance(result.score, MatchScore)
    assert result == result.score.as_dict()
    assert isinstance(answered.answer, Captures)
    assert answered.answer == answer(QUESTION)


def test_a_copy_keeps_the_values_behind_it() -> None:
    result = score(MATCH)
    assert copy.copy(result).score is result.score
    assert copy.deepcopy(result) == result


@pytest.mark.parametrize("call", [score, referee])
def test_everything_wrong_is_in_the_exception(call: Any) -> None:
    wrong = {"ask": "tiebreak", **match({"piles": {A: ["7X", "7D", "7D"]}}, target=0)}
    with pytest.raises(InvalidEntry) as refusal:
        call({name: value for name, value in wrong.items() if name != "ask" or call is referee})
    assert [problem.code for problem in refusal.value.problems] == ["bad_option", "unknown_card", "duplicate_card"]
    assert refusal.value.as_dict() == {
        "errors": [
            {"code": "bad_option", "field": "target", "value": 0},
            {"code": "unknown_card", "round": 0, "field": "piles", "side": A, "cards": ["7X"]},
            {"code": "duplicate_card", "round": 0, "field": "piles", "sides": [A], "cards": ["7D"]},
        ]
    }


def test_the_names_that_are_promised() -> None:
    assert {"score", "referee", "InvalidEntry"} <= set(scoring.__all__)
    assert all(hasattr(scoring, name) for name in scoring.__all__)
    assert Path(scoring.__file__).with_name("py.typed").exists()


IMPORTS = [
    "from scoring import referee, score",
    "from scoring.referee import Tiebreak, answer",
    "import scoring.referee",
]
CALLS = "scoring.referee, answer, Tiebreak, score({}), referee({}).answer"
"""Only type-checked: `referee` is the function, and what the package of that name has is found in it."""


@pytest.mark.parametrize("first", range(len(IMPORTS)), ids=IMPORTS)
def test_referee_is_the_function_and_the_package_whichever_is_imported_first(first: int) -> None:
    order = [*IMPORTS[first:], *IMPORTS[:first]]
    program = "\n".join([*order, "assert callable(referee) and referee is scoring.referee and callable(answer)"])
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_mypy_sees_the_function_and_the_package_too(tmp_path: Path) -> None:
    for name, order in (("forwards", IMPORTS), ("backwards", IMPORTS[::-1])):
        (tmp_path / f"{name}.py").write_text("\n".join([*order, CALLS]))
    programs = [str(tmp_path / f"{name}.py") for name in ("forwards", "backwards")]
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *programs]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_importing_scoring_loads_nothing_else_of_the_application() -> None:
    """The standard library only; `settebello score` starts with this."""
    program = """
import sys
before = set(sys.modules)
import scoring
print(*{name.split(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)
"""
    loaded = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True)
    assert loaded.stdout.split() == ["scoring"]
