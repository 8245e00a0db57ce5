"""Chinchón: seven cards melded to sets and runs, penalties for cards left over; the last side in wins.

Source: games.md, section 9. A round is entered as the side that closed, and every side's cards left after melding and
laying off, or their sum: `closer`, and `hands` or `penalties` by side; optional `melds`, `chinchon`, `wild_chinchon`
and `rejoin`.

`options`: house rules. `melding`: possible melds of a hand. `count`: penalties of a round.
`reading`: reading an entry. `asking`: questions to the referee.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scoring.cards import ITALIAN
from scoring.chinchon.asking import QUESTIONS
from scoring.chinchon.count import CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT, TEN, count
from scoring.chinchon.options import Options, Rule
from scoring.chinchon.reading import FIELDS, Reading
from scoring.elimination import LastIn
from scoring.lines import COPIES, MELDS, SHARED, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.protocol import Game
from scoring.race import HOUSE, RaceRuling

BY_CHINCHON, FEWEST_POINTS = "chinchon", "fewest_points"
"""Rulings: a chinchón wins the match; nobody is left, and the fewest points win among the sides that went out now."""
EFFECTS: Mapping[str, int | str] = {"es.wikipedia": "wins", "en.wikipedia": "wins", "acanomas": TEN}
"""Authority -> the effect of a chinchón."""


class Chinchon(LastIn):
    """The game, as `scoring.protocol.Game` asks for it."""

    name = "chinchon"
    deck = ITALIAN
    seats = range(2, 9)
    options = Options
    fields = FIELDS
    limits: Mapping[str, str] = {"es.wikipedia": "exceed", "en.wikipedia": "reach", "acanomas": "reach"}
    back = Rule.BUY_BACK
    reading = Reading
    questions = QUESTIONS
    rules = tuple(Rule)
    codes = (CLOSER_HOLDS_TOO_MUCH, IMPOSSIBLE_LEFT)
    checks = (COPIES, MELDS)

    count = staticmethod(count)

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """A chinchón wins, else the last side in. With nobody left: the fewest points, then the closer, or all."""
        fitting = [name for name, out_at in self.limits.items() if out_at == options.out_at]
        authority = next((name for name in fitting if EFFECTS[name] == options.chinchon), fitting[0])
        outcome = self._with_chinchon(options.chinchon, authority, options, before, score)
        outcome = outcome or self.ended(authority, options, before, score)
        if outcome.ruling and outcome.ruling.code == RaceRuling.SILENT:
            return _nobody_left(outcome.ruling, before, score)
        return outcome

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """The verdict of one of `authorities`; a chinchón counts by its rule, in every known round."""
        effect = EFFECTS[authority]
        if isinstance(effect, int):
            earlier = {side: _more_off(before.rounds, side, effect) for side in before.totals}
            before = replace(before, totals={side: total - earlier[side] for side, total in before.totals.items()})
            extra = (Line(Rule.CHINCHON, side, -_more_off([score], side, effect), Reason.HOLDS) for side in score.sides)
            score = replace(score, lines=(*score.lines, *extra))
        won = self._with_chinchon(effect, authority, options, before, score)
        return won or super().verdict(authority, options, before, score)

    def _with_chinchon(
        self, effect: int | str, authority: str, options: Options, before: MatchState, score: RoundScore
    ) -> Outcome | None:
        """The match won by a chinchón, where one wins."""
        winners = tuple(line.side for line in score.lines if line.rule == Rule.CHINCHON and line.side)
        if effect != "wins" or not winners:
            return None
        totals, limit, out_at = before.totals_with(score), options.limit, self.limits[authority]
        out = tuple(side for side in self.out_after(before, score, limit, out_at) if side not in winners)
        return Outcome(True, winners, out, Ruling(BY_CHINCHON, authority, winners, totals, limit, out_at, out=out))


CHINCHON: Game = Chinchon()


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
