"""Escoba: captures of fifteen; points for escobas, coins, sevens and cards, and a penalty for a wrong capture.

Source: `escoba.de.txt`; the options and where other authorities differ: rules.md, sections 2 and 7. A round is entered
as the piles the sides took, or as awards: who won each category.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import ClassVar

from scoring import race
from scoring.captures import Refusal, Taking, fifteens
from scoring.cards import ITALIAN, SETTEBELLO, Card, Suit
from scoring.deal import TableEscobas, table_escobas
from scoring.fifteen import FIFTEEN, check_fifteen, check_rest, fifteens_hold, pip_sum
from scoring.fishing import (
    FIELDS,
    IMPOSSIBLE_AWARDS,
    MOST_SWEEPS,
    Award,
    entered,
    is_side,
    point_for_holder,
    read_awards,
    read_round,
    sweep_lines,
)
from scoring.fishing import Round as FishingRound
from scoring.lines import ALL_CARDS, FIFTEENS, Check, Line, MatchState, Outcome, Reason, RoundScore, Ruling, most
from scoring.options import Option, choice, number
from scoring.piles import Piles, check_single_cards, report_unknown_fields
from scoring.primiera import SEVENS_ORDER, by_points, by_sevens
from scoring.problems import Code, Problem, Report, Why
from scoring.protocol import Game

NO_CAPTURE = "no_capture"
"""A ruling: who took nothing in a round loses the match, where that is played."""
WRONG_CAPTURES = "wrong_captures"


class Rule(StrEnum):
    """The categories, in the order in which they are counted (playjoy); no capture is worth nothing."""

    ESCOBA = "escoba"
    ALL_COINS = "all_coins"
    MOST_COINS = "most_coins"
    SEVEN_OF_COINS = "seven_of_coins"
    FOUR_SEVENS = "four_sevens"
    MOST_SEVENS = "most_sevens"
    MOST_CARDS = "most_cards"
    UNDER_TEN = "under_ten"
    NO_CAPTURE = "no_capture"
    WRONG_CAPTURE = "wrong_capture"


AWARDED = tuple(rule for rule in Rule if rule not in (Rule.ESCOBA, Rule.NO_CAPTURE, Rule.WRONG_CAPTURE))
"""The categories that are counted from the piles, or entered as awards."""
ALL_COINS, FEW_CARDS = 10, 10
"""All the coins there are; and with fewer cards than these a side gives points to the other."""
NEEDED = {Rule.MOST_CARDS: 21, Rule.MOST_COINS: 6}
"""What the leader must have where the options ask for more than the most."""
MOST_ESCOBAS = 14
"""So many captures of fifteen the deck has: 220 = 14 x 15 + 10 (rules.md)."""
TOO_MANY_ESCOBAS = "too_many_escobas"
"""A warning: more escobas than captures of fifteen; some capture was wrong, or they are counted wrongly."""
POINTS = {Rule.ALL_COINS: 2}
"""What a category is worth where it is not 1 (source) and no option says it."""
FOUR_SEVENS = {"three": 2, "three-plus-one": 3}
"""The option `four_sevens`: what all four are worth beside the seven of coins, which is one of them."""
PENALTY = 4
"""What a wrong capture costs besides all the escobas of the round (source)."""
SEVENS = tuple(card for card in ITALIAN.cards if card.rank == 7)
SETENTA = SEVENS_ORDER[:4]
"""Sevens, sixes, aces, fives."""
SETENTA_POINTS = "setenta-points"
"""The value of `most_sevens` under which the setenta is counted in points, with these `FIGURES` and `MISSING_SUIT`."""
FIGURES, MISSING_SUIT = 10, "loses"
"""As the primiera of Scopa is counted by its source."""


@dataclass(frozen=True)
class Options:
    """The house rules of Escoba (rules.md, section 2)."""

    target: int = number(21, offered=(15, 21, 31))
    four_sevens: str = choice("three", "three-plus-one", "off")
    most_sevens: str = choice("most", "setenta", "setenta-points")
    all_coins: str = choice("replaces", "adds", "off")
    coins: str = choice("most", "six")
    cards: str = choice("most", "twenty-one")
    table_escoba: str = choice("dealer", "first")
    under_ten: int = choice(2, 0)
    no_capture: str = choice("round", "match")
    wrong_capture: str = choice("deduct", "credit", "off")
    deal: str = choice("split", "sum")
    end: str = choice("more-points", "order")
    WITHOUT_EFFECT: ClassVar = (Option("captures", "source", ("source", "fewest", "free")),)

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The categories that can bring points, in counting order."""
        unplayed = {Rule.NO_CAPTURE}
        if self.four_sevens == "off":
            unplayed.add(Rule.FOUR_SEVENS)
        if self.all_coins == "off":
            unplayed.add(Rule.ALL_COINS)
        if not self.under_ten:
            unplayed.add(Rule.UNDER_TEN)
        if self.wrong_capture == "off":
            unplayed.add(Rule.WRONG_CAPTURE)
        return tuple(rule for rule in Rule if rule not in unplayed)

    def awarded(self, sides: int) -> tuple[Rule, ...]:
        """The categories that are counted with so many sides: fewer than ten cards mean something with two only."""
        return tuple(rule for rule in AWARDED if rule in self.categories and (rule is not Rule.UNDER_TEN or sides == 2))

    def needed(self, rule: Rule) -> int:
        """What the leader must have of cards or coins; 0 where the most is enough."""
        asked = {Rule.MOST_CARDS: self.cards == "twenty-one", Rule.MOST_COINS: self.coins == "six"}
        return NEEDED[rule] if asked[rule] else 0

    def worth(self, rule: str) -> int:
        """What the winner of a category gets."""
        if rule == Rule.FOUR_SEVENS:
            return FOUR_SEVENS[self.four_sevens]
        return self.under_ten if rule == Rule.UNDER_TEN else POINTS.get(Rule(rule), 1)


