"""Spoils right documents at random, as a script with a mistake or a malicious one would."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

JUNK: list[Any] = [
    None, True, False, 0, -1, 1, 3, 14, 27, 10**30, 0.5, 11.0, float("nan"), "", " ", "7D", "JOKER", "FOOL", "T1",
    "Anna", "Zoe", "x" * 1000, "\x00", [], {}, [[]], [None], ["7D", "7D"], [{}], {"": {}}, {"Anna": 3},
    {"Anna": ["AS"]}, [1, 2],
]  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a document: the container and the key or index in it."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])


def spoil(random: Random, document: dict[str, Any]) -> dict[str, Any]:
    """A copy of the document with one to three things wrong, or perhaps only different."""
    spoilt = copy.deepcopy(document)
    for _ in range(random.choice([1, 1, 2, 3])):
        container, key = random.choice(list(places(spoilt)))
        how = random.randrange(5)
        if how == 0:
            del container[key]
        elif how == 1 and isinstance(container, dict):
            container[random.choice(["sweeps", "piles", "Zoe", "x", ""])] = container.pop(key)
        elif how == 2 and isinstance(container, list):
            container.append(copy.deepcopy(container[key]))
        elif how == 3:
            other, place = random.choice(list(places(spoilt)))
            container[key] = copy.deepcopy(other[place])
        else:
            container[key] = copy.deepcopy(random.choice(JUNK))
        if not list(places(spoilt)):
            break
    return spoilt
