"""Every game is declared in full: in both registries, with its templates, its emblem and its words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from scoring.game import GAMES as RULES
from scoring.game import IncompleteGame
from scoring.options import describe
from vision.decks.store import deck_names
from webapp.app import folder
from webapp.base.language.i18n import lazy_gettext
from webapp.games import GAMES, registry
from webapp.games.completeness import SPOKEN, lacking
from webapp.games.counting import CardSum
from webapp.games.game import Bundle, Game
from webapp.games.way import Way
from webapp.referee.questions import kind_named
from webapp.words.wording import USUAL, own

TEMPLATES, STATIC = Path(folder("templates")), Path(folder("static"))


def test_both_registries_have_the_same_games() -> None:
    assert set(GAMES) == set(RULES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_lacks_nothing(game: str) -> None:
    assert lacking(GAMES[game]) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_a_house_rule_that_is_chosen_has_words(game: str) -> None:
    """Burraco's kinds of burraco, left to the rules, were called "usual" in every language."""
    for option in describe(GAMES[game].rules.options):
        chosen = [*option.values, *([USUAL] if option.follows else [])] if option.kind == "choice" else []
        words = GAMES[game].words.OPTIONS[option.name].values
        assert not [value for value in chosen if type(value) is not int and value not in words], option.name


def test_no_reason_has_the_sentences_of_two_games() -> None:
    """Burraco's sentence about melds was said of Scala 40: both had the reason `not_a_meld`."""
    said: dict[str, object] = {}
    for game in GAMES.values():
        for key, sentence in game.words.PROBLEMS.items():
            assert said.setdefault(key, sentence) is sentence, f"{game.name}: {key}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_its_templates_and_its_drawing(game: str) -> None:
    declared = GAMES[game]
    templates = [declared.progress, declared.below_total, declared.line_template]
    templates += [
        name for way in declared.ways for name in (way.fields, way.opening, getattr(way, "row", None)) if name
    ]
    templates += [declared.finish.template] if declared.finish and declared.finish.template else []
    missing = [name for name in templates if not (TEMPLATES / name).is_file()]
    assert not missing, f"“{game}” names templates that are not there: {', '.join(missing)}"
    drawings = [name for name in (declared.emblem, declared.style) if name and not (STATIC / name).is_file()]
    assert not drawings, f"“{game}” has no {', '.join(drawings)} in static/"


@pytest.mark.parametrize("game", GAMES)
def test_the_deck_of_the_first_match_can_be_recognised(game: str) -> None:
    assert GAMES[game].family is None or GAMES[game].first_deck in deck_names()


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_asked_on_a_page_the_referee_answers(game: str) -> None:
    asked = {asked.ask for asked in GAMES[game].questions} | {"tiebreak"}
    assert all(kind_named(game, ask) for ask in asked)
    assert asked - {"fifteen", "tiebreak"} == set(RULES[game].questions)


@pytest.mark.parametrize("game", GAMES)
def test_ways_have_addresses_of_their_own(game: str) -> None:
    ways = GAMES[game].ways
    assert len({way.path for way in ways}) == len({way.name for way in ways}) == len(ways)
    assert [way.path for way in ways].count("") == 1
    assert all(len(way.name) <= 10 for way in ways), "a draft keeps the name of its way in ten letters"


NOTHING: Mapping[str, str] = MappingProxyType({})
SILENT = type("Silent", (), dict.fromkeys(SPOKEN, NOTHING))
"""Words that define everything and say nothing."""


def declared(**parts: Any) -> Game:
    """A game with the rules of Scopa and a declaration of these parts."""
    game = next(iter(GAMES))
    whole: dict[str, Any] = {"name": game, "words": SILENT, "ways": (), "prominent": (), "family": None}
    return type("Half", (Game,), {**whole, "first_deck": "", **parts})()