def _coins(piles: Piles, options: Options) -> tuple[Line, ...]:
    """All coins, 2, instead of the point for most coins or besides; else that point alone."""
    coins = {side: tuple(card for card in pile if card.suit == Suit.COINS) for side, pile in piles.items()}
    counts = {side: len(cards) for side, cards in coins.items()}
    majority = most(Rule.MOST_COINS, counts, coins, at_least=options.needed(Rule.MOST_COINS))
    if Rule.ALL_COINS not in options.categories:
        return (majority,)
    owner = next((side for side, count in counts.items() if count == ALL_COINS), None)
    if owner is None:
        return Line(Rule.ALL_COINS, None, 0, Reason.NONE, counts, coins), majority
    everything = Line(Rule.ALL_COINS, owner, options.worth(Rule.ALL_COINS), Reason.HOLDS, counts, coins)
    return (everything, majority) if options.all_coins == "adds" else (everything,)


def _sevens(piles: Piles, options: Options) -> tuple[Line, ...]:
    """The seven of coins; then all four sevens, or the most of them."""
    sevens = {side: tuple(card for card in pile if card.rank == 7) for side, pile in piles.items()}
    counts = {side: len(cards) for side, cards in sevens.items()}
    first = point_for_holder(Rule.SEVEN_OF_COINS, SETTEBELLO, piles)
    if Rule.FOUR_SEVENS not in options.categories:
        return first, _most_sevens(piles, options)
    owner = next((side for side, count in counts.items() if count == len(SEVENS)), None)
    if owner is not None:
        worth = options.worth(Rule.FOUR_SEVENS)
        return first, Line(Rule.FOUR_SEVENS, owner, worth, Reason.HOLDS, counts, sevens)
    return first, Line(Rule.FOUR_SEVENS, None, 0, Reason.NONE, counts, sevens), _most_sevens(piles, options)


def _most_sevens(piles: Piles, options: Options) -> Line:
    """The most sevens; where they are level nobody, or the next ranks decide; or the primiera by its values."""
    if options.most_sevens == SETENTA_POINTS:
        return by_points(Rule.MOST_SEVENS, piles, FIGURES, MISSING_SUIT)
    return by_sevens(Rule.MOST_SEVENS, piles, SETENTA if options.most_sevens == "setenta" else SETENTA[:1])


def _cards(piles: Piles, options: Options) -> tuple[Line, ...]:
    """Most cards; and with two sides, what the other gets when one has fewer than ten."""
    counts = {side: len(pile) for side, pile in piles.items()}
    majority = most(Rule.MOST_CARDS, counts, at_least=options.needed(Rule.MOST_CARDS))
    if Rule.UNDER_TEN not in options.awarded(len(piles)):
        return (majority,)
    poor = next((side for side, count in counts.items() if count < FEW_CARDS), None)
    if poor is None:
        return majority, Line(Rule.UNDER_TEN, None, 0, Reason.NONE, counts)
    rich = next(side for side in piles if side != poor)
    return majority, Line(Rule.UNDER_TEN, rich, options.under_ten, Reason.HOLDS, counts)


@dataclass(frozen=True)
class Round(FishingRound):
    """One round as entered, with the sides that took wrongly, as often as they did."""

    wrong_captures: tuple[str, ...] = ()


COUNT: tuple[Callable[[Piles, Options], tuple[Line, ...]], ...] = (_coins, _sevens, _cards)
"""What is counted from the piles, in order; each gives the lines of one or several categories."""


def _empty(piles: Piles | None) -> tuple[str, ...]:
    """The sides that took nothing; from awards that cannot be told."""
    return tuple(side for side, pile in (piles or {}).items() if not pile)


