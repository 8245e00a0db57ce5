"""Escoba: captures of fifteen; points for escobas, coins, sevens and cards, and a penalty for a wrong capture.

Source: `escoba.de.txt`; the options and where other authorities differ: rules.md, sections 2 and 7. A round is entered
as the `piles` the sides took, or as `awards`: who won each category. Besides come the escobas (`sweeps`), the `rest`,
and the `wrong_captures`.

`options` has the categories and their points, `count` makes the lines, `reading` reads the entry, `checks` verifies it.
"""

from collections.abc import Collection, Mapping

from scoring import race
from scoring.asking.captures import ask_captures, ask_unannounced
from scoring.captures import Refusal, Taking, fifteens
from scoring.cards import ITALIAN, Card
from scoring.escoba.checks import TOO_MANY_ESCOBAS, checks, warnings
from scoring.escoba.count import COUNT, penalties
from scoring.escoba.dealing import ask_deal
from scoring.escoba.options import Options, Rule
from scoring.escoba.reading import FIELDS, Round, empty_piles, read
from scoring.fifteen import FIFTEEN
from scoring.fishing import entered, sweep_lines
from scoring.lines import ALL_CARDS, FIFTEENS, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.problems import Problem, no_rounds
from scoring.protocol import Ask, Game

NO_CAPTURE = "no_capture"
"""A ruling: a side that captured nothing loses the match, if that house rule is played."""


class Captures:
    """Any set that makes fifteen may be taken, none must be; implements `scoring.captures.CaptureRule`.

    The last card is no escoba: it clears the table only after a wrong capture.
    """

    fifteens = True
    compulsory = False

    def take(self, card: Card, table: tuple[Card, ...], last_card: bool) -> Taking:
        """The captures of `card` from `table`: every set that makes fifteen is allowed."""
        captures = fifteens(card, table)
        sweeps = tuple(not last_card and len(capture) == len(table) for capture in captures)
        return Taking(captures, sweeps, (FIFTEEN - card.rank,), captures, Refusal.NO_SUM)


class Escoba(race.Race):
    """The game, implementing `scoring.protocol.Game`."""

    name = "escoba"
    deck = ITALIAN
    seats = range(2, 5)
    options = Options
    fields = FIELDS
    by_authority: race.Authorities = {
        "source": race.silent,
        "juegosdecartas": race.more_points,
        "playjoy": race.points_then_order,
    }
    ends: race.Ends = {
        "more-points": (race.more_points, "juegosdecartas"),
        "order": (race.points_then_order, "playjoy"),
    }
    questions: Mapping[str, Ask] = {"captures": ask_captures, "unannounced": ask_unannounced, "deal": ask_deal}
    rules = tuple(Rule)
    codes = (TOO_MANY_ESCOBAS,)
    read = staticmethod(read)
    checks = (ALL_CARDS, FIFTEENS)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """Score a round: its lines in counting order, warnings and checks."""
        lines = [*sweep_lines(Rule.ESCOBA, played.sweeps)]
        if played.piles is None:
            replaced = _replaced(played.awards, options)
            asked = [rule for rule in options.awarded(len(state.sides)) if rule not in replaced]
            lines += [entered(rule, played.awards.get(rule)) for rule in asked]
        else:
            lines += [line for count in COUNT for line in count(played.piles, options)]
        lines += [Line(Rule.NO_CAPTURE, side, 0, Reason.NONE) for side in empty_piles(played.piles)]
        lines += penalties(played, options)
        return RoundScore(state.sides, tuple(lines), warnings(played, options, state.sides), checks=checks(played))

    def at_once(self, finish: race.Finish, options: Options, authority: str) -> Outcome | None:
        """A side without a capture loses, where that is played."""
        lost = {line.side for line in finish.score.lines if line.rule == Rule.NO_CAPTURE}
        if not lost or options.no_capture != "match":
            return None
        winners = tuple(side for side in finish.totals if side not in lost)
        totals = {side: total for side, total in finish.totals.items() if side in lost}
        return Outcome(True, winners, (), Ruling(NO_CAPTURE, race.HOUSE, winners, totals, finish.target))

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Problem | None:
        """Only a wrong capture takes points, by one of the house rules."""
        return no_rounds(side for side, total in totals.items() if total < 0 and options.wrong_capture != "deduct")

    def capture_rule(self, options: Options) -> Captures:
        """The capture rule, the same under all house rules."""
        return Captures()


ESCOBA: Game = Escoba()


def _replaced(awards: Collection[str], options: Options) -> list[Rule]:
    """Categories that nobody gets because a rarer one replaces them; with piles these have no line either."""
    return [other for rare, other in options.instead.items() if rare in awards and other not in awards]
