"""Scopinion scored a second time: counters on the table, heart by heart."""

from __future__ import annotations

from random import Random
from typing import Any


def score(document: dict[str, Any]) -> dict[str, Any]:
    sides = document["sides"]
    none = {"rounds": [], "totals": dict.fromkeys(sides, 0), "finished": False, "winners": []}
    if not document["rounds"]:
        return none
    points, hearts = {}, {}
    for side, has in document["rounds"][0]["results"].items():
        vault, deck = has["vault"], has["deck"]
        spades, green = deck["spades"], deck["green"]
        while spades and green:
            spades, green = spades - 1, green - 1
        points[side] = vault["green"] + vault["red"] * 2 + deck["red"] - 2 * spades
        if document["options"].get("expert"):
            points[side] += has["display"]["green"] + has["display"]["red"]
            points[side] += min(has["display"]["cards"], vault["cards"])
        hearts[side] = deck["green"] + deck["red"]
    best = [side for side in sides if points[side] == max(points.values())]
    best = [side for side in best if hearts[side] == max(hearts[other] for other in best)]
    return {"rounds": [points], "totals": points, "finished": True, "winners": best}


def random_match(random: Random) -> dict[str, Any]:
    def stack() -> dict[str, int]:
        green, red = random.randint(0, 3), random.randint(0, 2)
        return {"green": green, "red": red, "cards": green + red + random.randint(0, 2)}

    sides = ["Anna", "Bruno", "Carla", "Dino"][: random.randint(2, 4)]
    expert = random.random() < 0.5
    results: dict[str, Any] = {}
    for side in sides:
        deck = {"spades": random.randint(0, 3), "green": random.randint(0, 3), "red": random.randint(0, 2)}
        results[side] = {"vault": stack(), "deck": deck}
        if expert:
            results[side]["display"] = stack()
    if random.random() < 0.3:
        results[sides[1]] = results[sides[0]]
    options = {"expert": True} if expert else {}
    rounds = [{"results": results}] if random.random() < 0.95 else []
    return {"game": "scopinion", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match of one round, whatever is asked for: there are no others."""
    while not (match := random_match(random))["rounds"]:
        pass
    return match
