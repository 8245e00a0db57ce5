"""The cards on the table: which pattern a match is played with, so that its photographs are read rightly."""

from __future__ import annotations

from collections.abc import Iterable

from webapp.i18n import gettext, lazy_gettext

DEFAULT = "napoletane"

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
# Decks of games that are not played with the forty Italian cards.
OTHER_GAMES = {"tarot", "piemontese"}


def offered(known: Iterable[str]) -> dict[str, str]:
    """Return name -> label of the decks to choose from, of those the recogniser knows; enrolled ones come first."""
    names = list(known)
    enrolled = [name for name in names if name not in PATTERNS and name not in FAMILIES and name not in OTHER_GAMES]
    own = {name: gettext("%(name)s (your own deck)", name=name) for name in enrolled}
    return own | {name: str(label) for name, label in {**PATTERNS, **FAMILIES}.items() if name in names}


def label(name: str) -> str:
    """Return the name of a deck for people."""
    return str(PATTERNS.get(name) or FAMILIES.get(name) or name)
