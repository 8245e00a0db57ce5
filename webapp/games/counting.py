"""Sums over cards, which the browser computes too, and tallies over many rounds: a game declares both."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.cards import Card
from scoring.lines import Line, Reason
from webapp.base.language.i18n import LazyProxy, gettext, ngettext


@dataclass(frozen=True)
class CardSum:
    """A sum over cards that the server and the browser both compute (`static/entry/sums.js` reads `as_dict`).

    `worth`: code -> value. `other`: value of every other card. `alone`: values of a card that is the only one.
    `modulo`: the remainder counts. `threes`: cards count in threes, each three less 2, and two left over less 1. Cards
    in `apart` keep their value and are in no three (Scarto).
    """

    worth: Mapping[str, int] = field(default_factory=dict)
    other: int = 0
    alone: Mapping[str, int] = field(default_factory=dict)
    modulo: int = 0
    threes: bool = False
    apart: tuple[str, ...] = ()

    def of(self, cards: Iterable[Card]) -> int:
        """The sum over `cards`."""
        codes = [card.code for card in cards]
        if len(codes) == 1 and codes[0] in self.alone:
            return self.alone[codes[0]]
        total = sum(self.worth.get(code, self.other) for code in codes)
        if self.threes:
            counted = sum(code not in self.apart for code in codes)
            total -= 2 * (counted // 3) + (counted % 3 == 2)
        return total % self.modulo if self.modulo else total

    def as_dict(self) -> dict[str, object]:
        """Values that differ from the defaults, for the browser."""
        parts = {
            "worth": dict(self.worth),
            "other": self.other,
            "alone": dict(self.alone),
            "modulo": self.modulo,
            "threes": self.threes,
            "apart": list(self.apart),
        }
        return {name: part for name, part in parts.items() if part}


CARDS = CardSum(other=1)
"""The number of cards."""


@dataclass(frozen=True)
class Count:
    """A number that is counted while players tap a pile's cards; `key` is its name on the page.

    `label` stands before a changing number ("coins 3"), `unit` after a fixed one ("1 coin"). `on_button`: it is shown
    on the fixed button too, where only short words are understood.
    """

    key: str
    label: str
    sum: CardSum
    number: int
    unit: str
    on_button: bool = True


def card_count(cards: Sequence[Card]) -> Count:
    """The number of cards."""
    held = len(cards)
    return Count("cards", gettext("cards"), CARDS, held, ngettext("card", "cards", held))


def points_count(worth: CardSum, cards: Sequence[Card]) -> Count:
    """The value of a pile, `worth` by card, in card points."""
    points = worth.of(cards)
    return Count("points", gettext("card points"), worth, points, ngettext("card point", "card points", points))


@dataclass(frozen=True)
class Tally:
    """How often a side got lines of `rule`. `each`: what one of them is worth, where several are one line (sweeps).

    `reason`: only lines with it count, whatever their points. `name`: the rule's own by default.
    """

    rule: str
    each: int = 0
    reason: Reason | None = None
    name: LazyProxy | None = None

    def of(self, line: Line) -> int:
        """The amount that a line of `rule` adds for its side."""
        if self.reason is not None:
            return int(line.reason is self.reason)
        return line.points // self.each if self.each else int(line.points > 0)
