"""Every game is declared in full: in both registries, with its templates, its emblem and its words."""

from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from scoring.cards import DECKS
from scoring.game import GAMES as RULES
from scoring.game import round_shape
from scoring.options import describe
from scoring.race import RaceRuling
from vision.decks.store import deck_names
from webapp.app import folder
from webapp.games import GAMES
from webapp.games.counting import CardSum
from webapp.referee.kinds import kind_named
from webapp.words.shared import NAMES, SHARED_CHECKS
from webapp.words.wording import USUAL, own

TEMPLATES, STATIC = Path(folder("templates")), Path(folder("static"))


def test_both_registries_have_the_same_games() -> None:
    assert set(GAMES) == set(RULES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_declares_every_part(game: str) -> None:
    declared = GAMES[game]
    for part in ("name", "words", "ways", "first_deck"):
        assert hasattr(declared, part), f"{part} belongs into webapp/games/{game}/__init__.py"
    assert declared.ways
    for way in declared.ways:
        assert all(hasattr(way, part) for part in ("name", "label", "fields")), f"a part is missing in {type(way)}"
    assert declared.family is None or declared.family in DECKS


@pytest.mark.parametrize("game", GAMES)
def test_screens_and_words_name_declared_fields_of_a_round(game: str) -> None:
    declared, words = GAMES[game], GAMES[game].words
    named = {field.partition(".")[0] for way in declared.ways for field in way.places}
    named |= {field.partition(".")[0] for field in own(words, "FIELDS")}
    named |= {declared.called.field} if declared.called else set()
    named |= {declared.field} if declared.family is not None else set()
    assert named <= set(round_shape(declared.rules).parts), "it belongs into `fields` of the game in scoring"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_declares_has_words(game: str) -> None:
    """Either its own, in a table of webapp/games/<game>/words.py, or shared ones."""
    rules, words = GAMES[game].rules, GAMES[game].words
    needed: tuple[tuple[str, Iterable[str], Collection[str]], ...] = (
        ("RULES", rules.rules, ()),
        ("AUTHORITIES", rules.authorities, ("source",)),
        ("PROBLEMS", rules.codes, ()),
        ("CHECKS", rules.checks, SHARED_CHECKS),
        ("FIELDS", round_shape(rules).parts, {*NAMES, *map(str, words.RULES)}),
        ("OPTIONS", (option.name for option in describe(rules.options)), ()),
        ("HEADLINES", (code for code in own(words, "RULINGS") if isinstance(code, str)), tuple(RaceRuling)),
    )
    missing = {table: {*names} - {*own(words, table)} - {*shared} for table, names, shared in needed}
    assert not any(missing.values()), missing


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_asks_for_is_one_of_its_house_rules(game: str) -> None:
    declared, rules = GAMES[game], {option.name: option for option in describe(GAMES[game].rules.options)}
    asked = {*declared.prominent, *(option for kind in declared.questions for option in kind.options)}
    assert asked | {*(declared.finish.options if declared.finish else ())} <= set(rules)
    for bundle in declared.bundles:
        assert all(rules[option].accepts(value) for option, value in bundle.options.items()), bundle.key


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
    templates += [kind.template for kind in declared.questions]
    templates += [declared.finish.way.fields] if declared.finish and declared.finish.way else []
    missing = [name for name in templates if not (TEMPLATES / name).is_file()]
    assert not missing, f"“{game}” names templates that are not there: {', '.join(missing)}"
    assert (STATIC / declared.emblem).is_file(), f"“{game}” has no {declared.emblem} in static/"


@pytest.mark.parametrize("game", GAMES)
def test_the_deck_of_the_first_match_can_be_recognised(game: str) -> None:
    assert GAMES[game].first_deck in {game, *deck_names()}  # none, where its cards are never photographed


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_asked_on_a_page_the_referee_answers(game: str) -> None:
    asked = {asked.ask for asked in GAMES[game].questions} | {"tiebreak"}
    assert all(kind_named(game, ask) for ask in asked)
    assert asked - {"fifteen", "tiebreak"} == set(RULES[game].questions)


def test_games_that_share_an_answer_share_its_words() -> None:
    """The words of an answer are found by its type: two games with other words for one would say each other's."""
    said: dict[type, object] = {}
    for kind in (kind for game in GAMES.values() for kind in game.questions):
        words = (kind.headline, kind.reasons, kind.whole)
        assert said.setdefault(kind.answer, words) == words, kind.ask


@pytest.mark.parametrize("game", GAMES)
def test_ways_have_addresses_of_their_own(game: str) -> None:
    ways = GAMES[game].ways
    assert len({way.path for way in ways}) == len({way.name for way in ways}) == len(ways)
    assert [way.path for way in ways].count("") == 1
    assert all(len(way.name) <= 10 for way in ways), "a draft keeps the name of its way in ten letters"


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
