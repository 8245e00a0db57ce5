"""Requests for missing values on a page, with their place, and games' own questions to the referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.cards import Card
from scoring.options import OptionValue
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy, lazy_gettext


@dataclass(frozen=True)
class Missing:
    """A sentence that asks a player for a value; `place` is the id of the element to tap, empty if there is none."""

    text: str
    place: str = ""


def place_of(problem: Problem, places: Mapping[str, str], sides: Sequence[str]) -> str:
    """The id of the input for the field of `problem`, empty if the page has none.

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
    """A field with cards, shown as a tab above the common grid.

    `full`: number of cards that fill it; then the next empty tab opens by itself. 1 is a single card. `of`: the field
    whose cards it takes, if it takes no others. `apart`: fields that cannot have the same cards. `after_fool`: shown
    only if the previous tab holds the Fool. `short`: its name while another tab is open, for long names.
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
        """Whether it takes a single card."""
        return self.full == 1


ALLOWED: Mapping[str, LazyProxy] = {"yes": lazy_gettext("It is allowed"), "no": lazy_gettext("It is not allowed")}


@dataclass(frozen=True)
class Asked:
    """A question to the referee about a game, by its `ask` in the contract.

    `options`: house rules that the answer depends on, asked for if there is no match. `given`: house rules of a table
    without a match for this question. `only`: the question is offered only in matches with these house rules; with
    `anywhere` also without a match. `help`: the game's own description, if the common one does not fit.
    """

    ask: str
    options: tuple[str, ...] = ()
    given: Mapping[str, OptionValue] = field(default_factory=dict)
    only: Mapping[str, OptionValue] = field(default_factory=dict)
    help: LazyProxy | None = None
    anywhere: bool = False

    def suits(self, options: Any) -> bool:
        """Whether a match with these house rules offers this question."""
        return all(getattr(options, name) == value for name, value in self.only.items())


@dataclass(frozen=True, kw_only=True)
class OwnQuestion(Asked):
    """A question to the referee that the game defines completely: cards tapped in `slots`, then `flags` of the form.

    `taps`: by slot, the request while it has fewer cards than `least` (by default: than fill it). The contract's
    question has a field for each slot, a list or one card, and the set flags. `document` converts the slots' fields to
    the contract's, if they differ. The ruling is `headline` and `reasons`, below the rows of cards from `shown`, each
    with its name; a reason may be a problem, which has its sentence. `choices`: decisions open to the table, stored
    text -> words. `photographed`: slots whose cards can be photographed.
    """

    title: LazyProxy
    help: LazyProxy
    icon: str
    slots: Sequence[Slot]
    taps: Mapping[str, LazyProxy]
    answer: type
    headline: Callable[[Any], str]
    reasons: Callable[[Any], Sequence[str | Problem]]
    shown: Callable[[Any], Iterable[tuple[LazyProxy | str, Sequence[Card]]]]
    choices: Mapping[str, LazyProxy] = field(default_factory=lambda: ALLOWED)
    least: Mapping[str, int] = field(default_factory=dict)
    flags: Mapping[str, LazyProxy] = field(default_factory=dict)
    photographed: Sequence[str] = ()
    document: Callable[[dict[str, Any]], dict[str, Any]] = field(default=lambda told: told)


def laying_question(photographed: Sequence[str] = (), **declared: Any) -> OwnQuestion:
    """The question whether a card may be laid to a meld, with the game's answer and words."""
    meld, card = lazy_gettext("The meld"), lazy_gettext("The card")
    return OwnQuestion(
        ask="attach",
        title=lazy_gettext("May I lay this card there?"),
        icon="hand",
        slots=(Slot("meld", meld), Slot("card", card, full=1)),
        taps={
            "meld": lazy_gettext("Tap the cards of the meld on the table."),
            "card": lazy_gettext("Now tap “The card” and the card to be laid there."),
        },
        least={"meld": 3},
        shown=lambda answer: [(meld, answer.lying.cards), (card, [answer.card])],
        photographed=photographed,
        **declared,
    )
