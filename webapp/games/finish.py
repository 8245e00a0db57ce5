"""What the referee asks about a disputed finish where no match is at hand: totals before, and the last round.

The totals are the contract's `before`, the last round is written as one of a match; the referee reads both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from webapp.base.http.fields import LARGEST_NUMBER, whole
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext
from webapp.games.asking import Missing

Entry = dict[str, Any]
NOBODY = "nobody"
"""What is tapped for a category that nobody won."""


class FinishForm:
    """How one game asks for a finish: `options` are the house rules that the ruling depends on.

    `before_label` names the total of every side before the last round, `number_label` the number that it has in that
    round. `signed`: totals may lie below nothing. `template` is asked besides; it sees `entry`, `side_names` and `out`.

    Categories that are `rare` are nobody's unless somebody is tapped; every other one has to be answered.

    An entry holds, by seat, the texts of `before` and `now`; by category the seat that is tapped in `awards`, or
    `NOBODY`, and in `worth` its points. Who is `out` before the last round takes no part in it.
    """

    options: tuple[str, ...] = ()
    rare: tuple[str, ...] = ()
    before_label: LazyProxy = lazy_gettext("Points before")
    number_label: LazyProxy
    signed = False
    template: str | None = None

    def categories(self, options: Any, sides: int) -> list[str]:
        """The categories of a round of so many sides that somebody may have won, in counting order."""
        return []

    def unanswered(self, entry: Entry) -> list[str]:
        """The categories of which it is not said who won them."""
        return []

    def label(self, rule: str) -> str | None:
        """How a category is asked for, None by its name."""
        return None

    def worth(self, rule: str) -> range:
        """What a category can be worth, where that is not always the same."""
        return range(0)

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """The last round, as the contract has it."""
        raise NotImplementedError

    def missing(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Iterator[Missing]:
        """What of the last round is not said yet: here the number of every side that takes part."""
        for seat, side in enumerate(sides):
            if side not in out:
                yield from missing_number(entry["now"][seat], side, self.number_label, f"now_{seat}")


def missing_number(text: str, side: str, label: object, place: str) -> Iterator[Missing]:
    """Ask for a number that is not there, or is none."""
    if not isinstance(number(text), int) or not text.strip():
        yield Missing(gettext("%(label)s, %(side)s: how many?", label=label, side=side), place)


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
