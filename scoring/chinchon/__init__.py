"""Chinchón: seven cards melded to sets and runs, penalties for those left over, and the last one in wins.

The rules are those of games.md, section 9. A round is entered as who closed, and of every side the cards left after
melding and laying off or what they add up to.

`options` has the house rules, `melding` what a hand can be melded to, `count` what a round costs and who is out after
it, `reading` what is entered, `referee` the answers to its own questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scoring.asking import OwnAnswer
from scoring.cards import ITALIAN
from scoring.chinchon.count import CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT, MELDS, TEN, Round, score, sides_out
from scoring.chinchon.options import DEALT, Options, Rule
from scoring.chinchon.reading import FIELDS, Reading
from scoring.chinchon.referee import ANSWERS
from scoring.elimination import LAST_STANDING, last_in
from scoring.lines import COPIES, SHARED, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.problems import Report
from scoring.protocol import Game
from scoring.race import HOUSE, RaceRuling

__all__ = [
    "BY_CHINCHON",
    "CHINCHON",
    "CLOSER_HOLDS_TOO_MUCH",
    "DEALT",
    "FEWEST_POINTS",
    "IMPOSSIBLE_LEFT",
    "LAST_STANDING",
    "MELDS",
    "TEN",
    "Chinchon",
    "Options",
    "Rule",
]

BY_CHINCHON, FEWEST_POINTS = "chinchon", "fewest_points"
"""Rulings: a chinchón wins the match; nobody is left, and of those who went out in the round the fewest points win."""
AUTHORITIES: Mapping[str, tuple[str, int | str]] = {
    "es.wikipedia": ("exceed", "wins"),
    "en.wikipedia": ("reach", "wins"),
    "acanomas": ("reach", TEN),
}
"""Whom the referee asks about the end: where each has a side go out, and what a chinchón brings."""


class Chinchon:
    """The game, as `scoring.protocol.Game` asks for it."""

    name = "chinchon"
    deck = ITALIAN
    seats = range(2, 9)
    options = Options
    fields = FIELDS
    authorities = tuple(AUTHORITIES)
    questions = (*ANSWERS, "tiebreak")
    answers: Mapping[str, OwnAnswer] = ANSWERS
    rules = tuple(Rule)
    codes = (CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT)
    checks = (COPIES, MELDS)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round | None:
        """Read one round; report everything wrong with it, and return None then."""
        return Reading(entry, options, state, report).read()

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """What is left to each side in seat order, then who comes back."""
        return score(played, options, state)

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """A chinchón wins; else the last one in; with nobody left the fewest points, who closed, or all who share."""
        rules = (options.out_at, options.chinchon)
        fitting = [name for name, theirs in AUTHORITIES.items() if theirs == rules]
        fitting += [name for name, (out_at, _) in AUTHORITIES.items() if out_at == options.out_at]
        outcome = _outcome(fitting[0], rules, options, before, score)
        if outcome.ruling and outcome.ruling.code == RaceRuling.SILENT:
            return _nobody_left(outcome.ruling, before, score)
        return outcome

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """What one of `authorities` says instead; of the options only the limit is asked.

        A chinchón counts as the authority has it, in every round that is known.
        """
        return _outcome(authority, AUTHORITIES[authority], options, before, score, verdict=True)


CHINCHON: Game = Chinchon()


def _outcome(
    authority: str,
    rules: tuple[str, int | str],
    options: Options,
    before: MatchState,
    score: RoundScore,
    *,
    verdict: bool = False,
) -> Outcome:
    out_at, chinchon = rules
    if isinstance(chinchon, int):
        earlier = {side: _more_off(before.rounds, side, chinchon) for side in before.totals}
        before = replace(before, totals={side: total - earlier[side] for side, total in before.totals.items()})
        extra = (Line(Rule.CHINCHON, side, -_more_off([score], side, chinchon), Reason.CLOSED) for side in score.sides)
        score = replace(score, lines=(*score.lines, *extra))
    totals, out = before.totals_with(score), sides_out(before, score, options.limit, out_at)
    winners = tuple(line.side for line in score.lines if line.rule == Rule.CHINCHON and line.side)
    if chinchon == "wins" and winners:
        out = tuple(side for side in out if side not in winners)
        ruling = Ruling(BY_CHINCHON, authority, winners, totals, options.limit, out_at, out=out)
        return Outcome(True, winners, out, ruling)
    return last_in(authority, totals, out, options.limit, out_at, verdict=verdict)


def _more_off(rounds: Iterable[RoundScore], side: str, chinchon: int) -> int:
    """How much more a side would have off for its chinchones if each were `chinchon` points."""
    return sum(
        chinchon + line.points
        for score in rounds
        for line in score.lines
        if line.rule == Rule.CHINCHON and line.side == side
    )


def _nobody_left(ruling: Ruling, before: MatchState, score: RoundScore) -> Outcome:
    """Of those who went out in this round the fewest points win, of equals who closed, else all of them."""
    out = ruling.out or ()
    fell = {side: ruling.totals[side] for side in out if side not in before.outcome.out} or dict(ruling.totals)
    best = tuple(side for side, total in fell.items() if total == min(fell.values()))
    closed = tuple(line.side for line in score.lines if line.reason is Reason.CLOSED and line.side in best)
    winners = tuple(filter(None, closed)) or best
    code = FEWEST_POINTS if len(winners) == 1 else SHARED
    return Outcome(True, winners, out, replace(ruling, code=code, authority=HOUSE, winners=winners, counts=fell))
