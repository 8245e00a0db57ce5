"""The referee's form for a disputed finish without a stored match: totals before, and the last round.

The totals are the contract's `before`, and the last round has the format of a match's; the referee reads both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from scoring.cardpoints import CARD_POINTS
from webapp.base.http.fields import LARGEST_NUMBER, whole
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext
from webapp.games.asking import Missing
from webapp.games.protocols import Entry

NOBODY = "nobody"
"""The answer for a category that nobody won."""


class FinishForm:
    """A game's form for a finish. `options`: the house rules that the answer depends on.

    `before_label` names every side's total before the last round, `number_label` its number in that round.
    `signed`: totals may be negative. `template`: additional inputs; it
    sees `entry`, `side_names` and `out`. Categories in `rare` default to nobody; every other one must be answered.

    An entry holds, by seat, the texts of `before` and `now`. By category it holds the tapped seat or `NOBODY` in
    `awards`, and the points in `worth`. Sides that are `out` before the last round take no part in it.
    """

    options: tuple[str, ...]
    rare: tuple[str, ...] = ()
    before_label: LazyProxy = lazy_gettext("Points before")
    number_label: LazyProxy = lazy_gettext("Card points now")
    signed = False
    template: str | None = None

    def __init__(self, **declared: Any) -> None:
        """Declare the form of a game that changes no method."""
        vars(self).update(declared)

    def categories(self, options: Any, sides: int) -> list[str]:
        """The categories of so many sides that somebody may have won, in counting order: by default the rare ones."""
        return [str(rule) for rule in self.rare]

    def unanswered(self, entry: Entry) -> list[str]:
        """The categories without an answer."""
        return []

    def label(self, rule: str) -> str | None:
        """The question for a category; None to use its name."""
        return None

    def worth(self, rule: str) -> range:
        """The possible points of a category, if they vary."""
        return range(0)

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """The last round in the contract's format: by default the numbers are card points."""
        return {CARD_POINTS: numbers(entry["now"], sides)}

    def missing(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Iterator[Missing]:
        """The missing parts of the last round: by default the number of every side that takes part."""
        for seat, side in enumerate(sides):
            if side not in out:
                yield from missing_number(entry["now"][seat], side, self.number_label, f"now_{seat}")


def who_scores(rule: str) -> str:
    """Ask for the side that has a category, by its name: a sentence that fits every name in every language."""
    return gettext("%(rule)s: who scores?", rule=rule)


def missing_number(text: str, side: str, label: object, place: str) -> Iterator[Missing]:
    """Ask for a number that is missing or invalid."""
    if not isinstance(number(text), int) or not text.strip():
        yield Missing(gettext("%(label)s, %(side)s: how many?", label=label, side=side), place)


def numbers(texts: Sequence[str], sides: Sequence[str]) -> dict[str, Any]:
    """Side -> number; invalid text stays as it is, so that the referee reports it."""
    return {side: number(text) for side, text in zip(sides, texts, strict=True)}


def number(text: str) -> int | str:
    """A whole number, possibly negative; 0 for an empty field, other text as it is."""
    digits = text.removeprefix("-").removeprefix("\N{MINUS SIGN}")
    found = number_in(digits or "0") if digits or not text else None
    if found is None:
        return text
    return -found if digits != text else found


def number_in(text: str) -> int | None:
    """A whole number from 0 to `LARGEST_NUMBER`, None for anything else."""
    return whole(text.strip(), len(str(LARGEST_NUMBER)))


def side_at(seat: str, sides: Sequence[str]) -> str | None:
    """The side at a seat from a form; None if there is no such side."""
    place = number_in(seat)
    return sides[place] if place is not None and place < len(sides) else None
