"""Oracle for points given or taken at the table: every game's round may have some (rules.md, the head)."""

from random import Random
from typing import Any

REASONS = ["misdeal", "renounce", "spoke during play", "è tardi", "x", "y" * 80]


def with_some(random: Random, entry: dict[str, Any], sides: list[str], most: int = 3) -> dict[str, Any]:
    """The round, in one of five cases with points for or from some sides."""
    if random.random() < 0.8:
        return entry
    given = [
        {"side": random.choice(sides), "points": random.choice([-1, 1]) * random.randint(1, most), "reason": reason}
        for reason in random.sample(REASONS, random.randint(1, 3))
    ]
    return {**entry, "adjust": given}


def given_to(entry: dict[str, Any], side: str) -> int:
    """The points that a side was given in a round, less those taken from it."""
    return sum(each["points"] for each in entry.get("adjust", []) if each["side"] == side)
