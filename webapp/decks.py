"""The cards on the table: which pattern a match is played with, so that its photographs are read rightly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from babel.support import LazyProxy

from webapp.i18n import gettext, lazy_gettext
from webapp.seating import SEATINGS

# Trade names of patterns are not translated. In the order in which they are offered.
PATTERNS = {
    "napoletane": "Napoletane",
    "piacentine": "Piacentine",
    "siciliane": "Siciliane",
    "bergamasche": "Bergamasche",
    "trevisane": "Trevisane",
    "milanesi": "Milanesi",
    "triestine": "Triestine",
    "spagnole": "Spagnole",
}
FAMILIES = {
    "french": lazy_gettext("French cards, without 8, 9 and 10"),
    "settebello": lazy_gettext("Settebello, drawn for this app"),
    "italian": lazy_gettext("Another Italian or Spanish deck"),
}
TAROTS = {
    "tarot": lazy_gettext("Tarot Nouveau (French suits)"),
    "piemontese": lazy_gettext("Tarocco Piemontese (Italian suits)"),
}
WHOLE_PACKS = {"french": lazy_gettext("Two packs of French cards with jokers")}
OFFERED: Mapping[str, Mapping[str, str | LazyProxy]] = {
    "italian": {**PATTERNS, **FAMILIES},
    "tarot": TAROTS,
    "french": WHOLE_PACKS,
}
"""Name -> label, by the family that a game is played with."""


def offered(known: Iterable[str], game: str = "scopa") -> dict[str, str]:
    """Return name -> label of the decks to choose from for `game`.

    Patterns of Italian cards are offered where the recogniser knows them, enrolled decks first; the tarots and the two
    packs always, for they say what the cards are called too. A game without photographs has one deck without a name.
    """
    family = SEATINGS[game].family
    if family is None:
        return {SEATINGS[game].deck: ""}
    labels = OFFERED[family]
    if family != "italian":
        return {name: str(label) for name, label in labels.items()}
    names = list(known)
    built_in = {name for of_family in OFFERED.values() for name in of_family}
    own = {name: gettext("%(name)s (your own deck)", name=name) for name in names if name not in built_in}
    return own | {name: str(label) for name, label in labels.items() if name in names}


def label(name: str) -> str:
    """Return the name of a deck for people."""
    return str(PATTERNS.get(name) or FAMILIES.get(name) or TAROTS.get(name) or name)
