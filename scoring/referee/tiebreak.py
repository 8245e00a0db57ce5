"""The question `tiebreak`: what every authority makes of the end of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from scoring.lines import Outcome
from scoring.match import Match, fold, parse_match
from scoring.problems import InvalidMatch, Report
from scoring.race import HOUSE, RaceRuling


@dataclass(frozen=True)
class Tiebreak:
    """What the house rules of `match` say of its end, `own`, and what every authority, in the order of rules.md."""

    match: Match
    own: Outcome
    verdicts: Mapping[str, Outcome]

    def as_dict(self) -> dict[str, Any]:
        """The contract's JSON, without the texts; with nobody at the target every authority plays on."""
        own = self.own.ruling.authority if self.own.ruling else HOUSE
        return {
            "own": _verdict(own, self.own),
            "verdicts": [_verdict(authority, outcome) for authority, outcome in self.verdicts.items()],
        }


def _verdict(authority: str, outcome: Outcome) -> dict[str, object]:
    code = str(outcome.ruling.code if outcome.ruling else RaceRuling.PLAY_ON)
    return {"authority": authority, "winners": list(outcome.winners), "code": code}


def ask_tiebreak(question: Mapping[str, object], report: Report) -> Tiebreak | None:
    """What each authority makes of a match: it is folded once by the rule of each, from the first round on.

    So an authority that plays on where another sees a winner also counts the rounds that followed.
    """
    try:
        match = parse_match(question)
    except InvalidMatch as invalid:
        report.problems += invalid.problems
        return None
    verdicts = {
        authority: fold(match, partial(match.game.verdict, authority)).outcome for authority in match.game.authorities
    }
    return Tiebreak(match, fold(match, match.game.outcome).outcome, verdicts)