def _penalties(played: Round, options: Options) -> tuple[Line, ...]:
    """Four and all escobas of the round for each wrong capture, from the offender or to each of the others.

    A line's `counts` are the offender and the escobas. A side that took nothing gets nothing from the round, this
    included.
    """
    escobas = sum(played.sweeps.values())
    amount = PENALTY + escobas
    lines: list[Line] = []
    for offender in played.wrong_captures:
        if options.wrong_capture == "deduct":
            gains = {offender: -amount}
        else:
            nothing = (offender, *_empty(played.piles))
            gains = {side: amount for side in played.sweeps if side not in nothing}
        lines += [
            Line(Rule.WRONG_CAPTURE, side, points, Reason.ENTERED, {offender: escobas})
            for side, points in gains.items()
        ]
    return tuple(lines) if options.wrong_capture != "off" else ()


class Captures:
    """Any set that makes fifteen, if one likes, as `scoring.captures.CaptureRule` asks for it.

    The last card clears no table but after a wrong capture, so it makes no escoba.
    """

    fifteens = True
    compulsory = False

    def take(self, card: Card, table: tuple[Card, ...], last_card: bool) -> Taking:
        """What `card` may take from `table`; every set that makes fifteen is allowed."""
        captures = fifteens(card, table)
        sweeps = tuple(not last_card and len(capture) == len(table) for capture in captures)
        return Taking(captures, sweeps, (FIFTEEN - card.rank,), captures, Refusal.NO_SUM)


ENDS: Mapping[str, tuple[Callable[[race.Finish, str], Outcome], str]] = {
    "more-points": (race.more_points, "juegosdecartas"),
    "order": (race.points_then_order, "playjoy"),
}
"""The option `end`: what decides when several sides are at the target, and whose rule that is."""

AUTHORITIES: Mapping[str, Callable[[race.Finish, str], Outcome]] = {
    "source": race.silent,
    "juegosdecartas": race.more_points,
    "playjoy": race.points_then_order,
}
"""Whom the referee asks about a tie (rules.md, section 7)."""


class Escoba:
    """The game, as `scoring.game.Game` asks for it."""

    name = "escoba"
    deck = ITALIAN
    seats = range(2, 5)
    options = Options
    authorities = tuple(AUTHORITIES)
    questions = ("captures", "unannounced", "deal", "fifteen", "tiebreak")
    rules = tuple(Rule)
    codes = (TOO_MANY_ESCOBAS,)
    checks = (ALL_CARDS, FIFTEENS)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round | None:
        """Read one round; report everything wrong with it, and return None then.

        Fifteens allow fourteen captures in a round, and so fourteen escobas; as wrong captures can be worth less, only
        what the number of cards forbids is refused.
        """
        faults = len(report.problems)
        report_unknown_fields(entry, (*FIELDS, WRONG_CAPTURES), report)
        sides = state.sides
        taken = read_round(
            entry,
            self.deck,
            sides,
            report,
            read_awards=partial(_read_awards, options, sides),
            most_sweeps=MOST_SWEEPS,
            with_rest=True,
        )
        wrong = _read_wrong_captures(entry.get(WRONG_CAPTURES), taken.piles, sides, report)
        if len(report.problems) > faults:
            return None
        return Round(taken.sweeps, taken.piles, taken.awards, taken.rest, wrong)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """The lines in counting order."""
        lines = [*sweep_lines(Rule.ESCOBA, played.sweeps)]
        if played.piles is None:
            lines += [entered(rule, played.awards.get(rule)) for rule in options.awarded(len(state.sides))]
        else:
            lines += [line for count in COUNT for line in count(played.piles, options)]
        lines += [Line(Rule.NO_CAPTURE, side, 0, Reason.NONE) for side in _empty(played.piles)]
        lines += _penalties(played, options)
        return RoundScore(state.sides, tuple(lines), _warnings(played, options), checks=_checks(played))

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """Who has won once `score` is added: at the target the option `end` decides between several."""
        finish = race.Finish.after(before, score, options.categories, options.target, "reach")
        several, authority = ENDS[options.end]
        return _no_capture(finish, options, race.HOUSE) or finish.simple("source") or several(finish, authority)

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """What one of `authorities` says instead; `options.end` is not asked."""
        finish = race.Finish.after(before, score, options.categories, options.target, "reach")
        ruled = _no_capture(finish, options, race.HOUSE) or finish.simple(authority)
        return ruled or AUTHORITIES[authority](finish, authority)

    def capture_rule(self, options: Options) -> Captures:
        """How a card takes, whatever the house rules."""
        return Captures()

    def first_table(self, table: tuple[Card, ...], options: Options) -> TableEscobas:
        """Fifteen on the first table is an escoba of the dealer or the first player, thirty may be two."""
        captures = table_escobas(table, options.deal)
        count = 2 if pip_sum(table) == 30 and captures else len(captures)
        return TableEscobas(table, count, captures, options.deal, options.table_escoba)


