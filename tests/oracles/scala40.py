"""Scala 40 scored a second time: hands out of 108 cards, who goes out, who comes back."""

from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some
from tests.oracles.melds import random_attach, random_close, random_opening

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
PACKS = [rank + suit for suit in "SHDC" for rank in RANKS] * 2 + ["JOKER"] * 4
CHOICES: dict[str, list[Any]] = {
    "limit": [101, 201, 60, 150],
    "out_at": ["reach", "exceed"],
    "lone_ace": [11, 1],
    "full_hand": ["count", 100, 50],
    "in_hand": ["double", "bonus"],
    "bonus": [25, 0, 40],
    "rejoin": ["none", "highest-once"],
    "jokers": [True, False],
    "jokers_per_meld": [0, 1],
    "joker_in_opening": [True, False],
    "opening": [40, 0],
}


def pips(card: str) -> int:
    if card == "JOKER":
        return 25
    return {"A": 11, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


class Table:
    """A match as it goes on: who is in, who came back."""

    def __init__(self, sides: list[str], options: dict[str, Any]) -> None:
        self.options = options
        self.totals = dict.fromkeys(sides, 0)
        self.out: set[str] = set()
        self.back: set[str] = set()
        self.rounds: list[dict[str, int]] = []
        self.checks: list[list[str]] = []

    @property
    def still_in(self) -> list[str]:
        return [side for side in self.totals if side not in self.out]

    def penalty(self, side: str, entry: dict[str, Any]) -> int:
        full = self.options.get("full_hand", "count")
        hand = entry["hands"][side] if "hands" in entry else None
        if full != "count" and (side in entry.get("unopened", []) or (hand is not None and len(hand) == 13)):
            return int(full)
        if hand is None:
            return int(entry["penalties"][side])
        if len(hand) == 1 and hand[0][0] == "A":
            return int(self.options.get("lone_ace", 11))
        return sum(map(pips, hand))

    def add(self, entry: dict[str, Any]) -> None:
        points = dict.fromkeys(self.totals, 0)
        for side in self.still_in:
            if side != entry["closer"]:
                points[side] = self.penalty(side, entry)
        if entry.get("in_hand"):
            if self.options.get("in_hand", "double") == "double":
                points = {side: 2 * number for side, number in points.items()}
            else:
                points[entry["closer"]] -= self.options.get("bonus", 25)
        for side in self.totals:
            points[side] += given_to(entry, side)
            self.totals[side] += points[side]
        limit, exceed = self.options.get("limit", 101), self.options.get("out_at") == "exceed"
        beyond = {side for side in self.still_in if self.totals[side] > limit - (not exceed)}
        # Closing costs nothing: only agreed points bring the closer there, who stays where nobody else does.
        self.out |= beyond - {entry["closer"]} if beyond >= set(self.still_in) else beyond
        highest = max(self.totals[side] for side in self.still_in)
        self.checks.append(["copies"] if entry.get("hands") else [])
        for side in entry.get("rejoin", []):
            points[side] += highest - self.totals[side]
            self.totals[side] = highest
            self.out.remove(side)
            self.back.add(side)
        self.rounds.append(points)


def score(document: dict[str, Any]) -> dict[str, Any]:
    table = Table(document["sides"], document["options"])
    for entry in document["rounds"]:
        table.add(entry)
    over = len(table.still_in) == 1
    return {
        "rounds": table.rounds,
        "totals": table.totals,
        "finished": over,
        "winners": table.still_in if over else [],
        "checks": table.checks,
        "out": [side for side in table.totals if side in table.out],
    }


def random_match(random: Random) -> dict[str, Any]:
    sides = ["Anna", "Bruno", "Carla", "Dino", "Elsa & Ugo", "Franco"][: random.randint(2, 6)]
    options = {name: random.choice(values) for name, values in CHOICES.items() if random.random() < 0.6}
    rounds: list[dict[str, Any]] = []
    table = Table(sides, options)
    for _ in range(random.randint(0, 14)):
        closer = random.choice(table.still_in)
        losers = [side for side in table.still_in if side != closer]
        stock = [card for card in random.sample(PACKS, 108) if card != "JOKER" or options.get("jokers", True)]
        hands = {}
        for side in losers:
            size = random.choice([1, 2, 3, random.randint(1, 13), 13])
            hands[side], stock = stock[:size], stock[size:]
        entry: dict[str, Any] = {"closer": closer, "hands": hands}
        if random.random() < 0.3:
            entry["in_hand"] = True
        if random.random() < 0.3:
            entry = {**entry, "penalties": {side: sum(map(pips, hand)) for side, hand in hands.items()}}
            del entry["hands"]
        if random.random() < 0.4:
            entry["unopened"] = [side for side in losers if random.random() < 0.5]
        entry = with_some(random, entry, sides, 60)
        table.add(entry)
        may = [side for side in table.out if side not in table.back]
        if options.get("rejoin") == "highest-once" and may and len(table.still_in) > 1 and random.random() < 0.6:
            entry["rejoin"] = sorted(may)[: random.randint(1, 2)]
            # Played again from the start with the one who comes back.
            table = Table(sides, options)
            for each in [*rounds, entry]:
                table.add(each)
        rounds.append(entry)
        if len(table.still_in) == 1:
            break
    return {"game": "scala40", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match of two, each closing in turn on a whole hand of the other."""
    sides = ["Anna", "Bruno"]
    entries = []
    for number in range(rounds):
        closer, loser = sides[number % 2], sides[1 - number % 2]
        entries.append({"closer": closer, "hands": {loser: random.sample(PACKS, 13)}})
    return {"game": "scala40", "options": {"limit": 9999}, "sides": sides, "rounds": entries}


QUESTIONS = {"opening": random_opening, "attach": random_attach, "close": random_close}
