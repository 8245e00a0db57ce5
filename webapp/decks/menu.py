"""The cards on the table: which pattern a match is played with, so that its photographs are read rightly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from webapp.base.i18n import LazyProxy, gettext, lazy_gettext
from webapp.games import GAMES

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
TAKEN: Mapping[str, tuple[str, ...]] = {
    "italian": ("italian", "french"),
    "tarot": ("tarot", "piemontese"),
    "french": ("french",),
}
"""Which families of taught decks a game takes that is played with a family: French cards stand for Italian ones."""


@dataclass(frozen=True)
class Taught:
    """A taught deck that somebody may choose: `deck` is what matches call it, `name` what people do."""

    deck: str
    name: str
    family: str

    @property
    def label(self) -> str:
        """What a menu calls it."""
        return gettext("%(name)s (your own deck)", name=self.name)


def offered(known: Iterable[str], game: str, taught: Iterable[Taught] = ()) -> dict[str, str]:
    """Return name -> label of the decks to choose from for `game`.

    `taught` decks of a fitting family come first. Patterns of Italian cards are offered where the recogniser knows
    them; the tarots and the two packs always, for they say what the cards are called too. A game without photographs
    has one deck without a name.
    """
    family = GAMES[game].family
    if family is None:
        return {GAMES[game].first_deck: ""}
    own = {deck.deck: deck.label for deck in taught if deck.family in TAKEN[family]}
    labels = OFFERED[family]
    names = set(known) if family == "italian" else set(labels)
    return own | {name: str(label) for name, label in labels.items() if name in names}


def games_with(family: str) -> list[str]:
    """Return the games that a taught deck of `family` is offered for, those that are made for such cards first."""
    games = [game for game in GAMES if family in TAKEN.get(GAMES[game].family or "", ())]
    return sorted(games, key=lambda game: TAKEN[GAMES[game].family or ""][0] != family)
