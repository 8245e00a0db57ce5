"""The shape of a round's JSON: which values are sides, which are cards, and which are neither.

Every game declares its fields with shapes (`scoring.protocol.Game.fields`). Code that renames sides or finds cards
walks the shape and knows no field by name.

>>> rest = Parts({"side": SIDE, "cards": ListOf(CARD)})
>>> replaced(rest, {"side": "Anna", "cards": ["7d"]}, CARD, str.upper)
{'side': 'Anna', 'cards': ['7D']}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Leaf(Enum):
    """The kind of a single value."""

    SIDE = "side"
    CARD = "card"
    VALUE = "value"


SIDE, CARD = Leaf.SIDE, Leaf.CARD
VALUE = Leaf.VALUE
"""A number, a flag or words: neither a side nor a card."""


@dataclass(frozen=True)
class ListOf:
    """A list; all members have the shape `of`."""

    of: Shape


@dataclass(frozen=True)
class BySide:
    """An object keyed by side; all values have the shape `of`."""

    of: Shape


@dataclass(frozen=True)
class Parts:
    """An object with these parts by name."""

    parts: Mapping[str, Shape]


Shape = Leaf | ListOf | BySide | Parts
Fields = Mapping[str, Shape]
"""The fields of a round by their contract names."""


def replaced(shape: Shape, value: Any, leaf: Leaf, change: Callable[[str], str]) -> Any:
    """A copy of `value` with every side, or every card, changed; values that do not fit the shape stay."""
    match shape:
        case Leaf() if shape is leaf and isinstance(value, str):
            return change(value)
        case ListOf(of) if isinstance(value, list):
            return [replaced(of, each, leaf, change) for each in value]
        case BySide(of) if isinstance(value, Mapping):
            named = change if leaf is SIDE else str
            return {named(side): replaced(of, held, leaf, change) for side, held in value.items()}
        case Parts(parts) if isinstance(value, Mapping):
            return {name: replaced(parts.get(name, VALUE), held, leaf, change) for name, held in value.items()}
    return value


def found(shape: Shape, value: Any, leaf: Leaf) -> list[str]:
    """Every side, or every card, in `value`, in its order."""
    names: list[str] = []

    def note(name: str) -> str:
        names.append(name)
        return name

    replaced(shape, value, leaf, note)
    return names
