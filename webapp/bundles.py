"""House rules that belong together, by whose rules they are: what a table can choose with one tap.

Each names an authority of rules.md, sections 1 to 6, and holds only what that authority says; the rest is the default.
A bundle of options that are not built (yet) is not offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from babel.support import LazyProxy

from scoring.game import GAMES
from scoring.options import OptionValue, describe
from webapp import explain
from webapp.i18n import gettext, lazy_gettext


@dataclass(frozen=True)
class Bundle:
    """One built-in profile: `key` is its name in forms and addresses."""

    key: str
    name: LazyProxy | str
    options: Mapping[str, OptionValue]


AS_WRITTEN = Bundle("text", lazy_gettext("As in the rule text"), {})

BUILT_IN: Mapping[str, tuple[Bundle, ...]] = {
    "scopa": (
        AS_WRITTEN,
        Bundle("scientifico", "Scopone scientifico", {"variant": "scientifico"}),
        Bundle("assi", "Asso piglia tutto", {"variant": "assi"}),
        Bundle("quick", lazy_gettext("Quick Scopa: sevens"), {"variant": "sevens"}),
        Bundle("pagat", "pagat.com", {"end": "more-points"}),
        Bundle("parlett", "David Parlett", {"end": "counting-order", "primiera_missing": "no-compete"}),
    ),
    "escoba": (AS_WRITTEN, Bundle("playjoy", "playjoy", {"end": "order"})),
    "scarto": (AS_WRITTEN, Bundle("genova", lazy_gettext("Genoa: the 21 counts"), {"top_trump": 21})),
    "scala40": (
        AS_WRITTEN,
        Bundle("italy", lazy_gettext("Usual in Italy: to 201, one joker a meld"), {"limit": 201, "jokers_per_meld": 1}),
        Bundle("fisca", lazy_gettext("FISCA tournaments: to 301"), {"limit": 301}),
        Bundle("tg24", "tg24", {"out_at": "exceed"}),
        Bundle("tattoomuse", "tattoomuse", {"lone_ace": 1, "full_hand": 100}),
    ),
    "scopinion": (AS_WRITTEN, Bundle("expert", lazy_gettext("Expert game"), {"expert": True})),
}


def built_in(game: str) -> tuple[Bundle, ...]:
    """Return the built-in profiles of `game` that can be played."""
    return tuple(bundle for bundle in BUILT_IN.get(game, ()) if allowed(game, bundle.options) == bundle.options)


def allowed(game: str, options: Mapping[str, object]) -> dict[str, OptionValue]:
    """Return those of `options` that the game knows and allows: what is stored may be older than the rules."""
    known = {option.name: option for option in describe(GAMES[game].options)}
    return {
        name: value
        for name, value in options.items()
        if isinstance(value, str | int) and name in known and known[name].accepts(value)
    }


def differences(game: str, options: Mapping[str, OptionValue]) -> list[tuple[str, str]]:
    """Return in words what differs from the default: the name of each house rule and of its value."""
    words = []
    for option in describe(GAMES[game].options):
        value = options.get(option.name, option.default)
        if value != option.default:
            text = (
                (gettext("yes") if value else gettext("no"))
                if option.kind == "flag"
                else explain.value_name(game, option.name, value)
            )
            words.append((explain.option_name(game, option.name), text))
    return words
