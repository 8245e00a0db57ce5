"""Common parts of games that capture cards from a table: sweeps, awards, and the last cards on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.cards import ITALIAN, Card, Suit
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.games.asking import Missing
from webapp.games.counting import CardSum, Count, card_count
from webapp.games.finish import NOBODY, FinishForm, missing_number, number, number_in, numbers, side_at
from webapp.games.protocols import Entry

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
        return next(other for other in sides if other != side) if rule in self.of_the_other else side


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


class FishingFinishForm(FinishForm):
    """A finish by totals, sweeps and categories.

    `awards`: its categories. `not_awards`: lines that are no award, and are entered as a number or not at all.
    """

    awards: Awards
    not_awards: tuple[str, ...]
    number_label = lazy_gettext("Sweeps now")

    def categories(self, options: Any, sides: int) -> list[str]:
        """All played categories except `not_awards`; those that one of two sides gives to the other need two sides."""
        absent = (*self.not_awards, *(self.awards.of_the_other if sides != 2 else ()))
        return [str(rule) for rule in options.categories if rule not in absent]

    def unanswered(self, entry: Entry) -> list[str]:
        """All unanswered categories; empty while no point is entered, because one sentence then asks for all."""
        if not self._anything(entry):
            return []
        return [rule for rule, seat in entry["awards"].items() if not seat and rule not in self.rare]

    @staticmethod
    def _anything(entry: Entry) -> bool:
        """Whether anybody has won anything."""
        return any(seat not in ("", NOBODY) for seat in entry["awards"].values()) or any(map(number, entry["now"]))

    def label(self, rule: str) -> str | None:
        """The question for categories that are asked from the other end."""
        return self.awards.question(rule)

    def worth(self, rule: str) -> range:
        """The possible points of a category entered with points."""
        return self.awards.points.get(rule, range(0))

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """The last round as entered."""
        return {"awards": dict(self._awards(entry, sides)), "sweeps": numbers(entry["now"], sides)}

    def _awards(self, entry: Entry, sides: Sequence[str]) -> Iterator[tuple[str, Any]]:
        for rule, seat in entry["awards"].items():
            tapped = side_at(seat, sides)
            if tapped is not None:
                side, worth = self.awards.tapped(rule, tapped, sides), self.worth(rule)
                yield rule, {"side": side, "points": self._points(entry, rule)} if worth else side

    def _points(self, entry: Entry, rule: str) -> int | None:
        """The entered points of a category; a single possible value needs no entry."""
        worth = self.worth(rule)
        said = number_in(entry.get("worth", {}).get(rule, ""))
        return worth[0] if len(worth) == 1 else said

    def missing(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Iterator[Missing]:
        """Somebody must win something in every round, and a category with points needs its points."""
        for seat, side in enumerate(sides):
            if not isinstance(number(entry["now"][seat]), int):
                yield from missing_number(entry["now"][seat], side, self.number_label, f"now_{seat}")
        if not self._anything(entry):
            first = next(iter(entry["awards"]), "")
            yield Missing(gettext("Tap who won what in the last round."), f"award_{first}-0")
        for rule, seat in entry["awards"].items():
            worth = self.worth(rule)
            if worth and side_at(seat, sides) is not None and self._points(entry, rule) not in worth:
                how_many = gettext(
                    "How many points is it worth, from %(least)s to %(most)s? Enter it next to the name.",
                    least=worth[0],
                    most=worth[-1],
                )
                yield Missing(how_many, f"worth_{rule}")
