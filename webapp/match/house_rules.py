"""Stored house rules: which of them a game still allows, which differ from the default, and all in a few words."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.game import GAMES
from scoring.options import OptionValue, describe
from webapp import explain
from webapp.base.i18n import gettext, ngettext
from webapp.games import GAMES as DECLARED


def allowed(game: str, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """Those of `options` that the game knows and allows: stored ones may be older than the rules."""
    known = {option.name: option for option in describe(GAMES[game].options)}
    return {
        name: value
        for name, value in options.items()
        if isinstance(value, str | int) and name in known and known[name].accepts(value)
    }


def differences(game: str, options: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """(Name of the house rule, name of its value) where it differs from the default."""
    words = []
    for option in describe(GAMES[game].options):
        usual = option.default_under(options)
        value = options.get(option.name, usual)
        if value != usual:
            text = (
                (gettext("yes") if value else gettext("no"))
                if option.kind == "flag"
                else explain.value_name(game, option.name, value)
            )
            words.append((explain.option_name(game, option.name), text))
    return words


def in_short(game: str, options: Mapping[str, OptionValue]) -> str:
    """The number that is played to, and by whose rules or how many of one's own: "to 11, 2 house rules"."""
    words, left = [], dict(options)
    for option in describe(GAMES[game].options):
        if option.name in DECLARED[game].prominent and option.kind == "number":
            value = options.get(option.name, option.default_under(options))
            left.pop(option.name, None)
            words.append(
                gettext("to %(target)s", target=value)
                if option.name == "target"
                else f"{explain.option_name(game, option.name)}: {value}"
            )
    named = next((str(each.name) for each in DECLARED[game].bundles if dict(each.options) == dict(options)), None)
    if named:
        words.append(named)
    elif left:
        words.append(ngettext("%(num)d house rule", "%(num)d house rules", len(left)))
    return ", ".join(words)