def test_a_game_without_rules_is_refused() -> None:
    assert lacking(declared(name="bridge")) == [
        "“bridge” has no rules: its name in `_NAMES` of scoring/game.py is missing."
    ]
    with pytest.raises(IncompleteGame, match="“bridge” has no rules"):
        registry(declared(name="bridge"))


def test_a_game_without_screens_is_refused() -> None:
    with pytest.raises(IncompleteGame, match="has rules and no screens: its line in webapp/games/__init__"):
        registry(*list(GAMES.values())[1:])


def test_what_a_declaration_lacks_is_said_in_sentences() -> None:
    half = type("Half", (Game,), {"name": next(iter(GAMES))})()
    assert [sentence.split(":")[0] for sentence in lacking(half)] == [
        f"“{half.name}” declares no {part}" for part in ("words", "ways", "prominent", "family", "first_deck")
    ]
    mute = declared(words=type("Mute", (), {"GAME": "Mute"}))
    assert f"“{mute.name}” has no LINES: it belongs into webapp/games/{mute.name}/words.py." in lacking(mute)
    bundles = (Bundle("odd", "Odd", {"target": -1}),)
    said = " ".join(lacking(declared(prominent=("speed",), bundles=bundles, family="stones", ways=(Way(),))))
    assert "The way Way of" in said
    assert "has the family “stones”" in said
    assert "has no words for its house rule “target”" in said
    assert "has no words for its rule “cards”" in said
    assert "has no words for its authority “pagat”" in said
    assert "has no words for its problem “odd_pile”" in said
    assert "asks for “speed”, which is none of its house rules" in said
    assert "The bundle “odd” of" in said


class Wins(Way):
    """A way that enters a field of no game."""

    name, label, fields = "wins", lazy_gettext("Wins"), "entry/points.html"
    places: Mapping[str, str] = {"last_trick": "last_trick"}


def test_a_field_that_is_not_declared_is_refused() -> None:
    said = lacking(declared(ways=(Wins(),)))
    game = next(iter(GAMES))
    assert (
        f"the way Wins of “{game}” enters the field “last_trick”: it belongs into `fields` of the game in scoring."
        in said
    )
    words = type("Words", (), {**dict.fromkeys(SPOKEN, NOTHING), "FIELDS": {"last_trick": "The last trick"}})
    said = lacking(declared(words=words, ways=(Wins(),)))
    assert any(sentence.startswith(f"“{game}” has words for “last_trick”, which is missing") for sentence in said)
    assert f"“{game}” has no words for its field “declared”: they belong into FIELDS of its words." in said
    with pytest.raises(IncompleteGame, match="enters the field “last_trick”"):
        registry(declared(ways=(Wins(),)))


def test_a_check_without_words_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(name for name, game in GAMES.items() if game.rules.checks)
    monkeypatch.setattr(type(GAMES[game].rules), "checks", ("odd_tricks",))
    assert lacking(GAMES[game]) == [
        f"“{game}” has no words for its check “odd_tricks”: they belong into CHECKS of its words."
    ]


def test_a_field_has_the_same_name_in_every_game() -> None:
    named: dict[str, str] = {}
    for game in GAMES.values():
        for field, name in own(game.words, "FIELDS").items():
            assert named.setdefault(field, str(name)) == str(name), field


def test_a_sum_is_counted_as_declared() -> None:
    from scoring.cards import ITALIAN

    seven, ace, king = (ITALIAN.parse(code) for code in ("7D", "1C", "10B"))
    assert CardSum(other=1).of([seven, ace, king]) == 3
    assert CardSum({"7D": 7, "10B": 10}, modulo=15).of([seven, king]) == 2
    assert CardSum({"1C": 11}, alone={"1C": 1}).of([ace]) == 1
    assert CardSum({"1C": 11}, alone={"1C": 1}).of([ace, king]) == 11
    assert CardSum({"7D": 5}, 1, threes=True, apart=("10B",)).of([seven, ace, king]) == 6
