"""The question `tiebreak`: how each authority judges the end of a match."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scoring.lines import Outcome
from scoring.match import Judge, Match, fold, parse_match, start
from scoring.problems import Code, InvalidMatch, Problem, Report, Why
from scoring.protocol import LimitsTotals
from scoring.race import HOUSE, RaceRuling


@dataclass(frozen=True)
class Ending:
    """The outcome of a match by one rule: after the last round, and `before` it if only the last round is known."""

    before: Outcome | None
    after: Outcome

    @property
    def was_over(self) -> bool:
        """Whether the match was already over before the last round, which then does not count."""
        return self.before is not None and self.before.finished

    @property
    def lacks_the_count(self) -> bool:
        """Whether only a count of the last round can tell who was first at the target, and that round is not known."""
        ruling = self.after.ruling
        return ruling is not None and ruling.code == RaceRuling.SILENT and bool(ruling.reached)


@dataclass(frozen=True)
class Tiebreak:
    """The end of `match` by its own house rules (`own`), and by every authority, in the order of rules.md.

    `doubt`: why the totals before the last round are impossible.
    """

    match: Match
    own: Ending
    verdicts: Mapping[str, Ending]
    doubt: Problem | None = None

    def as_dict(self) -> dict[str, Any]:
        """The contract's JSON without the texts. If nobody is at the target, every authority plays on."""
        own = self.own.after.ruling.authority if self.own.after.ruling else HOUSE
        return {
            "own": _as_dict(own, self.own.after),
            "verdicts": [_as_dict(authority, ending.after) for authority, ending in self.verdicts.items()],
        }


def _as_dict(authority: str, outcome: Outcome) -> dict[str, object]:
    code = str(outcome.ruling.code if outcome.ruling else RaceRuling.PLAY_ON)
    return {"authority": authority, "winners": list(outcome.winners), "code": code}


def ask_tiebreak(question: Mapping[str, object], report: Report) -> Tiebreak | None:
    """Judge a match by every authority: it is folded once by the rule of each, from the first round on.

    An authority that plays on where another sees a winner also counts the later rounds. If only the last round and the
    totals `before` it are known, each authority also says whether the match was already over.
    """
    try:
        match = parse_match(question, ending=True)
    except InvalidMatch as invalid:
        report.problems += invalid.problems
        return None
    verdicts = {
        authority: _ending(match, partial(match.game.verdict, authority)) for authority in match.game.authorities
    }
    own = _ending(match, match.game.outcome)
    return Tiebreak(match, own, verdicts, _doubt(match, own.before))


def _doubt(match: Match, before: Outcome | None) -> Problem | None:
    """Check whether rounds make the totals before the last one; points given or taken besides can have made them.

    Only equal totals leave a count of the categories undecided: sides with different totals had ended the match.
    """
    if match.before is None or before is None:
        return None
    there = before.ruling
    if there and there.reached and len(set(there.totals.values())) == len(there.totals):
        return Problem(Code.BAD_COUNT, sides=tuple(there.totals), why=Why.OVER_BEFORE)
    totals = {side: match.before.get(side, 0) for side in match.sides}
    return match.game.doubt(match.options, totals) if isinstance(match.game, LimitsTotals) else None


def _ending(match: Match, judge: Judge) -> Ending:
    """The end by one rule. If that counts the last round by category and no round is known, it names nobody."""
    before = None if match.before is None else start(match, judge).outcome
    after = fold(match, judge).outcome
    if after.ruling and after.ruling.reached and not match.rounds:
        unknown = replace(after.ruling, code=RaceRuling.SILENT, winners=())
        after = replace(after, ruling=unknown if after.ruling.winners else replace(after.ruling, reached={}))
    return Ending(before, after)
