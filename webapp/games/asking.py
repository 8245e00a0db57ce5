"""What is asked for on a page: what is still missing, with its place, and the cards of a question of the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.cards import Card
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy


@dataclass(frozen=True)
class Missing:
    """A sentence that asks a player for something; `place` is the id of what to tap, empty where there is none."""

    text: str
    place: str = ""


def place_of(problem: Problem, places: Mapping[str, str], sides: Sequence[str]) -> str:
    """The id of where the field of `problem` is entered, empty where its page has no such place.

    `places`: the first name of a field's path, or the whole path, -> an id in which `%d` stands for the side's seat.

    >>> place_of(Problem("bad_count", field="sweeps", side="Bruno"), {"sweeps": "sweeps_%d"}, ["Anna", "Bruno"])
    'sweeps_1'
    """
    path = problem.field or ""
    place = places.get(path) or places.get(path.partition(".")[0], "")
    if "%d" not in place:
        return place
    seats = [seat for seat, side in enumerate(sides) if side == problem.side or side in problem.sides]
    return place.replace("%d", str(seats[0] if seats else 0))


@dataclass(frozen=True)
class Slot:
    """A field with cards as a tab above the one grid that they are tapped on.

    `full` cards fill it: then the next tab that is empty opens by itself; 1 is a single card. `of` is the field whose
    cards it takes, where it takes no others, `apart` the fields whose cards cannot be here as well. `after_fool`: it is
    shown only where the tab before it holds the Fool. `short` is its name while another tab is open, for long names.
    """

    name: str
    label: LazyProxy | str
    full: int | None = None
    of: str | None = None
    apart: tuple[str, ...] = ()
    after_fool: bool = False
    short: str = ""

    @property
    def one(self) -> bool:
        """Whether it is a single card."""
        return self.full == 1


@dataclass(frozen=True)
class OwnQuestion:
    """A question to the referee of which the game says everything: cards tapped in `slots`, then `flags` of the form.

    `taps` is what is to be tapped while a slot has fewer cards than `least` says (else than fill it), by its name. The
    contract's question has a field a slot, a list or one card, and the flags that are set. The ruling is `headline` and
    `reasons`, below the cards that `shown` lists, each row with its name. `choices` are what the table can decide, as
    (stored text, its words). `photographed` are the slots whose cards can be photographed.
    `document` makes the contract's fields of those of the slots, where they are others.
    """

    title: LazyProxy
    help: LazyProxy
    icon: str
    slots: Sequence[Slot]
    taps: Mapping[str, LazyProxy]
    answer: type
    headline: Callable[[Any], str]
    reasons: Callable[[Any], list[str]]
    shown: Callable[[Any], Iterable[tuple[LazyProxy | str, Sequence[Card]]]]
    choices: Callable[[Any], Iterable[tuple[str, str]]]
    least: Mapping[str, int] = field(default_factory=dict)
    flags: Mapping[str, LazyProxy] = field(default_factory=dict)
    photographed: Sequence[str] = ()
    document: Callable[[dict[str, Any]], dict[str, Any]] = field(default=lambda told: told)

    def missing(self, held: Mapping[str, int]) -> str | None:
        """What is to be tapped next where the slots hold so many cards."""
        short = (slot.name for slot in self.slots if held[slot.name] < self.least.get(slot.name, slot.full or 1))
        return next((str(self.taps[name]) for name in short), None)
