"""Checks that a game is declared completely; reports each missing part as a sentence.

Tests check templates and emblem (tests/webapp/games/test_registry.py) and translations (tests/test_translations.py): a
command needs none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from scoring.cards import DECKS
from scoring.game import GAMES as RULES
from scoring.game import round_shape
from scoring.options import describe
from scoring.race import RaceRuling
from webapp.games.game import Game
from webapp.words.shared import NAMES, SHARED_CHECKS
from webapp.words.wording import Wording, own

DECLARED = ("words", "ways", "prominent", "family", "first_deck")
"""Attributes of `Game` without a default."""
SPOKEN = tuple(name for name in vars(Wording) if not name.startswith("_"))
"""Names that the words of a game must define."""
SOURCE = "source"
"""The authority whose name every game shares: the rule text."""


def lacking(game: Game) -> list[str]:
    """The missing parts of an incomplete game, one sentence each; empty for a complete one."""
    return (
        list(_undeclared(game))
        or list(_unspoken(game))
        or [*_ways(game), *_fields(game), *_words(game), *_options(game)]
    )


def _undeclared(game: Game) -> Iterator[str]:
    name = getattr(game, "name", "")
    if name not in RULES:
        yield f"“{name}” has no rules: its name in `_NAMES` of scoring/game.py is missing."
        return
    for attribute in DECLARED:
        if not hasattr(game, attribute):
            yield f"“{name}” declares no {attribute}: it belongs into webapp/games/{name}/__init__.py."


def _unspoken(game: Game) -> Iterator[str]:
    for attribute in SPOKEN:
        if not hasattr(game.words, attribute):
            yield f"“{game.name}” has no {attribute}: it belongs into webapp/games/{game.name}/words.py."


def _ways(game: Game) -> Iterator[str]:
    if not game.ways:
        yield f"“{game.name}” has no way of entering a round: `ways` is empty."
    for way in game.ways:
        for attribute in ("name", "label", "fields"):
            if not hasattr(way, attribute):
                yield f"The way {type(way).__name__} of “{game.name}” has no {attribute}."
    if game.family is not None and game.family not in DECKS:
        yield f"“{game.name}” has the family “{game.family}”, and there are only: {', '.join(DECKS)}."


def _fields(game: Game) -> Iterator[str]:
    """Fields of screens or words that are no field of a round."""
    name, fields = game.name, round_shape(game.rules).parts
    named = {field.partition(".")[0]: f"the way {type(way).__name__}" for way in game.ways for field in way.places}
    named |= {game.called.field: "`called`"} if game.called else {}
    named |= {game.field: "`field`"} if game.family is not None else {}
    for field, by in named.items():
        if field not in fields:
            yield f"{by} of “{name}” enters the field “{field}”: it belongs into `fields` of the game in scoring."
    for field in own(game.words, "FIELDS"):
        if field.partition(".")[0] not in fields:
            yield f"“{name}” has words for “{field}”, which is missing in `fields` of the game in scoring."


def _words(game: Game) -> Iterator[str]:
    """Declared parts without words: neither the game's own nor shared ones."""
    rules, words = game.rules, game.words
    needed: tuple[tuple[str, Iterable[str], str, Collection[str]], ...] = (
        ("rule", rules.rules, "RULES", ()),
        ("authority", rules.authorities, "AUTHORITIES", (SOURCE,)),
        ("problem", rules.codes, "PROBLEMS", ()),
        ("check", rules.checks, "CHECKS", SHARED_CHECKS),
        ("field", round_shape(rules).parts, "FIELDS", {*NAMES, *map(str, words.RULES)}),
        ("house rule", (option.name for option in describe(rules.options)), "OPTIONS", ()),
        ("ruling", (code for code in own(words, "RULINGS") if isinstance(code, str)), "HEADLINES", tuple(RaceRuling)),
    )
    for kind, names, table, shared in needed:
        for name in names:
            if name not in own(words, table) and name not in shared:
                yield f"“{game.name}” has no words for its {kind} “{name}”: they belong into {table} of its words."


def _options(game: Game) -> Iterator[str]:
    name, options = game.name, {option.name: option for option in describe(game.rules.options)}
    asked_for = [*game.prominent, *(option for asked in game.questions for option in asked.options)]
    for option in dict.fromkeys([*asked_for, *(game.finish.options if game.finish else ())]):
        if option not in options:
            yield f"“{name}” asks for “{option}”, which is none of its house rules."
    for bundle in game.bundles:
        for option, value in bundle.options.items():
            if option not in options or not options[option].accepts(value):
                yield f"The bundle “{bundle.key}” of “{name}” has a house rule that the game does not allow: {option}."
