"""Plays random legal rounds of every variant of Scopa, so that properties of legal play can be tested.

It shares nothing with `scoring` but the cards: captures are found by trying every set of table cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from scoring.cards import ITALIAN, Card

VARIANTS = ("classic", "scopone", "scientifico", "assi", "quindici", "sevens")


@dataclass
class Played:
    """A round that was played: every side's pile and sweeps, and the last table cards with who took them."""

    piles: dict[str, list[Card]]
    sweeps: dict[str, int]
    rest: list[Card] = field(default_factory=list)
    last: str | None = None

    def entry(self, *, rest: bool = False) -> dict[str, object]:
        """The round as the contract's JSON."""
        entry: dict[str, object] = {
            "piles": {side: [card.code for card in pile] for side, pile in self.piles.items()},
            "sweeps": dict(self.sweeps),
        }
        if rest:
            entry["rest"] = {"side": self.last, "cards": [card.code for card in self.rest]}
        return entry


def takes(variant: str, card: Card, table: list[Card]) -> list[tuple[Card, ...]]:
    """Every legal capture of `card`, by the rules of the source."""
    sets = [chosen for size in range(1, len(table) + 1) for chosen in combinations(table, size)]
    if variant == "quindici":
        return [chosen for chosen in sets if sum(c.rank for c in chosen) + card.rank == 15]
    if variant == "assi" and card.rank == 1:
        aces: list[tuple[Card, ...]] = [(other,) for other in table if other.rank == 1]
        return aces or ([tuple(table)] if table else [])
    equal: list[tuple[Card, ...]] = [(other,) for other in table if other.rank == card.rank]
    return equal or [chosen for chosen in sets if sum(c.rank for c in chosen) == card.rank]


def play(random: Random, variant: str, sides: list[str]) -> Played:
    """Play one round to its end, everyone choosing at random among the legal moves; capturing is compulsory."""
    stock = list(ITALIAN.cards)
    random.shuffle(stock)
    on_table = 0 if variant == "scientifico" else 4
    table, stock = stock[:on_table], stock[on_table:]
    hands: dict[str, list[Card]] = {side: [] for side in sides}
    whole = variant in ("scopone", "scientifico")
    played = Played({side: [] for side in sides}, dict.fromkeys(sides, 0))
    turn = 0
    while stock or any(hands.values()):
        if whole and stock:
            for number, card in enumerate(stock):
                hands[sides[number % len(sides)]].append(card)
            stock = []
        elif stock and not any(hands.values()):
            for side in sides:
                hands[side], stock = stock[:3], stock[3:]
        side = sides[turn % len(sides)]
        turn += 1
        if not hands[side]:
            continue
        card = hands[side].pop(random.randrange(len(hands[side])))
        if variant == "sevens" and stock and len(hands[side]) < 3:
            hands[side].append(stock.pop())
        captures = takes(variant, card, table)
        if not captures:
            table.append(card)
            continue
        taken = random.choice(captures)
        table = [other for other in table if other not in taken]
        played.piles[side] += [card, *taken]
        played.last = side
        if not table and (stock or any(hands.values())):
            played.sweeps[side] += 1
    played.rest = table
    if played.last is not None:
        played.piles[played.last] += table
    return played
