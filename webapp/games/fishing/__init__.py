"""Common parts of games that capture cards from a table: sweeps, awards, and the last cards on the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.cards import ITALIAN, Card, Suit
from webapp.base.language.i18n import LazyProxy, gettext, ngettext
from webapp.games.counting import CardSum, Count, card_count

MOST_SWEEPS = 99


@dataclass(frozen=True)
class Awards:
    """The categories of one game that are asked for.

    `points`: categories entered with points, and their possible values. These and the `rare` ones default to nobody.
    `of_the_other`: categories of two sides that are asked from the other end, by a field and a question of their own;
    the point goes to the side that is not tapped.
    """

    rules: tuple[str, ...]
    points: Mapping[str, range] = field(default_factory=dict)
    rare: tuple[str, ...] = ()
    of_the_other: Mapping[str, tuple[str, LazyProxy]] = field(default_factory=dict)

    def field_of(self, rule: str) -> str:
        """The name of a category's field."""
        return self.of_the_other[rule][0] if rule in self.of_the_other else f"award_{rule}"

    def question(self, rule: str) -> str | None:
        """The question for a category that is asked from the other end; None for others."""
        return str(self.of_the_other[rule][1]) if rule in self.of_the_other else None

    def points_field(self, rule: str) -> str | None:
        """The name of the field for a category's points, None if they are fixed."""
        return f"{rule}_points" if len(self.points.get(rule, ())) > 1 else None

    def places(self) -> dict[str, str]:
        """The field of every category."""
        return {f"awards.{rule}": self.field_of(rule) for rule in self.rules}

    def tapped(self, rule: str, side: str, sides: Sequence[str]) -> str:
        """The side to tap for a category that `side` wins, and the reverse."""
        others = [other for other in sides if other != side]  # none while two have the same name
        return others[0] if rule in self.of_the_other and others else side


COINS = CardSum({card.code: 1 for card in ITALIAN.of_suit(Suit.COINS)})
SEVENS = CardSum({card.code: 1 for card in ITALIAN.cards if card.rank == 7})
OVER_FIFTEENS = CardSum({card.code: card.rank for card in ITALIAN.cards}, modulo=15)
"""The excess of a pile over the last full fifteen."""


def cards_coins_sevens(cards: list[Card]) -> list[Count]:
    """Running counts of a pile of Italian cards."""
    coins, sevens = COINS.of(cards), SEVENS.of(cards)
    return [
        card_count(cards),
        Count("coins", gettext("coins"), COINS, coins, ngettext("coin", "coins", coins)),
        # Not by `ngettext`: "seven" is a card's rank too, and a catalogue has one entry for both.
        Count("sevens", gettext("sevens"), SEVENS, sevens, gettext("seven") if sevens == 1 else gettext("sevens")),
    ]
