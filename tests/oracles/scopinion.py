"""Scopinion scored a second time: counters on the table, heart by heart."""

from random import Random
from typing import Any

from tests.oracles.adjust import given_to, with_some


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
    for side in sides:
        points[side] += given_to(document["rounds"][0], side)
    best = [side for side in sides if points[side] == max(points.values())]
    best = [side for side in best if hearts[side] == max(hearts[other] for other in best)]
    said = cannot_be(document["rounds"][0]["results"], bool(document["options"].get("expert")))
    warnings = [{"impossible_counts"} if said else set()]
    return {"rounds": [points], "totals": points, "finished": True, "winners": best, "warnings": warnings}


def cannot_be(results: dict[str, Any], expert: bool) -> bool:
    """More than the cards can show: 9 own cards with 14 spades, 49 central and 31 target cards, a symbol each.

    A stack of target cards shows four hearts a card at most, and none without a card; only the expert game counts them.
    """
    stacks = ["vault", "display"] if expert else ["vault"]
    hearts = spades = cards = 0
    for has in results.values():
        for stack in stacks:
            found = has[stack]["green"] + has[stack]["red"]
            hearts, cards = hearts + found, cards + has[stack]["cards"]
            if has[stack]["cards"] == 0 and found and expert:
                return True
            if has[stack]["cards"] and found > 4 * has[stack]["cards"]:
                return True
        hearts += has["deck"]["green"] + has["deck"]["red"]
        spades += has["deck"]["spades"]
        if has["deck"]["spades"] > 14 + 49:
            return True
    return hearts > 49 + 31 or spades > 14 * len(results) + 49 or cards > 31


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
    if random.random() < 0.3:
        # Somebody miscounts or slips.
        place = random.choice(list(results[sides[0]]))
        counts = results[random.choice(sides)]
        name = random.choice(list(counts[place]))
        counts[place] = {**counts[place], name: random.choice([0, 5, 9, 15, 31, 40, 70, 99])}
    options = {"expert": True} if expert else {}
    rounds = [with_some(random, {"results": results}, sides)] if random.random() < 0.95 else []
    return {"game": "scopinion", "options": options, "sides": sides, "rounds": rounds}


def long_match(random: Random, rounds: int) -> dict[str, Any]:
    """A match of one round, whatever is asked for: there are no others."""
    while not (match := random_match(random))["rounds"]:
        pass
    return match
