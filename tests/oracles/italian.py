"""The forty Italian cards as codes, and who leads in a count."""

from typing import Any

Entry = dict[str, Any]
_RANKS = {f"{rank}{suit}": rank for suit in "DCSB" for rank in range(1, 11)}
DECK = list(_RANKS)
NAMES = ["Anna", "Bruno", "Carla", "Dino"]


def rank(code: str) -> int:
    """The number of a card: knave 8, horse 9, king 10."""
    return _RANKS[code]


def sole_leader(counts: dict[str, Any]) -> str | None:
    """The one with strictly more than every other."""
    for side, count in counts.items():
        if all(count > other for name, other in counts.items() if name != side):
            return side
    return None
