"""Briscola played and counted a second time: tricks with a trump, hands of three, the winner of a trick draws first."""

from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some
from tests.oracles.italian import DECK, NAMES, Entry, rank, sole_leader

STRENGTH = [2, 4, 5, 6, 7, 8, 9, 10, 3, 1]
"""The ranks, weakest first: the three is next to the ace."""


def value(card: str) -> int:
    return {1: 11, 3: 10, 10: 4, 9: 3, 8: 2}.get(rank(card), 0)


def beats(card: str, best: str, trump: str) -> bool:
    """Whether `card`, played later, beats the best of the trick so far; following suit is not asked for."""
    if card[-1] == best[-1]:
        return STRENGTH.index(rank(card)) > STRENGTH.index(rank(best))
    return card[-1] == trump


def play(random: Random, sides: list[str], removed: str | None = None) -> dict[str, list[str]]:
    """Play one round to its end, everyone laying any card of the hand."""
    stock = [card for card in random.sample(DECK, 40) if card != removed]
    trump = stock[-1][-1]
    hands: dict[str, list[str]] = {side: [] for side in sides}
    piles: dict[str, list[str]] = {side: [] for side in sides}
    order = list(sides)
    for _ in range(3):
        for side in order:
            hands[side].append(stock.pop(0))
    while any(hands.values()):
        trick = {side: hands[side].pop(random.randrange(len(hands[side]))) for side in order}
        winner = order[0]
        for side in order[1:]:
            if beats(trick[side], trick[winner], trump):
                winner = side
        piles[winner] += trick.values()
        place = order.index(winner)
        order = [*order[place:], *order[:place]]
        for side in order:
            if stock:
                hands[side].append(stock.pop(0))
    return piles


def points(entry: Entry, sides: list[str]) -> dict[str, int]:
    """The card points of every side; one pile may be left out."""
    if "card_points" in entry:
        return dict(entry["card_points"])
    lying = [card for pile in entry["piles"].values() for card in pile]
    rest = [card for card in DECK if card not in lying]
    return {side: sum(map(value, entry["piles"].get(side, rest))) for side in sides}


def score(document: dict[str, Any]) -> dict[str, Any]:
    sides, target = document["sides"], document["options"].get("target", 3)
    totals = dict.fromkeys(sides, 0)
    result: dict[str, Any] = {"rounds": [], "finished": False, "winners": []}
    for entry in document["rounds"]:
        winner = sole_leader(points(entry, sides))
        made = {side: int(side == winner) + given_to(entry, side) for side in sides}
        result["rounds"].append(made)
        if result["finished"]:
            continue
        totals = {side: totals[side] + made[side] for side in sides}
        # By cards one side gets there; by what was agreed several can, and then more points win.
        best = sole_leader(totals)
        if best is not None and totals[best] >= target:
            result["finished"], result["winners"] = True, [best]
    checks = [["all_cards", "sum_120"] if "piles" in entry else ["sum_120"] for entry in document["rounds"]]
    return result | {"totals": totals, "checks": checks}


def random_round(random: Random, sides: list[str]) -> Entry:
    """A round that was played, entered in one of the ways there are."""
    removed = random.choice(["2D", "2C", "2S", "2B"]) if len(sides) == 3 else None
    piles = play(random, sides, removed)
    way = random.random()
    entry: Entry = {"piles": piles}
    if way < 0.3:
        entry = {"card_points": {side: sum(map(value, pile)) for side, pile in piles.items()}}
    elif way < 0.5:
        del piles[random.choice(sides)]
    if removed and (removed != "2C" or random.random() < 0.5):
        entry["removed"] = removed
    return with_some(random, entry, sides, 2)


def random_match(random: Random) -> dict[str, Any]:
    """A match of up to nine rounds."""
    sides = NAMES[: random.choice([2, 2, 3, 4])]
    options = {"target": random.choice([1, 2, 3, 5])} if random.random() < 0.6 else {}
    rounds = [random_round(random, sides) for _ in range(random.randint(0, 9))]
    return {"game": "briscola", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match that goes on whatever its rounds."""
    sides = NAMES[:2]
    entries = [{"piles": play(random, sides)} for _ in range(rounds)]
    return {"game": "briscola", "options": {"target": 9999}, "sides": sides, "rounds": entries}
