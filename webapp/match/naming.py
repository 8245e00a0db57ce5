"""The names of sides in what was entered, given new ones: a side's name is a key all through the JSON of a round.

Pure functions. Which fields name sides is the contract's; drafts and questions have a few of their own. Anything else
stays as it is: the reason of a minus point may be "Anna" and is no side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BY_SIDE = frozenset(
    ("piles", "sweeps", "hands", "penalties", "card_points", "declared", "results", "before", "confirmed", "by")
)
"""Fields that hold something for every side; `confirmed` and `by` are a draft's (`webapp.entry.drafts`)."""
NAMING = frozenset(
    (
        "closer",
        "sits_out",
        "dealer",
        "wrong_captures",
        "unopened",
        "rejoin",
        "sides",
        "rest",
        "adjust",
        "awards",
        "again",
    )
)
"""Fields that name one side or several; `again` is a draft's (`webapp.entry.same_pile`)."""
DROPPED = frozenset(("moved",))
"""What a draft keeps to undo a photograph that was given to another side: it would bring the old names back."""

Names = Mapping[str, str]
"""The new name by the old one."""


def renamed(entry: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """A round, a draft or a question with the new `names`; sides that it does not name stay.

    >>> renamed({"sweeps": {"Anna": 2}, "adjust": [{"side": "Anna", "points": 1, "reason": "Anna"}]}, {"Anna": "Zoe"})
    {'sweeps': {'Zoe': 2}, 'adjust': [{'side': 'Zoe', 'points': 1, 'reason': 'Anna'}]}
    """
    return {field: _field(field, value, names) for field, value in entry.items() if field not in DROPPED}


def _field(field: str, value: Any, names: Names) -> Any:
    if field in BY_SIDE and isinstance(value, Mapping):
        return {names.get(side, side): held for side, held in value.items()}
    if field == "awards" and isinstance(value, Mapping):
        return {rule: _named(winner, names) for rule, winner in value.items()}
    if field == "rounds":
        return [renamed(each, names) for each in value]
    # The `rest` of a question is a list of cards, and a side may be called like one.
    if field in NAMING and not (field == "rest" and isinstance(value, list)):
        return _named(value, names)
    return value


def _named(value: Any, names: Names) -> Any:
    """A name, several, or something that has one under `side` or `of`."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    if isinstance(value, Mapping):
        return {key: _named(held, names) if key in ("side", "of") else held for key, held in value.items()}
    return value
