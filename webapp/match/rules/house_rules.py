"""House rules in words: the allowed ones, those that differ from the defaults, and a summary in a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.game import GAMES
from scoring.options import Option, OptionValue, describe, read_options
from scoring.problems import Report
from webapp import explain
from webapp.base.language.i18n import gettext, ngettext
from webapp.games import GAMES as DECLARED
from webapp.games.game import Bundle


def allowed(game: str, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """The options that the game knows and allows; stored options may be older than the rules."""
    known = {option.name: option for option in describe(GAMES[game].options)}
    return {
        name: value
        for name, value in options.items()
        if isinstance(value, str | int) and name in known and known[name].accepts(value)
    }


MOST_IN_A_LINE = 3
"""House rules named in a line on the board; further ones are only counted."""


LONGEST_IN_A_LINE = 26
"""Most characters of a house rule in that line."""


@dataclass(frozen=True)
class Rule:
    """One house rule of a match: name, value in words, meaning, and whether it differs from the default."""

    name: str
    value: str
    help: str
    unusual: bool


def rules(game: str, options: Any, given: Mapping[str, OptionValue]) -> list[Rule]:
    """Every house rule of a match, unusual ones first.

    `options` are those played, with defaults filled in; `given` are those stored in the match.
    """
    listed = [
        Rule(
            explain.option_name(game, option.name),
            _value(game, option, getattr(options, option.name)),
            explain.option_help(game, option.name),
            getattr(options, option.name) != option.default_under(given),
        )
        for option in describe(GAMES[game].options)
    ]
    return sorted(listed, key=lambda rule: not rule.unusual)


def chosen_in_a_line(game: str, given: Mapping[str, OptionValue]) -> str:
    """The `in_a_line` summary of a new match with these house rules."""
    return in_a_line(game, read_options(GAMES[game].options, dict(given), Report()), given)


def in_a_line(game: str, options: Any, given: Mapping[str, OptionValue]) -> str:
    """The game and its rules in a line: "Scopa to 11 · Napola · Re bello". A bundle of rules is shown by its name."""
    bundle = _bundle(game, given)
    first = DECLARED[game].prominent[0]
    name = str(bundle.name) if bundle else explain.game_name(game)
    if first == "target":
        name = gettext("%(game)s to %(target)s", game=name, target=options.target)
    elif getattr(options, first) is not False:
        name = f"{name} · {_named(game, first, options)}"
    told = {first, *(bundle.options if bundle else ())}
    others = [
        _named(game, option.name, options)
        for option in describe(GAMES[game].options)
        if option.name not in told and getattr(options, option.name) != option.default_under(given)
    ]
    if len(others) > MOST_IN_A_LINE:
        more = len(others) - MOST_IN_A_LINE + 1
        others = [*others[: MOST_IN_A_LINE - 1], ngettext("%(num)d more", "%(num)d more", more)]
    return " · ".join((name, *others))


def _bundle(game: str, given: Mapping[str, OptionValue]) -> Bundle | None:
    """The bundle that covers most of these house rules."""
    fitting = [
        each for each in DECLARED[game].bundles if all(given.get(name) == value for name, value in each.options.items())
    ]
    return max(fitting, key=lambda bundle: len(bundle.options), default=None)


def _named(game: str, name: str, options: Any) -> str:
    """A house rule in few words: its name, and its value if that is short and not simply yes."""
    option = next(each for each in describe(GAMES[game].options) if each.name == name)
    value = getattr(options, name)
    said = explain.option_name(game, name)
    whole = f"{said}: {_value(game, option, value)}"
    return said if value is True or len(whole) > LONGEST_IN_A_LINE else whole


def _value(game: str, option: Option, value: OptionValue) -> str:
    """The value of a house rule in words."""
    if isinstance(value, bool) and option.kind == "flag":
        return gettext("yes") if value else gettext("no")
    return explain.value_name(game, option.name, value)


def differences(game: str, options: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """Pairs of a house rule's name and its value in words, for those that differ from the default."""
    words = []
    for option in describe(GAMES[game].options):
        usual = option.default_under(options)
        value = options.get(option.name, usual)
        if value != usual:
            words.append((explain.option_name(game, option.name), _value(game, option, value)))
    return words
