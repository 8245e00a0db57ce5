"""House rules in words: the allowed options, those that differ from the defaults, and a one-line summary."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    """The house rule `option` of a match in words: name, value, meaning, and whether it differs from the default."""

    option: str
    name: str
    value: str
    help: str
    unusual: bool

    @property
    def in_short(self) -> str:
        """The rule in few words: its name, and its value if that is short and not simply yes."""
        whole = f"{self.name}: {self.value}"
        return self.name if self.value == gettext("yes") or len(whole) > LONGEST_IN_A_LINE else whole


def rules(game: str, given: Mapping[str, OptionValue]) -> list[Rule]:
    """Every house rule of a match, unusual ones first; `given` are those stored in it."""
    options = read_options(GAMES[game].options, dict(given), Report())
    listed = [
        Rule(
            option.name,
            explain.option_name(game, option.name),
            _value(game, option, getattr(options, option.name)),
            explain.option_help(game, option.name),
            getattr(options, option.name) != option.default_under(given),
        )
        for option in describe(GAMES[game].options)
    ]
    return sorted(listed, key=lambda rule: not rule.unusual)


def in_a_line(game: str, given: Mapping[str, OptionValue]) -> str:
    """The game and its rules in a line: "Scopa to 11 · Napola · Re bello". A bundle of rules is shown by its name."""
    bundle, listed = _bundle(game, given), rules(game, given)
    first = next(rule for rule in listed if rule.option == DECLARED[game].prominent[0])
    name = str(bundle.name) if bundle else explain.game_name(game)
    if first.option == "target":
        name = gettext("%(game)s to %(target)s", game=name, target=first.value)
    elif first.value != gettext("no"):
        name = f"{name} · {first.in_short}"
    told = {first.option, *(bundle.options if bundle else ())}
    others = [rule.in_short for rule in listed if rule.unusual and rule.option not in told]
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


def _value(game: str, option: Option, value: OptionValue) -> str:
    if isinstance(value, bool) and option.kind == "flag":
        return gettext("yes") if value else gettext("no")
    return explain.value_name(game, option.name, value)
