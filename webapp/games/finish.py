"""What the referee asks about a disputed finish where no match is at hand: totals before, and the last round.

The answers are written as a legal match, which the referee reads like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webapp.base.fields import LARGEST_NUMBER, whole
from webapp.base.i18n import LazyProxy

Entry = dict[str, Any]


class FinishForm:
    """How one game asks for a finish: `options` are the house rules that the ruling depends on.

    `number_label` names the number that every side has in the last round. `signed`: totals may lie below nothing.
    `template` is asked besides; it sees `entry` and `side_names`.
    """

    options: tuple[str, ...] = ()
    number_label: LazyProxy
    signed = False
    template: str | None = None

    def categories(self, options: Any) -> list[str]:
        """The categories of a round that somebody may have won, in counting order."""
        return []

    def rounds(self, entry: Entry, sides: Sequence[str]) -> list[Entry]:
        """The rounds of a match that ended so, as the contract has them.

        `entry` holds, by seat, the texts of `before` and `now`, and in `awards` by category the seat that won it.
        """
        raise NotImplementedError


def numbers(texts: Sequence[str], sides: Sequence[str]) -> dict[str, Any]:
    """Side -> number; what is no number stays as it is, so that the referee says so."""
    return {side: number(text) for side, text in zip(sides, texts, strict=True)}


def number(text: str) -> int | str:
    """A whole number, also one below nothing; 0 for an empty field, other text as it is."""
    digits = text.removeprefix("-").removeprefix("\N{MINUS SIGN}")
    found = number_in(digits or "0") if digits or not text else None
    if found is None:
        return text
    return -found if digits != text else found


def number_in(text: str) -> int | None:
    """A whole number from 0 to `LARGEST_NUMBER`, None for anything else."""
    return whole(text.strip(), len(str(LARGEST_NUMBER)))


def side_at(seat: str, sides: Sequence[str]) -> str | None:
    """The side at the seat that a form sent, None for none of them."""
    place = number_in(seat)
    return sides[place] if place is not None and place < len(sides) else None


def totals_as_sweeps(entry: Mapping[str, Any], sides: Sequence[str]) -> Entry:
    """The totals before the last round, as one round of sweeps: whatever they came from, they count the same."""
    return {"awards": {}, "sweeps": numbers(entry["before"], sides)}
