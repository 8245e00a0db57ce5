"""Escoba played and scored a second time, category by category."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from tests.oracles.italian import DECK, NAMES, Entry, rank, sole_leader

CHOICES: dict[str, list[Any]] = {
    "target": [21, 15, 31, 6, 1],
    "four_sevens": ["three", "three-plus-one"],
    "most_sevens": ["most", "setenta"],
    "all_coins": ["replaces", "adds"],
    "under_ten": [2, 0],
    "no_capture": ["round", "match"],
    "wrong_capture": ["deduct", "credit", "off"],
    "deal": ["split", "sum"],
    "end": ["more-points", "order"],
}


def makes_15(cards: tuple[str, ...]) -> bool:
    return sum(map(rank, cards)) == 15


def splits(table: list[str]) -> bool:
    return any(
        makes_15(some) and makes_15(tuple(card for card in table if card not in some))
        for size in (1, 2, 3)
        for some in combinations(table, size)
    )


def play(random: Random, sides: list[str], options: dict[str, Any]) -> Entry:
    """Play one legal round; now and then somebody does not see a capture, which is no fault."""
    stock = random.sample(DECK, 40)
    table, stock = stock[:4], stock[4:]
    piles: dict[str, list[str]] = {side: [] for side in sides}
    escobas = dict.fromkeys(sides, 0)
    dealer, last = sides[-1], None
    value = sum(map(rank, table))
    made = 1 if value == 15 else 2 * (value == 30 and (options.get("deal") == "sum" or splits(table)))
    if made:
        escobas[dealer], piles[dealer], table, last = made, table, [], dealer
    asleep = random.choice([*sides, None, None, None])
    while stock:
        hands = {}
        for side in sides:
            hands[side], stock = stock[:3], stock[3:]
        for _ in range(3):
            for side in sides:
                card = hands[side].pop()
                found = [
                    some
                    for size in range(1, len(table) + 1)
                    for some in combinations(table, size)
                    if makes_15((card, *some))
                ]
                if not found or side == asleep or random.random() < 0.05:
                    table.append(card)
                    continue
                taken = random.choice(found)
                piles[side] += [card, *taken]
                table = [other for other in table if other not in taken]
                escobas[side] += not table
                last = side
    if last is None:
        return play(random, sides, options)
    piles[last] += table
    entry: Entry = {"piles": piles, "sweeps": escobas}
    if random.random() < 0.5:
        entry["rest"] = {"side": last, "cards": table}
    offenders = [side for side in sides if piles[side]]
    if random.random() < 0.4:
        entry["wrong_captures"] = random.choices(offenders, k=random.randint(1, 3))
    return entry


def categories(entry: Entry, sides: list[str], options: dict[str, Any]) -> list[dict[str, int]]:
    """The points of each category in the order of the count: escobas, coins, seven, sevens, cards, under ten, wrong."""

    def to(winner: str | None, points: int) -> dict[str, int]:
        return {side: points if side == winner else 0 for side in sides}

    piles, escobas = entry["piles"], entry["sweeps"]
    coins = {side: [card for card in piles[side] if card[-1] == "D"] for side in sides}
    whole = next((side for side in sides if len(coins[side]) == 10), None)
    leader = sole_leader({side: len(coins[side]) for side in sides})
    coin_points = to(leader, 1)
    if whole:
        coin_points = to(whole, 3 if options.get("all_coins") == "adds" else 2)
    groups = [7, 6, 1, 5] if options.get("most_sevens") == "setenta" else [7]
    still = list(sides)
    for value in groups:
        has = {side: sum(rank(card) == value for card in piles[side]) for side in still}
        still = [side for side in still if has[side] == max(has.values())]
    sevens = to(still[0] if len(still) == 1 else None, 1)
    all_sevens = next((side for side in sides if sum(rank(card) == 7 for card in piles[side]) == 4), None)
    if all_sevens:
        sevens = to(all_sevens, 3 if options.get("four_sevens") == "three-plus-one" else 2)
    under = to(None, 0)
    if len(sides) == 2:
        for one, other in (sides, sides[::-1]):
            if len(piles[one]) < 10:
                under[other] += options.get("under_ten", 2)
    wrong = to(None, 0)
    if options.get("wrong_capture") != "off":
        for offender in entry.get("wrong_captures", []):
            penalty = 4 + sum(escobas.values())
            if options.get("wrong_capture", "deduct") == "deduct":
                wrong[offender] -= penalty
            else:
                for side in sides:
                    # Who captured nothing gets nothing from the round.
                    wrong[side] += penalty if side != offender and piles[side] else 0
    return [
        dict(escobas),
        coin_points,
        to(next(side for side in sides if "7D" in piles[side]), 1),
        sevens,
        to(sole_leader({side: len(piles[side]) for side in sides}), 1),
        under,
        wrong,
    ]


def score(document: dict[str, Any]) -> dict[str, Any]:
    sides, options = document["sides"], document["options"]
    totals = dict.fromkeys(sides, 0)
    result: dict[str, Any] = {"rounds": [], "finished": False, "winners": []}
    for entry in document["rounds"]:
        counted = categories(entry, sides, options)
        points = {side: sum(each[side] for each in counted) for side in sides}
        result["rounds"].append(points)
        if result["finished"]:
            continue
        before, totals = totals, {side: totals[side] + points[side] for side in sides}
        winners = judge(entry, before, totals, counted, options)
        result["finished"], result["winners"] = bool(winners), winners
    return result | {"totals": totals}


def judge(
    entry: Entry,
    before: dict[str, int],
    totals: dict[str, int],
    counted: list[dict[str, int]],
    options: dict[str, Any],
) -> list[str]:
    empty = [side for side in totals if not entry["piles"][side]]
    if empty and options.get("no_capture") == "match":
        return [side for side in totals if side not in empty]
    target = options.get("target", 21)
    there = [side for side in totals if totals[side] >= target]
    best = [side for side in there if totals[side] == max(totals.values())]
    if len(best) < 2 or options.get("end", "more-points") == "more-points":
        return best if len(best) == 1 else []
    running = dict(before)
    for category in [dict.fromkeys(totals, 0), *counted]:
        running = {side: running[side] + category[side] for side in running}
        first = [side for side in best if running[side] >= target]
        if first:
            return first if len(first) == 1 else []
    return []


def random_match(random: Random) -> dict[str, Any]:
    sides = NAMES[: random.choice([2, 2, 3, 4])]
    options = {name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.6}
    rounds = [play(random, sides, options) for _ in range(random.randint(0, 6))]
    return {"game": "escoba", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match that goes on whatever its rounds."""
    sides = NAMES[:2]
    entries = [play(random, sides, {}) for _ in range(rounds)]
    return {"game": "escoba", "options": {"target": 9999}, "sides": sides, "rounds": entries}
