"""Sums over cards that a game declares once, and the server and the browser form alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scoring.cards import Card


@dataclass(frozen=True)
class CardSum:
    """A sum over cards that the server and the browser form alike (`static/entry/sums.js` reads `as_dict`).

    `worth` is code -> value, `other` the value of every other card, `alone` the values of a card that is the only one.
    With `modulo` the remainder counts. With `threes` the cards are counted in threes, each three less 2 and two left
    over less 1; cards in `apart` are worth what they are worth and are in no three (Scarto).
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
        """What differs from the defaults, for the browser."""
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
"""How many cards there are."""


@dataclass(frozen=True)
class Count:
    """A number that the players count along in a pile while they tap its cards; `key` is its name on the page.

    `label` goes before a number that changes while one taps ("coins 3"), `unit` after one that stands ("1 coin").
    `on_button`: it is said on the fixed button, too, where only short words are understood.
    """

    key: str
    label: str
    sum: CardSum
    number: int
    unit: str
    on_button: bool = True
