"""Escoba played and scored a second time, category by category."""

from itertools import combinations, product
from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some
from tests.oracles.italian import DECK, NAMES, Entry, rank, sole_leader

CHOICES: dict[str, list[Any]] = {
    "target": [21, 15, 31, 6, 1],
    "four_sevens": ["three", "three-plus-one", "off"],
    "most_sevens": ["most", "setenta", "setenta-points"],
    "all_coins": ["replaces", "adds", "off"],
    "coins": ["most", "six"],
    "cards": ["most", "twenty-one"],
    "table_escoba": ["dealer", "first"],
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
    taker, last = sides[0] if options.get("table_escoba") == "first" else sides[-1], None
    value = sum(map(rank, table))
    made = 1 if value == 15 else 2 * (value == 30 and (options.get("deal") == "sum" or splits(table)))
    if made:
        escobas[taker], piles[taker], table, last = made, table, [], taker
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


def entered(random: Random, sides: list[str], options: dict[str, Any]) -> Entry:
    """A round that was played, entered in one of the ways there are."""
    entry = play(random, sides, options)
    if all(entry["piles"].values()) and random.random() < 0.2:
        entry = by_awards(entry, sides, options)
    return with_some(random, entry, sides)


def by_awards(entry: Entry, sides: list[str], options: dict[str, Any]) -> Entry:
    """The same round as the players would say it: who won what. Nobody's categories are left out or null."""
    piles = entry["piles"]
    seven, coins, sevens, cards, under = winners(piles, sides, options)
    awards: dict[str, str | None] = {"seven_of_coins": seven, "most_cards": cards}
    if options.get("all_coins") != "off" and any(sum(card[-1] == "D" for card in piles[s]) == 10 for s in sides):
        awards["all_coins"] = coins
        if options.get("all_coins") == "adds":
            awards["most_coins"] = coins
    else:
        awards["most_coins"] = coins
    whole = any(sum(rank(card) == 7 for card in piles[side]) == 4 for side in sides)
    awards["four_sevens" if whole and options.get("four_sevens") != "off" else "most_sevens"] = sevens
    if under:
        awards["under_ten"] = under
    return {**{name: given for name, given in entry.items() if name != "piles"}, "awards": awards}


def categories(entry: Entry, sides: list[str], options: dict[str, Any]) -> list[dict[str, int]]:
    """The points of each category in the order of the count: escobas, coins, seven, sevens, cards, under ten,
    wrong captures, and last what was agreed at the table."""

    def to(winner: str | None, points: int) -> dict[str, int]:
        return {side: points if side == winner else 0 for side in sides}

    escobas = {side: entry.get("sweeps", {}).get(side, 0) for side in sides}
    piles = entry.get("piles") or {side: ["?"] for side in sides}
    if "awards" in entry:
        said = {name: side for name, side in entry["awards"].items() if side}
        most = to(said.get("most_coins"), 1)
        whole = to(said.get("all_coins"), 2)
        coin_points = {side: most[side] + whole[side] for side in sides}
        four = to(said.get("four_sevens"), 3 if options.get("four_sevens") == "three-plus-one" else 2)
        most = to(said.get("most_sevens"), 1)
        seven_points = {side: four[side] + most[side] for side in sides}
        seven, cards, under = said.get("seven_of_coins"), said.get("most_cards"), said.get("under_ten")
    else:
        seven, coins, sevens, cards, under = winners(piles, sides, options)
        coin_points, seven_points = to(coins, 1), to(sevens, 1)
        if coins and options.get("all_coins") != "off" and sum(card[-1] == "D" for card in piles[coins]) == 10:
            coin_points = to(coins, 3 if options.get("all_coins") == "adds" else 2)
        if sevens and options.get("four_sevens") != "off" and sum(rank(card) == 7 for card in piles[sevens]) == 4:
            seven_points = to(sevens, 3 if options.get("four_sevens") == "three-plus-one" else 2)
    wrong = to(None, 0)
    if options.get("wrong_capture") != "off":
        for offender in entry.get("wrong_captures", []):
            penalty = 4 + sum(escobas.values())
            if options.get("wrong_capture", "deduct") == "deduct":
                wrong[offender] -= penalty
            else:
                for side in sides:
                    # Who captured nothing gets no points in the round.
                    wrong[side] += penalty if side != offender and piles[side] else 0
    return [
        escobas,
        coin_points,
        to(seven, 1),
        seven_points,
        to(cards, 1),
        to(under, options.get("under_ten", 2)),
        wrong,
        {side: given_to(entry, side) for side in sides},
    ]


def winners(piles: dict[str, list[str]], sides: list[str], options: dict[str, Any]) -> list[str | None]:
    """Who has the seven of coins, the coins, the sevens, the cards; and whose other side has fewer than ten cards."""
    coins = {side: sum(card[-1] == "D" for card in piles[side]) for side in sides}
    held = {side: len(piles[side]) for side in sides}
    most_coins, most_cards = sole_leader(coins), sole_leader(held)
    if most_coins and options.get("coins") == "six" and coins[most_coins] < 6:
        most_coins = None
    if most_cards and options.get("cards") == "twenty-one" and held[most_cards] < 21:
        most_cards = None
    all_sevens = [side for side in sides if sum(rank(card) == 7 for card in piles[side]) == 4]
    sevens = best_sevens(piles, sides, options.get("most_sevens", "most"))
    if all_sevens and options.get("four_sevens") != "off":
        sevens = all_sevens[0]
    under = None
    if len(sides) == 2 and options.get("under_ten", 2):
        under = next((other for one, other in (sides, sides[::-1]) if held[one] < 10), None)
    return [next(side for side in sides if "7D" in piles[side]), most_coins, sevens, most_cards, under]


SETENTA = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


def best_sevens(piles: dict[str, list[str]], sides: list[str], rule: str) -> str | None:
    if rule == "setenta-points":
        best = {
            side: [max((SETENTA[rank(card)] for card in piles[side] if card[-1] == suit), default=0) for suit in "DCSB"]
            for side in sides
        }
        whole = [side for side in sides if 0 not in best[side]] or sides
        return sole_leader({side: sum(best[side]) for side in whole})
    still = list(sides)
    for value in [7, 6, 1, 5] if rule == "setenta" else [7]:
        has = {side: sum(rank(card) == value for card in piles[side]) for side in still}
        still = [side for side in still if has[side] == max(has.values())]
    return still[0] if len(still) == 1 else None


def checks(entry: Entry) -> list[str]:
    """A legal round proves its cards, and with the last cards its fifteens; what was said proves nothing."""
    if "piles" not in entry:
        return []
    return ["all_cards", "fifteens"] if entry.get("rest") else ["all_cards"]


def score(document: dict[str, Any]) -> dict[str, Any]:
    sides, options = document["sides"], document["options"]
    totals = dict.fromkeys(sides, 0)
    result: dict[str, Any] = {"rounds": [], "finished": False, "winners": []}
    result["checks"] = [checks(entry) for entry in document["rounds"]]
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
    empty = [side for side, pile in entry.get("piles", {}).items() if not pile]
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
    rounds = [entered(random, sides, options) for _ in range(random.randint(0, 6))]
    return {"game": "escoba", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match that goes on whatever its rounds."""
    sides = NAMES[:2]
    entries = [play(random, sides, {}) for _ in range(rounds)]
    return {"game": "escoba", "options": {"target": 9999}, "sides": sides, "rounds": entries}


def possible_awards(options: dict[str, Any]) -> set[tuple[tuple[str, str], ...]]:
    """Every set of awards that the cards of two sides can give, as (category, winner) in alphabetical order.

    Found by trying how many coins, sevens and other cards a side can have. Level sevens are not looked into further.
    """
    one, other = NAMES[:2]
    found = set()
    for coins, sevens, others in product(range(11), range(4), range(28)):
        # Three sevens are no coins, and twenty-seven cards are neither coins nor sevens.
        for holder in {one} if coins == 10 else {other} if coins == 0 else {one, other}:
            held = {one: coins + sevens + others, other: 40 - coins - sevens - others}
            has = {one: sevens + (holder == one), other: 3 - sevens + (holder == other)}
            won: dict[str, str | None] = {"seven_of_coins": holder, "most_cards": sole_leader(held)}
            won["most_coins"] = sole_leader({one: coins, other: 10 - coins})
            if coins in (0, 10) and options.get("all_coins") != "off":
                won["all_coins"] = won["most_coins"]
                if options.get("all_coins") != "adds":
                    won["most_coins"] = None
            if 4 in has.values() and options.get("four_sevens") != "off":
                won["four_sevens"] = sole_leader(has)
            else:
                won["most_sevens"] = sole_leader(has)
            if options.get("under_ten", 2) and min(held.values()) < 10:
                won["under_ten"] = sole_leader(held)
            found.add(tuple(sorted((name, side) for name, side in won.items() if side)))
    return found
