"""Scopa: the forty Italian cards, a point each for cards, coins, settebello and primiera, and one a sweep.

Source: `scopa.de.txt`; the options and where other authorities differ: rules.md, sections 1 and 7. A round is entered
as the piles the sides took, or as awards: who won each category. Besides come the `sweeps`; the `rest` if all captures
are fifteens; hands `declared` in cirulla; and who of four single players `sits_out`.

`options` has the variants as mixtures of house rules, `count` counts the categories, `taking` finds the captures,
`reading` reads the entry, `checks` verifies it, `declaring` judges hands of cirulla.
"""

from collections.abc import Mapping
from dataclasses import replace

from scoring import race
from scoring.asking.captures import ask_captures, ask_unannounced
from scoring.cards import ITALIAN
from scoring.fishing import entered, sweep_lines
from scoring.lines import ALL_CARDS, EVEN_SUMS, FIFTEENS, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.protocol import Ask, Game
from scoring.scopa.checks import ODD_PILE, checks, warnings
from scoring.scopa.count import ALL_COINS, COUNT
from scoring.scopa.dealing import ask_deal
from scoring.scopa.declaring import ask_declare
from scoring.scopa.options import Options, Rule
from scoring.scopa.reading import CAPPOTTO, FIELDS, Round, read
from scoring.scopa.taking import Captures


class Scopa(race.Race):
    """The game, implementing `scoring.protocol.Game`."""

    name = "scopa"
    deck = ITALIAN
    seats = range(2, 5)
    options = Options
    fields = FIELDS
    by_authority: race.Authorities = {
        "source": race.only_exactly,
        "pagat": race.more_points,
        "parlett": race.counting_order,
        "claim": race.silent,
    }
    ends: race.Ends = {
        "source": (race.category_order, "source"),
        "more-points": (race.more_points, "pagat"),
        "counting-order": (race.counting_order, "parlett"),
    }
    asks_first = ("claim",)
    questions: Mapping[str, Ask] = {
        "captures": ask_captures,
        "unannounced": ask_unannounced,
        "deal": ask_deal,
        "declare": ask_declare,
    }
    rules = tuple(Rule)
    codes = (ODD_PILE,)
    read = staticmethod(read)
    capture_rule = staticmethod(Captures)
    checks = (ALL_CARDS, EVEN_SUMS, FIFTEENS)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """One line for each category in counting order, then the sweeps, then the declared hands."""
        if played.piles is None:
            counted = [entered(rule, played.awards.get(rule)) for rule in options.awarded]
            if whole_suit := played.awards.get(CAPPOTTO):
                counted = [_with_all_coins(line, whole_suit.side) for line in counted]
        else:
            counted = [COUNT[rule](played.piles, options) for rule in options.awarded]
        lines = (*counted, *sweep_lines(Rule.SWEEP, played.sweeps), *_declared(played, options))
        return RoundScore(state.sides, lines, warnings(played, options, state.sides), checks=checks(played, options))

    def at_once(self, finish: race.Finish, options: Options, authority: str) -> Outcome | None:
        """All ten coins, where they win, whatever the totals; in a match by pagat, who has this rule."""
        if not options.all_coins_win:
            return None
        said_by = "pagat" if authority == race.HOUSE else authority
        for line in finish.score.lines:
            holders = [side for side, count in line.counts.items() if line.rule == Rule.COINS and count == ALL_COINS]
            if line.rule == Rule.NAPOLA and line.side is not None and line.points == ALL_COINS:
                holders = [line.side]
            if holders:
                totals = {side: finish.totals[side] for side in holders}
                return Outcome(
                    True, tuple(holders), (), Ruling(CAPPOTTO, said_by, tuple(holders), totals, finish.target)
                )
        return None


SCOPA: Game = Scopa()


def _declared(played: Round, options: Options) -> tuple[Line, ...]:
    """One line for each side with declared hands; if nobody declared in cirulla, a line for nobody."""
    made = tuple(
        Line(Rule.DECLARED, side, sum(hands), Reason.ENTERED, {side: hands}) for side, hands in played.declared.items()
    )
    return made or ((Line(Rule.DECLARED, None, 0, Reason.NONE),) if options.cirulla else ())


def _with_all_coins(line: Line, side: str) -> Line:
    """The line of the coins, with all ten coins for a side that was entered as having them."""
    return replace(line, counts={side: ALL_COINS}) if line.rule == Rule.COINS else line
