"""One declaration a game: what the registry asks of it, and that no other file of `scoring` names it."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

import scoring
from scoring.asking.captures import ask_captures
from scoring.asking.tricks import ask_trick
from scoring.cards import ITALIAN
from scoring.fields import SIDE
from scoring.game import GAMES, SHARED_CODES, IncompleteGame, lacking, registry
from scoring.lines import Check, RoundScore
from scoring.options import flag
from scoring.problems import InvalidQuestion
from scoring.protocol import DECLARED, NEEDED
from scoring.referee import ASKS, answer

PACKAGE = Path(scoring.__file__).parent


OF_ANY_GAME = {"fifteen", "tiebreak"}


class Nothing:
    """A game that declares nothing."""


class Half:
    """A game of which some parts are missing, empty, or of the wrong kind."""

    name = "half"
    deck = ITALIAN
    seats = ()
    options = dict
    authorities = ("source",)
    questions: ClassVar[Any] = {"captures": ask_captures, "trick": ask_trick}
    rules = ("points",)
    codes = ()


def whole(**changes: Any) -> Any:
    """A game that declares all it must, and nothing else; `changes` is what it declares otherwise."""

    class Whole:
        name = "whole"
        deck = ITALIAN
        seats = (2,)
        options = GAMES["scopinion"].options
        fields: ClassVar[Any] = {"winner": SIDE}
        authorities = ("source",)
        questions: ClassVar[Any] = {}
        rules = ("everything",)
        codes = ("all_wrong",)
        checks = ()
        score = outcome = verdict = flag

        def read(self, entry: Mapping[str, object], options: Any, state: Any, report: Any) -> object:
            return entry.get("winner")

    for part, value in changes.items():
        setattr(Whole, part, value)
    return Whole()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_whole(game: Any) -> None:
    assert lacking(game) == []


def test_what_a_game_lacks_is_said_in_sentences() -> None:
    assert lacking(whole()) == []
    assert len(lacking(Nothing())) == len(DECLARED)
    assert lacking(Nothing())[1] == "The game Nothing does not say which cards it is played with (`deck`)."
    assert lacking(Half()) == [
        f"The game half does not say {what}."
        for what in (
            "which fields a round has, and which of them name sides and cards (`fields`)",
            "what it verifies of a round (`checks`)",
            "how a round is read (`read`)",
            "how a round is scored (`score`)",
            "when a match is over (`outcome`)",
            "what each authority says of the end (`verdict`)",
            "how many sides can play it (`seats` is empty)",
            "its house rules as a dataclass whose fields are made by `scoring.options` (`options`)",
            "what the question `captures` needs (`capture_rule`)",
            "what the question `trick` needs (`tricks`)",
        )
    ]


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        ([whole(seats=())], "The game whole does not say how many sides can play it (`seats` is empty)."),
        ([whole(), whole(rules=("other",), codes=())], "Two games are called whole."),
        ([whole(), whole(name="other", codes=())], "The rule id everything is declared by whole and other."),
        ([whole(), whole(name="other", rules=("other",))], "The code all_wrong is declared by whole and other."),
        ([whole(codes=("bad_round",))], "The code bad_round is declared by every game and whole."),
        (
            [whole(fields={})],
            "The game whole does not say which fields a round has, and which of them name sides and "
            "cards (`fields` is empty).",
        ),
        (
            [whole(fields={"loser": SIDE})],
            "The game whole reads the field `winner` and does not declare it (`fields`).",
        ),
        (
            [whole(fields={"winner": SIDE, "adjust": SIDE})],
            "The game whole declares the field `adjust`, which every game has (`fields`).",
        ),
    ],
)
def test_a_game_that_is_not_whole_or_in_the_way_of_another_fails_at_once(games: list[Any], sentence: str) -> None:
    with pytest.raises(IncompleteGame) as refusal:
        registry(games)
    assert str(refusal.value) == sentence


def test_every_question_is_one_the_referee_knows_and_of_some_game() -> None:
    asked = {ask for game in GAMES.values() for ask in game.questions}
    assert asked | OF_ANY_GAME == set(ASKS)
    assert set(NEEDED) <= asked


@pytest.mark.parametrize("game", GAMES)
def test_a_question_about_another_game_is_refused(game: str) -> None:
    """`fifteen` names no game, and `tiebreak` is asked of all."""
    for ask in set(ASKS) - OF_ANY_GAME:
        with pytest.raises(InvalidQuestion) as refusal:
            answer({"ask": ask, "game": game})
        unknown = [problem for problem in refusal.value.problems if problem.code == "unknown_game"]
        assert bool(unknown) == (ask not in GAMES[game].questions), ask
        others = ", ".join(other for other in GAMES if ask in GAMES[other].questions)
        assert all(problem.allowed == others for problem in unknown), ask


def test_checks_are_part_of_a_round() -> None:
    """Verified facts (contract.md, "checks"): the code; the other fields go into a sentence."""
    score = RoundScore(("Anna",), (), checks=(Check("all_cards", 40), Check("even_sums", counts={"Anna": 220})))
    assert score.as_dict()["checks"] == [{"code": "all_cards"}, {"code": "even_sums"}]


def sources() -> Iterator[tuple[str, ast.Module]]:
    for file in sorted(PACKAGE.rglob("*.py")):
        yield str(file.relative_to(PACKAGE)), ast.parse(file.read_text("utf-8"))


def docstrings(tree: ast.Module) -> set[int]:
    """The strings that stand by themselves: prose, which may give a game as an example."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def games_named(tree: ast.Module) -> set[str]:
    """The games that code names, in an import or a string."""
    prose, named = docstrings(tree), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            named |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            named.add(f"scoring.{node.value}")
    return {game for game in GAMES if f"scoring.{game}" in named}


FIELDS = {"asking/captures.py": {"escoba"}}
"""The answer's own field: a capture that clears the table is called so, as the game is."""


def test_a_game_is_named_in_its_own_module_and_the_registry_only() -> None:
    """The package of the referee is the door to all answers."""
    for file, tree in sources():
        allowed = {Path(file).parts[0].removesuffix(".py")} | FIELDS.get(file, set())
        assert file in ("game.py", "referee/__init__.py") or games_named(tree) <= allowed, file


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_declares_is_in_its_module(game: str) -> None:
    assert getattr(importlib.import_module(f"scoring.{game}"), game.upper()) is GAMES[game]


def test_shared_codes_are_those_of_no_game() -> None:
    assert not SHARED_CODES & {code for game in GAMES.values() for code in game.codes}
