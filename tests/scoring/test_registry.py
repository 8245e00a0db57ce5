"""One declaration a game: what is asked of it, and that no other file of `scoring` names it."""

import ast
import importlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

import scoring
from scoring.game import GAMES, SHARED_FIELDS, _whole
from scoring.lines import ADJUSTMENT, Check, MatchState, RoundScore
from scoring.options import Following, describe
from scoring.problems import InvalidQuestion, Report
from scoring.protocol import Game, PlaysTricks, TakesFromTable
from scoring.referee import ASKS, answer
from scoring.scopa import SCOPA
from tests.scoring.shared_codes import SHARED_CODES

PACKAGE = Path(scoring.__file__).parent


OF_ANY_GAME = {"fifteen", "tiebreak"}
NEEDED: Mapping[str, type] = {
    "captures": TakesFromTable,
    "unannounced": TakesFromTable,
    "play": PlaysTricks,
    "trick": PlaysTricks,
}
"""Question -> the protocol that a game needs to be asked it."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_whole(game: Any) -> None:
    """mypy finds what a game lacks; not what is empty, nor fields of house rules that no form can ask for."""
    assert all((game.name, game.seats, game.fields, game.authorities, game.rules))
    described = describe(game.options)
    assert issubclass(game.options, Following) or not any(option.follows for option in described)
    for ask, protocol in NEEDED.items():
        assert ask not in game.questions or isinstance(game, protocol)


def test_a_game_that_does_not_declare_the_fields_of_its_rounds_is_refused() -> None:
    parts: dict[str, Any] = {part: getattr(SCOPA, part) for part in vars(Game) if not part.startswith("_")}
    whole: Any = SimpleNamespace(**parts)
    assert _whole(whole) is whole
    del parts["fields"]
    for lacking in (parts, {**parts, "fields": {}}):
        game: Any = SimpleNamespace(**lacking)
        with pytest.raises(TypeError, match="The game scopa does not declare fields"):
            _whole(game)


def test_no_two_games_have_the_same_rule_id_or_code() -> None:
    """Rule ids and codes select sentences."""
    for shared, declared in (([ADJUSTMENT], "rules"), (SHARED_CODES, "codes")):
        named = Counter(
            [*map(str, shared), *(str(name) for game in GAMES.values() for name in getattr(game, declared))]
        )
        assert [name for name, number in named.items() if number > 1] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_declares_the_fields_that_it_reads(game: Any) -> None:
    """`read` sees no others, and a round with another is refused."""
    assert not set(game.fields) & set(SHARED_FIELDS)
    for seats in game.seats:
        entry = MagicMock(spec=dict, get=MagicMock(return_value=None), __contains__=MagicMock(return_value=False))
        game.read(entry, game.options(), MatchState.start(map(str, range(seats))), Report(0))
        read = {call.args[0] for call in [*entry.get.mock_calls, *entry.__contains__.mock_calls]}
        assert read <= set(game.fields)


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
    for file, tree in sources():
        allowed = {Path(file).parts[0].removesuffix(".py")} | FIELDS.get(file, set())
        assert file == "game.py" or games_named(tree) <= allowed, file


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_declares_is_in_its_module(game: str) -> None:
    assert getattr(importlib.import_module(f"scoring.{game}"), game.upper()) is GAMES[game]
