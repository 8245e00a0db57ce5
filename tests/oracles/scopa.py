"""Scopa played and scored a second time: every legal capture is found by trying every set of table cards."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from scoring.cards import ITALIAN, Card
from tests.oracles.italian import DECK, NAMES, Entry, rank, sole_leader

VARIANTS = ("classic", "scopone", "scientifico", "assi", "quindici", "sevens")
CHOICES: dict[str, list[Any]] = {
    "target": [11, 5, 16, 21],
    "reach": ["reach", "exceed"],
    "end": ["source", "more-points", "counting-order"],
    "coins": ["most", "six"],
    "cards": ["most", "twenty-one"],
    "primiera": ["points", "sevens"],
    "primiera_missing": ["loses", "no-compete", "sum"],
    "figures": [10, "ranked", 0],
    "re_bello": [False, True],
    "napola": [False, True],
}
VALUES = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12}
DEFAULTS: dict[str, Any] = {
    "variant": "classic",
    "target": 11,
    "reach": "reach",
    "end": "source",
    "coins": "most",
    "cards": "most",
    "primiera": "points",
    "primiera_missing": "loses",
    "figures": 10,
    "re_bello": False,
    "napola": False,
}


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


def primiera(piles: dict[str, list[str]], options: dict[str, Any]) -> str | None:
    figures = {10: (10, 10, 10), "ranked": (8, 9, 10), 0: (0, 0, 0)}[options["figures"]]
    values = VALUES | dict(zip((8, 9, 10), figures, strict=True))
    best = {
        side: [max((values[rank(code)] for code in pile if code[-1] == suit), default=None) for suit in "DCSB"]
        for side, pile in piles.items()
    }
    complete = [side for side, four in best.items() if None not in four]
    if options["primiera_missing"] == "sum" or (options["primiera_missing"] == "loses" and not complete):
        taking_part = list(piles)
    else:
        taking_part = complete
    return sole_leader({side: sum(v for v in best[side] if v is not None) for side in taking_part})


def sevens(piles: dict[str, list[str]], ranks: list[list[int]]) -> str | None:
    still = list(piles)
    for group in ranks:
        counts = {side: sum(rank(code) in group for code in piles[side]) for side in still}
        still = [side for side in still if counts[side] == max(counts.values())]
        if len(still) == 1:
            return still[0]
    return None


def categories(entry: Entry, sides: list[str], options: dict[str, Any]) -> list[tuple[str, dict[str, int]]]:
    """The points of the round, category by category in counting order."""
    sweeps = {side: entry.get("sweeps", {}).get(side, 0) for side in sides}
    names = ["cards", "coins", "settebello", "sevens" if options["variant"] == "sevens" else "primiera"]
    names += ["re_bello"] * options["re_bello"]
    won: dict[str, str | None] = {}
    napola: dict[str, int] = {}
    if "awards" in entry:
        won = {name: entry["awards"].get(name) for name in names}
        given = entry["awards"].get("napola")
        napola = {given["side"]: given["points"]} if given else {}
    else:
        piles = {side: list(entry["piles"].get(side) or []) for side in sides}
        for side in sides:
            if entry["piles"].get(side) is None:
                piles[side] = [code for code in DECK if not any(code in pile for pile in piles.values())]
        counts = {side: len(pile) for side, pile in piles.items()}
        coins = {side: sum(code[-1] == "D" for code in pile) for side, pile in piles.items()}
        won["cards"] = sole_leader(counts)
        if options["cards"] == "twenty-one" and max(counts.values()) < 21:
            won["cards"] = None
        won["coins"] = sole_leader(coins)
        if options["coins"] == "six" and max(coins.values()) < 6:
            won["coins"] = None
        won["settebello"] = next(side for side in sides if "7D" in piles[side])
        won["re_bello"] = next(side for side in sides if "10D" in piles[side])
        won["sevens"] = sevens(piles, [[7], [6], [1]])
        won["primiera"] = (
            sevens(piles, [[7], [6], [1], [5], [4], [3], [2], [8, 9, 10]])
            if options["primiera"] == "sevens"
            else primiera(piles, options)
        )
        for side, pile in piles.items():
            run = 0
            while f"{run + 1}D" in pile:
                run += 1
            if run >= 3:
                napola[side] = run
    counted = [(name, {side: int(won[name] == side) for side in sides}) for name in names]
    if options["napola"]:
        counted.append(("napola", {side: napola.get(side, 0) for side in sides}))
    return [*counted, ("sweep", sweeps)]


def score(document: dict[str, Any]) -> dict[str, Any]:
    """Points of every round, totals, finished, winners, and the code of the ruling."""
    options = DEFAULTS | document.get("options", {})
    sides = document["sides"]
    totals = dict.fromkeys(sides, 0)
    result: dict[str, Any] = {"rounds": [], "finished": False, "winners": [], "ruling": None}
    for entry in document["rounds"]:
        counted = categories(entry, sides, options)
        points = {side: sum(of[side] for _, of in counted) for side in sides}
        result["rounds"].append(points)
        if result["finished"]:
            continue
        before, totals = totals, {side: totals[side] + points[side] for side in sides}
        winners, ruling = judge(before, totals, counted, options)
        result |= {"finished": bool(winners), "winners": winners, "ruling": ruling}
    return result | {"totals": totals}


def judge(
    before: dict[str, int], totals: dict[str, int], counted: list[tuple[str, dict[str, int]]], options: dict[str, Any]
) -> tuple[list[str], str | None]:
    """The winners and the ruling after one round."""
    for side, points in dict(counted).get("napola", {}).items():
        if points == 10:
            return [side], "cappotto"

    def there(total: int) -> bool:
        target: int = options["target"]
        return total > target if options["reach"] == "exceed" else total >= target

    at = [side for side in totals if there(totals[side])]
    if not at:
        return [], None
    if len(at) == 1:
        return at, "reached_target"
    highest = max(totals[side] for side in at)
    leading = [side for side in at if totals[side] == highest]

    def first_of(some: list[str]) -> list[str]:
        running = dict(before)
        first = [side for side in some if there(running[side])]
        for _, points in counted:
            if first:
                break
            running = {side: running[side] + points[side] for side in running}
            first = [side for side in some if there(running[side])]
        return first

    if options["end"] == "counting-order":
        first = first_of(at)
        if len(first) == 1:
            return first, "counting_order"
        top = [side for side in first if totals[side] == max(totals[other] for other in first)]
        return (top, "more_points") if len(top) == 1 else ([], "play_on")
    if len(leading) == 1:
        return leading, "more_points"
    if options["end"] == "source":
        first = first_of(leading)
        if len(first) == 1:
            return first, "category_order"
    return [], "play_on"


def random_match(random: Random) -> dict[str, Any]:
    """A match of up to seven rounds, every option drawn."""
    sides = NAMES[: random.choice([2, 2, 3, 4])]
    variant = random.choice(VARIANTS)
    options = {"variant": variant}
    options |= {name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.6}
    rounds = [play(random, variant, sides).entry() for _ in range(random.randint(0, 7))]
    return {"game": "scopa", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match that goes on whatever its rounds."""
    sides = NAMES[:2]
    entries = [play(random, "classic", sides).entry() for _ in range(rounds)]
    return {"game": "scopa", "options": {"target": 9999}, "sides": sides, "rounds": entries}
