"""Scala 40's melds judged a second time, by trying every set and every run there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

PLACES = ["A", *map(str, range(2, 11)), "J", "Q", "K", "A"]  # of a run: the ace below the two or above the king
WORTH = [1, *range(2, 11), 10, 10, 10, 11]
EVERY_MELD = [
    (list(zip(PLACES[start : start + size], [suit] * size, strict=True)), sum(WORTH[start : start + size]))
    for suit in "SHDC"
    for size in range(3, 15)
    for start in range(15 - size)
] + [
    ([(PLACES[place], suit) for suit in suits], size * (11 if place == 0 else WORTH[place]))
    for place in range(13)
    for size in (3, 4)
    for suits in combinations("SHDC", size)
]


def best(meld: list[str]) -> int | None:
    """The points of the dearest set or run that the cards can be, None for no meld at all."""
    jokers = meld.count("JOKER")
    held = Counter((card[:-1], card[-1]) for card in meld if card != "JOKER")
    points = [
        worth
        for cards, worth in EVERY_MELD
        if len(cards) == len(meld) and not held - Counter(cards) and len(cards) - held.total() == jokers
    ]
    return max(points, default=None)


def opening(melds: list[list[str]], options: dict[str, Any]) -> tuple[bool, int]:
    """Whether the melds open, and their points."""
    limit = options.get("jokers_per_meld", 0)
    points, valid = 0, bool(melds)
    for meld in melds:
        jokers = meld.count("JOKER")
        worth = best(meld)
        wrong = (limit and jokers > limit) or (jokers and not options.get("joker_in_opening", True))
        if worth is None or wrong:
            valid = False
        else:
            points += worth
    cards = Counter(card for meld in melds for card in meld)
    too_many = any(number > (4 if card == "JOKER" else 2) for card, number in cards.items())
    return valid and not too_many and points >= options.get("opening", 40), points


def random_opening(random: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Melds, some of them spoilt, under house rules drawn at random; whether they open, and what they are worth."""
    options: dict[str, Any] = {}
    if random.random() < 0.4:
        options["jokers_per_meld"] = random.choice([0, 1])
    if random.random() < 0.3:
        options["joker_in_opening"] = random.choice([True, False])
    if random.random() < 0.3:
        options["opening"] = random.choice([0, 40, 55])
    melds = []
    for _ in range(random.randint(1, 3)):
        meld = [rank + suit for rank, suit in random.choice(EVERY_MELD)[0]]
        if len(meld) > 6 and random.random() < 0.7:
            meld = meld[:4]
        for place in range(1, len(meld)):
            if random.random() < 0.12:
                meld[place] = "JOKER"
            elif random.random() < 0.05:
                meld[place] = random.choice(PLACES) + random.choice("SHDC")
        random.shuffle(meld)
        melds.append(meld)
    valid, points = opening(melds, options)
    question = {"ask": "opening", "game": "scala40", "options": options, "melds": melds}
    return question, {"valid": valid, "points": points}
