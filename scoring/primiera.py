"""The primiera: compares the best four cards, one of each suit, or counts sevens instead.

>>> from scoring.cards import ITALIAN
>>> hand = best_four([ITALIAN.parse(code) for code in ["7D", "7B", "1C", "1S", "5S"]], figure_values(10))
>>> hand.total, hand.cards
(74, (Card(7D), Card(1C), Card(1S), Card(7B)))
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.cards import Card, Suit, in_deck_order
from scoring.lines import Line, Reason, most
from scoring.piles import Piles

VALUES = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12}
"""Rank -> points in the primiera ("Sieben: 21 Augen ... Bilderkarten: 10 Augen", source); figures are below."""

FIGURE_VALUES: Mapping[int | str, Mapping[int, int]] = {
    10: {8: 10, 9: 10, 10: 10},
    "ranked": {8: 8, 9: 9, 10: 10},
    0: {8: 0, 9: 0, 10: 0},
}
"""The option `figures` -> points of knave, horse and king: 10 each, their rank, or 0."""

SEVENS_ORDER = ((7,), (6,), (1,), (5,), (4,), (3,), (2,), (8, 9, 10))
"""Ranks compared when sevens are counted: each breaks the tie of the one before; figures come last, together."""


def figure_values(figures: int | str) -> dict[int, int]:
    """The points of every rank under the option `figures`."""
    return {**VALUES, **FIGURE_VALUES[figures]}


@dataclass(frozen=True)
class Primiera:
    """The best card of each suit in a pile, in suit order; fewer than four when a suit is missing."""

    cards: tuple[Card, ...]
    total: int

    @property
    def complete(self) -> bool:
        """Whether every suit is present."""
        return len(self.cards) == len(Suit)


def best_four(pile: Iterable[Card], values: Mapping[int, int]) -> Primiera:
    """The best card of each suit in `pile` and their sum; of equally valued figures the higher is shown."""
    best: dict[str, Card] = {}
    for card in sorted(pile, key=lambda card: (values[card.rank], card.rank)):
        best[card.suit] = card
    cards = in_deck_order(best.values())
    return Primiera(cards, sum(values[card.rank] for card in cards))


def by_points(rule: str, piles: Piles, figures: int | str, missing: str) -> Line:
    """The primiera by points: the best card of each suit, summed.

    `missing` decides about a side that lacks a suit. `sum`: it competes with its sum. `loses`: it loses to every
    complete side; if no side is complete, the sums are compared. `no-compete`: it does not compete.
    """
    values = figure_values(figures)
    hands = {side: best_four(pile, values) for side, pile in piles.items()}
    totals = {side: hand.total for side, hand in hands.items()}
    shown = {side: hand.cards for side, hand in hands.items()}
    competing = {side: total for side, total in totals.items() if missing == "sum" or hands[side].complete}
    if not competing and missing == "loses":
        competing = totals
    if not competing:
        return Line(rule, None, 0, Reason.INCOMPLETE, totals, shown)
    return replace(most(rule, competing), counts=totals, shown=shown)


SETTANTA = 3
"""Number of sevens that wins the settanta, whatever the other cards are."""


def settanta(rule: str, piles: Piles) -> Line:
    """The point for three or four sevens; nobody gets it with fewer (spazioinwind)."""
    sevens = {side: tuple(card for card in pile if card.rank == 7) for side, pile in piles.items()}
    counts = {side: len(held) for side, held in sevens.items()}
    return most(rule, counts, sevens, at_least=SETTANTA)


def by_sevens(rule: str, piles: Piles, ranks: Sequence[tuple[int, ...]] = SEVENS_ORDER) -> Line:
    """The point for the most sevens in the whole pile; a tie is broken by the next of `ranks`.

    The `counts` of the line are as long as needed to decide: `(2, 3)` is two sevens and three sixes.
    """
    counts: dict[str, tuple[int, ...]] = dict.fromkeys(piles, ())
    compared: tuple[int, ...] = ()
    line = Line(rule, None, 0, Reason.TIE)
    for group in ranks:
        compared += group
        counts = {side: (*counts[side], sum(card.rank in group for card in pile)) for side, pile in piles.items()}
        shown = {side: tuple(card for card in pile if card.rank in compared) for side, pile in piles.items()}
        line = most(rule, counts, shown)
        if line.side is not None:
            break
    return line
