"""Chinchón: seven cards melded to sets and runs, penalties for cards left over; the last side in wins.

Source: games.md, section 9. A round is entered as the side that closed, and every side's cards left after melding and
laying off, or their sum: `closer`, and `hands` or `penalties` by side; optional `melds`, `chinchon`, `wild_chinchon`
and `rejoin`.

`options`: house rules. `melding`: possible melds of a hand. `count`: penalties of a round, and who is out after it.
`reading`: reading an entry. `referee`: answers to the game's own questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scoring.asking import OwnAnswer
from scoring.cards import ITALIAN
from scoring.chinchon.count import CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT, MELDS, TEN, Round, score, sides_out
from scoring.chinchon.options import Options, Rule
from scoring.chinchon.reading import FIELDS, Reading
from scoring.chinchon.referee import ANSWERS
from scoring.elimination import last_in
from scoring.lines import COPIES, SHARED, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.problems import Report
from scoring.protocol import Game
from scoring.race import HOUSE, RaceRuling

BY_CHINCHON, FEWEST_POINTS = "chinchon", "fewest_points"
"""Rulings: a chinchón wins the match; nobody is left, and the fewest points win among the sides that went out now."""
AUTHORITIES: Mapping[str, tuple[str, int | str]] = {
    "es.wikipedia": ("exceed", "wins"),
    "en.wikipedia": ("reach", "wins"),
    "acanomas": ("reach", TEN),
}
"""Authorities on the end of a match: the limit at which a side is out, and the effect of a chinchón."""


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
        """Read one round; return None and report every error if anything is wrong."""
        return Reading(entry, options, options.packs, state, report).read()

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """The cards left to each side in seat order, then the sides that come back."""
        return score(played, options, state)

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """A chinchón wins, else the last side in. With nobody left: the fewest points, then the closer, or all."""
        rules = (options.out_at, options.chinchon)
        fitting = [name for name, theirs in AUTHORITIES.items() if theirs == rules]
        fitting += [name for name, (out_at, _) in AUTHORITIES.items() if out_at == options.out_at]
        outcome = _outcome(fitting[0], rules, options, before, score)
        if outcome.ruling and outcome.ruling.code == RaceRuling.SILENT:
            return _nobody_left(outcome.ruling, before, score)
        return outcome

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """The verdict of one of `authorities`; of the options, only the limit counts.

        A chinchón counts by the authority's rule, in every known round.
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
    """How many more points a side would have off if each of its chinchones were worth `chinchon`."""
    return sum(
        chinchon + line.points
        for score in rounds
        for line in score.lines
        if line.rule == Rule.CHINCHON and line.side == side
    )


def _nobody_left(ruling: Ruling, before: MatchState, score: RoundScore) -> Outcome:
    """The sides with the fewest points of those that went out in this round; of equals the closer, else all of them."""
    out = ruling.out or ()
    fell = {side: ruling.totals[side] for side in out if side not in before.outcome.out} or dict(ruling.totals)
    best = tuple(side for side, total in fell.items() if total == min(fell.values()))
    closed = tuple(line.side for line in score.lines if line.reason is Reason.CLOSED and line.side in best)
    winners = tuple(filter(None, closed)) or best
    code = FEWEST_POINTS if len(winners) == 1 else SHARED
    return Outcome(True, winners, out, replace(ruling, code=code, authority=HOUSE, winners=winners, counts=fell))
