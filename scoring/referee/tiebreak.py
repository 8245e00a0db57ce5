"""The question `tiebreak`: what every authority makes of the end of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from scoring.lines import Outcome
from scoring.match import Match, fold, parse_match
from scoring.problems import InvalidMatch, Report
from scoring.race import RaceRuling


@dataclass(frozen=True)
class Tiebreak:
    """What every authority says of the end of `match`, in the order of rules.md section 7."""

    match: Match
    verdicts: Mapping[str, Outcome]

    def as_dict(self) -> dict[str, list[dict[str, object]]]:
        """The contract's JSON, without the texts; with nobody at the target every authority plays on."""
        return {
            "verdicts": [
                {
                    "authority": authority,
                    "winners": list(outcome.winners),
                    "code": str(outcome.ruling.code if outcome.ruling else RaceRuling.PLAY_ON),
                }
                for authority, outcome in self.verdicts.items()
            ]
        }


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
    return Tiebreak(match, verdicts)
