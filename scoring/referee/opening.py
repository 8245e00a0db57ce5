"""The question `opening`: whether cards make melds, and whether the melds are an opening of Scala 40."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.asking import read_melds
from scoring.cards import JOKER, Card
from scoring.melds import Fault, Meld, judge, surplus
from scoring.problems import Code, Problem, Report
from scoring.referee.reading import read_rules
from scoring.scala40 import SCALA40
from scoring.scala40.options import Options


@dataclass(frozen=True)
class MeldVerdict:
    """One meld as it was laid: what it is, if anything, and its errors; only a valid meld has points."""

    cards: tuple[Card, ...]
    meld: Meld | None
    errors: tuple[Problem, ...] = ()

    @property
    def points(self) -> int:
        """Points that the meld counts towards the opening."""
        return self.meld.points if self.meld and not self.errors else 0

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON."""
        kind = str(self.meld.kind) if self.meld else None
        return {"kind": kind, "points": self.points, "errors": [error.as_dict() for error in self.errors]}


@dataclass(frozen=True)
class Opening:
    """An opening: its melds, the errors as a whole, and cards that appear more often than in two packs (`surplus`)."""

    melds: tuple[MeldVerdict, ...]
    options: Options
    surplus: tuple[Card, ...] = ()

    @property
    def points(self) -> int:
        """The points of the valid melds together."""
        return sum(verdict.points for verdict in self.melds)

    @property
    def missing(self) -> int:
        """Points still missing for an opening."""
        return max(0, self.options.opening - self.points)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """All errors: those of the melds, then those of the opening as a whole."""
        found = [error for verdict in self.melds for error in verdict.errors]
        if self.surplus:
            found.append(Problem(Code.TOO_MANY_COPIES, field="melds", cards=self.surplus))
        if self.missing or not self.melds:
            found.append(
                Problem(Fault.BELOW_OPENING, field="melds", value=self.points, allowed=str(self.options.opening))
            )
        return tuple(found)

    @property
    def valid(self) -> bool:
        """Whether the opening may be laid."""
        return not self.errors

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text."""
        melds = [verdict.as_dict() for verdict in self.melds]
        errors = [error.as_dict() for error in self.errors]
        return {"valid": self.valid, "points": self.points, "melds": melds, "errors": errors}


def ask_opening(question: Mapping[str, object], report: Report) -> Opening | None:
    """Decide whether these melds open: each a set or a run, together worth what the option `opening` demands."""
    asked = read_rules(question, report, "opening")
    deck = asked.deck if asked else SCALA40.deck
    melds = read_melds(question.get("melds"), deck, report)
    if asked is None or report.problems:
        return None
    options = asked.options
    copies = Counter(card for cards in melds for card in cards)
    return Opening(verdicts_on(melds, options), options, tuple(surplus(copies)))


def verdicts_on(melds: Sequence[tuple[Card, ...]], options: Options) -> tuple[MeldVerdict, ...]:
    """Judge each meld by itself; their problems name them `melds.1`, `melds.2` and so on."""
    return tuple(_verdict_on(number, cards, options) for number, cards in enumerate(melds, start=1))


def _verdict_on(number: int, cards: tuple[Card, ...], options: Options) -> MeldVerdict:
    """Judge one meld; the house rules about jokers apply to every meld, valid or not."""
    judged = judge(cards)
    jokers = cards.count(JOKER)
    faults = [judged] if isinstance(judged, Fault) else []
    if jokers and not options.joker_in_opening:
        faults.append(Fault.JOKER_NOT_ALLOWED)
    if options.jokers_per_meld and jokers > options.jokers_per_meld:
        faults.append(Fault.TOO_MANY_JOKERS)
    errors = tuple(
        Problem(fault, field=f"melds.{number}", cards=cards, allowed=str(options.jokers_per_meld)) for fault in faults
    )
    return MeldVerdict(cards, judged if isinstance(judged, Meld) else None, errors)
