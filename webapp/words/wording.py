"""What every game's wording has, and what the wordings are made with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.lines import Check, Line, Ruling
from scoring.match import Match
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy, gettext, listed

BETWEEN_PARTNERS = " & "
"""The sign between the names of partners."""
USUAL = "usual"
"""What a form says of a house rule that it leaves to another one (`Option.follows`); `OptionWords` names it, too."""


@dataclass(frozen=True)
class OptionWords:
    """The words of one house rule: its name, what it means, and the names of its values."""

    name: LazyProxy
    help: LazyProxy
    values: Mapping[object, LazyProxy] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckWords:
    """The words of one check: a sentence, and two or three words as part of a list."""

    sentence: Callable[[Check], str]
    in_short: Callable[[Check], str]


class Wording(Protocol):
    """The words of one game: a module such as any `webapp/games/<game>/words.py`.

    `GAME`: its name.
    `RULES`: rule id -> the name of the category as a heading.
    `IN_A_COUNT`: rule id -> the name inside a sentence that counts the categories in order.
    `WITH`: rule id -> "with" and the name, as people say it, where the order of a count decides matches.
    `AUTHORITIES`: id -> whom the referee asks about the end of a match; the rule text and the house are everybody's.
    `OPTIONS`: house rule -> its `OptionWords`.
    `RULINGS`: code -> a sentence why the match is over or goes on; shared ones are in `webapp/explain/rulings.py`.
    `HEADLINES`: code -> the same in a line or two; shared ones are there too.
    `PROBLEMS`: code, or reason (`Problem.why`) -> what is wrong; shared ones are in `webapp/explain/problems.py`.
    `WARNINGS`: code -> the first line of a warning, read at a glance; shared ones are in
    `webapp/explain/warnings.py`. One that is in neither is said with the sentence of `PROBLEMS`.
    `FIELDS`: field of a round -> its name, as the pages call it; shared ones are in `webapp/words/fields.py`.
    `CHECKS`: code -> the `CheckWords` of what was verified and holds; shared ones are in `webapp/words/checks.py`.

    A ruling or a check of the game's own goes before the shared one of its code, a problem's only by its reason.
    """

    @property
    def GAME(self) -> LazyProxy: ...  # noqa: N802

    @property
    def RULES(self) -> Mapping[Any, LazyProxy]: ...  # noqa: N802

    @property
    def IN_A_COUNT(self) -> Mapping[Any, LazyProxy]: ...  # noqa: N802

    @property
    def WITH(self) -> Mapping[Any, LazyProxy]: ...  # noqa: N802

    @property
    def AUTHORITIES(self) -> Mapping[str, LazyProxy]: ...  # noqa: N802

    @property
    def OPTIONS(self) -> Mapping[str, OptionWords]: ...  # noqa: N802

    @property
    def RULINGS(self) -> Mapping[str, Callable[[Ruling, Match], str]]: ...  # noqa: N802

    @property
    def HEADLINES(self) -> Mapping[str, Callable[[Ruling, Match], str]]: ...  # noqa: N802

    @property
    def PROBLEMS(self) -> Mapping[str, Callable[[Problem], str]]: ...  # noqa: N802

    @property
    def WARNINGS(self) -> Mapping[str, Callable[[Problem], str]]: ...  # noqa: N802

    @property
    def FIELDS(self) -> Mapping[str, LazyProxy]: ...  # noqa: N802

    @property
    def CHECKS(self) -> Mapping[str, CheckWords]: ...  # noqa: N802

    def undecided_text(self, options: Any) -> str:
        """Say that the match goes on, and what it waits for."""

    def line_text(self, line: Line, match: Match) -> str:
        """Say why a line says what it says."""

    def rule_help(self, rule: str, options: Any) -> str:
        """Say what a category is won by."""


def people(sides: Iterable[str]) -> int:
    """How many play under these names, "Anna & Bruno" being two: a verb goes with this number."""
    return sum(1 + side.count(BETWEEN_PARTNERS) for side in sides)


def counts_of(counts: Mapping[str, object]) -> str:
    """Say what sides have, as a list in words: "18 for Bruno and 5 for Carla"."""
    return listed(gettext("%(count)s for %(side)s", count=count, side=side) for side, count in counts.items())


def totals_of(totals: Mapping[str, int]) -> str:
    """Say what sides stand at, as a list in words: "Anna with 11 and Bruno with 12"."""
    return listed(gettext("%(side)s with %(total)s", side=side, total=total) for side, total in totals.items())


def at_target_text(ruling: Ruling) -> str:
    """Say who is at the target, or past it where it must be passed, and with how many points."""
    totals = totals_of(ruling.totals)
    if ruling.reach == "exceed":
        return gettext(
            "Several sides are past the target of %(target)s: %(totals)s.", target=ruling.target, totals=totals
        )
    return gettext("Several sides are at the target of %(target)s: %(totals)s.", target=ruling.target, totals=totals)
