"""Scopa: the forty Italian cards, a point each for cards, coins, settebello and primiera, and one a sweep.

Source: `scopa.de.txt`; the options and where other authorities differ: rules.md, sections 1 and 7. A round is entered
as the piles the sides took, or as awards: who won each category; with the `sweeps`, where every capture is a fifteen
the `rest`, in cirulla what was `declared`, and of four who play singly who `sits_out`.

`options` has the variants and what they are mixtures of, `count` the categories, `taking` the captures, `reading` what
is entered and `checks` what it proves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from scoring import race
from scoring.cards import ITALIAN, Card
from scoring.deal import Deal
from scoring.fishing import entered, sweep_lines
from scoring.lines import ALL_CARDS, EVEN_SUMS, FIFTEENS, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.problems import Report
from scoring.protocol import Game
from scoring.scopa.checks import ODD_PILE, checks, warnings
from scoring.scopa.count import ALL_COINS, COUNT, NEEDED
from scoring.scopa.options import SINGLY, Options, Rule
from scoring.scopa.reading import (
    CAPPOTTO,
    DECLARED,
    FIELDS,
    HANDS_DECLARED,
    SITS_OUT,
    WITH_POINTS,
    Round,
    hands_dealt,
    read,
    read_sits_out,
)
from scoring.scopa.taking import Captures, first_table

__all__ = [
    "ALL_COINS",
    "CAPPOTTO",
    "DECLARED",
    "HANDS_DECLARED",
    "NEEDED",
    "ODD_PILE",
    "SCOPA",
    "SINGLY",
    "SITS_OUT",
    "WITH_POINTS",
    "Options",
    "Rule",
    "Scopa",
    "hands_dealt",
]

ENDS: Mapping[str, tuple[Callable[[race.Finish, str], Outcome], str]] = {
    "source": (race.category_order, "source"),
    "more-points": (race.more_points, "pagat"),
    "counting-order": (race.counting_order, "parlett"),
}
"""The option `end`: what decides when several sides are at the target, and whose rule that is."""

AUTHORITIES: Mapping[str, Callable[[race.Finish, str], Outcome]] = {
    "source": race.only_exactly,
    "pagat": race.more_points,
    "parlett": race.counting_order,
    "claim": race.silent,
}
"""Whom the referee asks about a tie (rules.md, section 7)."""


class Scopa:
    """The game, as `scoring.protocol.Game` asks for it."""

    name = "scopa"
    deck = ITALIAN
    seats = range(2, 5)
    options = Options
    fields = FIELDS
    authorities = tuple(AUTHORITIES)
    questions = ("captures", "unannounced", "deal", "declare", "fifteen", "tiebreak")
    rules = tuple(Rule)
    codes = (ODD_PILE,)
    checks = (ALL_CARDS, EVEN_SUMS, FIFTEENS)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round | None:
        """Read one round; report everything wrong with it, and return None then."""
        return read(entry, self.deck, state.sides, options, report)

    def absent(self, entry: Mapping[str, object], options: Options, sides: tuple[str, ...]) -> str | None:
        """The side that sits out: one of four who play singly."""
        return read_sits_out(entry.get(SITS_OUT), sides, options, Report())

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """A line a category, in counting order, then the sweeps, then what was declared."""
        if played.piles is None:
            counted = [entered(rule, played.awards.get(rule)) for rule in options.awarded]
            if whole_suit := played.awards.get(CAPPOTTO):
                counted = [_with_all_coins(line, whole_suit.side) for line in counted]
        else:
            counted = [COUNT[rule](played.piles, options) for rule in options.awarded]
        lines = (*counted, *sweep_lines(Rule.SWEEP, played.sweeps), *_declared(played, options))
        return RoundScore(state.sides, lines, warnings(played, options, state.sides), checks=checks(played, options))

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """Who has won once `score` is added: at the target the option `end` decides between several.

        All authorities agree on a side alone at the target; that it must be passed is a house rule.
        """
        finish = race.Finish.after(before, score, options.categories, options.target, options.reach)
        alone = "source" if options.reach == "reach" else race.HOUSE
        several, authority = ENDS[options.end]
        return _cappotto(finish, options, "pagat") or finish.simple(alone) or several(finish, authority)

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """What one of `authorities` says instead; `options.end` is not asked.

        Who claims the target rightly wins: that is silent from totals alone, also when one side is alone at it.
        """
        finish = race.Finish.after(before, score, options.categories, options.target, options.reach)
        ruled = _cappotto(finish, options, authority)
        if authority == "claim" and finish.at_target:
            return ruled or race.silent(finish, authority)
        return ruled or finish.simple(authority) or AUTHORITIES[authority](finish, authority)

    def capture_rule(self, options: Options) -> Captures:
        """How a card takes under these house rules."""
        return Captures(options)

    def first_table(self, table: tuple[Card, ...], options: Options) -> Deal:
        """What the first table means under these house rules."""
        return first_table(table, options)


SCOPA: Game = Scopa()


def _declared(played: Round, options: Options) -> tuple[Line, ...]:
    """What hands were declared, one line a side that did; nobody's where that is played and nobody did."""
    made = tuple(
        Line(Rule.DECLARED, side, sum(hands), Reason.ENTERED, {side: hands}) for side, hands in played.declared.items()
    )
    return made or ((Line(Rule.DECLARED, None, 0, Reason.NONE),) if options.cirulla else ())


def _with_all_coins(line: Line, side: str) -> Line:
    """The line of the coins as counted, where it was entered that a side has all of them."""
    return replace(line, counts={side: ALL_COINS}) if line.rule == Rule.COINS else line


def _cappotto(finish: race.Finish, options: Options, authority: str) -> Outcome | None:
    """The end of the match when a side has all ten coins, where that wins at once whatever the totals."""
    if not options.all_coins_win:
        return None
    for line in finish.score.lines:
        holders = [side for side, count in line.counts.items() if line.rule == Rule.COINS and count == ALL_COINS]
        if line.rule == Rule.NAPOLA and line.side is not None and line.points == ALL_COINS:
            holders = [line.side]
        if holders:
            totals = {side: finish.totals[side] for side in holders}
            return Outcome(True, tuple(holders), (), Ruling(CAPPOTTO, authority, tuple(holders), totals, finish.target))
    return None