ESCOBA: Game = Escoba()


def _read_awards(options: Options, sides: tuple[str, ...], given: object, report: Report) -> Mapping[str, Award]:
    """Read who won each category, and for how many points."""

    def award(name: str, winner: object, report: Report) -> Award | None:
        return Award(winner, options.worth(name)) if is_side(winner, sides, report, f"awards.{name}") else None

    return read_awards(given, [str(rule) for rule in AWARDED], options.awarded(len(sides)), award, report)


def _read_wrong_captures(given: object, piles: Piles | None, sides: tuple[str, ...], report: Report) -> tuple[str, ...]:
    """Read who captured wrongly, as often as named; who captured nothing cannot have."""
    if given is None:
        return ()
    if not isinstance(given, list):
        report.add(Code.BAD_ROUND, field=WRONG_CAPTURES, value=given, why=Why.WRONG_KIND)
        return ()
    offenders = tuple(side for side in given if is_side(side, sides, report, WRONG_CAPTURES))
    innocent = [side for side in _empty(piles) if side in offenders]
    if innocent:
        report.add(Code.BAD_ROUND, field=WRONG_CAPTURES, sides=innocent, why=Why.NO_CARDS)
    return offenders


def _warnings(played: Round, options: Options) -> tuple[Problem, ...]:
    """What a round proves to have gone wrong; the score stands all the same."""
    escobas = sum(played.sweeps.values())
    swept = [side for side, count in played.sweeps.items() if count]
    many = (Problem(TOO_MANY_ESCOBAS, field="sweeps", sides=tuple(swept), value=escobas),)
    warnings = many if escobas > MOST_ESCOBAS else ()
    if played.piles is None:
        impossible = _impossible_awards({Rule(rule): award.side for rule, award in played.awards.items()}, options)
        return (*warnings, *impossible, *check_rest(played.rest))
    return (*warnings, *check_single_cards(played.piles), *check_fifteen(played.piles, played.rest))


def _impossible_awards(won: Mapping[Rule, str], options: Options) -> Iterator[Problem]:
    """The awards that no cards could give together (rules.md, section 2), one warning each.

    With two sides who has fewer than ten cards leaves more than thirty to the other, and that is the most of them.
    """

    def problem(rule: Rule, why: Why) -> Problem:
        return Problem(IMPOSSIBLE_AWARDS, field=f"awards.{rule}", side=won.get(rule), why=why)

    seven, coins, rich = won.get(Rule.SEVEN_OF_COINS), won.get(Rule.ALL_COINS), won.get(Rule.UNDER_TEN)
    if seven is None:
        yield problem(Rule.SEVEN_OF_COINS, Why.NOBODYS)
    for rule in (Rule.ALL_COINS, Rule.FOUR_SEVENS):
        if seven is not None and won.get(rule, seven) != seven:
            yield problem(rule, Why.WITHOUT_SETTEBELLO)
    if coins and options.all_coins == "replaces" and Rule.MOST_COINS in won:
        yield problem(Rule.ALL_COINS, Why.INSTEAD)
    if coins and options.all_coins == "adds" and won.get(Rule.MOST_COINS) != coins:
        yield problem(Rule.ALL_COINS, Why.MOST_TOO)
    if Rule.FOUR_SEVENS in won and Rule.MOST_SEVENS in won:
        yield problem(Rule.FOUR_SEVENS, Why.INSTEAD)
    if rich and won.get(Rule.MOST_CARDS) != rich:
        yield problem(Rule.UNDER_TEN, Why.FEW_AND_MOST)
    if rich and coins and coins != rich:
        yield problem(Rule.ALL_COINS, Why.FEW_AND_ALL_COINS)


def _checks(played: Round) -> tuple[Check, ...]:
    """What was verified of the piles and holds; of awards nothing can be."""
    if played.piles is None:
        return ()
    return (Check(ALL_CARDS, len(ITALIAN.cards)), *fifteens_hold(played.piles, played.rest))


def _no_capture(finish: race.Finish, options: Options, authority: str) -> Outcome | None:
    """The end of the match when a side took nothing, where it loses the match by that."""
    lost = {line.side for line in finish.score.lines if line.rule == Rule.NO_CAPTURE}
    if not lost or options.no_capture != "match":
        return None
    winners = tuple(side for side in finish.totals if side not in lost)
    totals = {side: total for side, total in finish.totals.items() if side in lost}
    return Outcome(True, winners, (), Ruling(NO_CAPTURE, authority, winners, totals, finish.target))
