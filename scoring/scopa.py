"""Scopa: the forty Italian cards, a point each for cards, coins, settebello and primiera, and one a sweep.

Source: `scopa.de.txt`; the options and where other authorities differ: rules.md, sections 1 and 7. A round is entered
as the piles the sides took, or as awards: who won each category.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from scoring import race
from scoring.captures import Refusal, Taking, fifteens, sums, with_an_ace
from scoring.cards import ITALIAN, SETTEBELLO, Card, Suit
from scoring.deal import Deal
from scoring.fifteen import FIFTEEN, check_fifteen, pip_sum
from scoring.fishing import (
    FIELDS,
    MOST_SWEEPS,
    Award,
    Round,
    entered,
    is_side,
    point_for_holder,
    read_awards,
    read_round,
    sweep_lines,
)
from scoring.lines import Line, MatchState, Outcome, Reason, RoundScore, Ruling, most
from scoring.options import choice, flag, number
from scoring.piles import Piles, check_single_cards, is_count, report_unknown_fields, report_unreadable
from scoring.primiera import SEVENS_ORDER, by_points, by_sevens
from scoring.problems import Code, Problem, Report, Why
from scoring.protocol import Game

ODD_PILE = "odd_pile"
"""A warning: a capture adds an even sum to a pile, so an odd one proves a wrong capture or a card gone astray."""
CAPPOTTO = "cappotto"
"""A ruling: all ten coins, where the napola is played, win the match at once."""


class Rule(StrEnum):
    """The categories, in the order in which they are counted."""

    CARDS = "cards"
    COINS = "coins"
    SETTEBELLO = "settebello"
    PRIMIERA = "primiera"
    SEVENS = "sevens"
    RE_BELLO = "re_bello"
    NAPOLA = "napola"
    SWEEP = "sweep"


NEEDED = {Rule.CARDS: 21, Rule.COINS: 6}
"""What the leader must have where the options ask for more than the most."""
KING_OF_COINS = ITALIAN.parse("10D")
NAPOLA_FROM, ALL_COINS = 3, 10
EVEN_VARIANTS = ("classic", "scopone", "scientifico", "sevens")
"""Where a card takes its own value, so that every capture adds twice that."""


@dataclass(frozen=True)
class Options:
    """The house rules of Scopa (rules.md, section 1)."""

    variant: str = choice("classic", "scopone", "scientifico", "assi", "quindici", "sevens")
    target: int = number(11, offered=(11, 16, 21, 31))
    reach: str = choice("reach", "exceed")
    end: str = choice("source", "more-points", "counting-order")
    coins: str = choice("most", "six")
    cards: str = choice("most", "twenty-one")
    primiera: str = choice("points", "sevens")
    primiera_missing: str = choice("loses", "no-compete", "sum")
    figures: int | str = choice(10, "ranked", 0)
    re_bello: bool = flag()
    napola: bool = flag()
    ace_sweep: bool = flag(True)
    captures: str = choice("source", "fewest", "free")
    last_sweep: bool = flag()

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The categories played, in counting order."""
        unplayed = {Rule.PRIMIERA if self.variant == "sevens" else Rule.SEVENS}
        if not self.re_bello:
            unplayed.add(Rule.RE_BELLO)
        if not self.napola:
            unplayed.add(Rule.NAPOLA)
        return tuple(rule for rule in Rule if rule not in unplayed)

    @property
    def most_sweeps(self) -> int:
        """How many sweeps one round can have, all sides together."""
        return MOST_SWEEPS + (self.variant == "scientifico") + self.last_sweep


def _cards(piles: Piles, options: Options) -> Line:
    """Most cards; under `twenty-one` at least 21."""
    counts = {side: len(pile) for side, pile in piles.items()}
    return most(Rule.CARDS, counts, at_least=NEEDED[Rule.CARDS] if options.cards == "twenty-one" else 0)


def _coins(piles: Piles, options: Options) -> Line:
    """Most coins; under `six` at least six."""
    coins = {side: tuple(card for card in pile if card.suit == Suit.COINS) for side, pile in piles.items()}
    counts = {side: len(held) for side, held in coins.items()}
    return most(Rule.COINS, counts, coins, at_least=NEEDED[Rule.COINS] if options.coins == "six" else 0)


def _settebello(piles: Piles, options: Options) -> Line:
    """The seven of coins."""
    return point_for_holder(Rule.SETTEBELLO, SETTEBELLO, piles)


def _primiera(piles: Piles, options: Options) -> Line:
    """The best card of each suit summed, or, the simple way, the most sevens."""
    if options.primiera == "sevens":
        return by_sevens(Rule.PRIMIERA, piles)
    return by_points(Rule.PRIMIERA, piles, options.figures, options.primiera_missing)


def _sevens(piles: Piles, options: Options) -> Line:
    """The quick variant: most sevens, if tied most sixes, then aces."""
    return by_sevens(Rule.SEVENS, piles, SEVENS_ORDER[:3])


def _re_bello(piles: Piles, options: Options) -> Line:
    """The king of coins."""
    return point_for_holder(Rule.RE_BELLO, KING_OF_COINS, piles)


def _napola(piles: Piles, options: Options) -> Line:
    """Ace, two, three of coins: 3 points, each further consecutive coin 1 more. One side can have it at most."""
    coins = ITALIAN.of_suit(Suit.COINS)
    for side, pile in piles.items():
        run = next((number for number, coin in enumerate(coins) if coin not in pile), ALL_COINS)
        if run >= NAPOLA_FROM:
            return Line(Rule.NAPOLA, side, run, Reason.HOLDS, {side: run}, {side: coins[:run]})
    return Line(Rule.NAPOLA, None, 0, Reason.NONE)


COUNT: Mapping[Rule, Callable[[Piles, Options], Line]] = {
    Rule.CARDS: _cards,
    Rule.COINS: _coins,
    Rule.SETTEBELLO: _settebello,
    Rule.PRIMIERA: _primiera,
    Rule.SEVENS: _sevens,
    Rule.RE_BELLO: _re_bello,
    Rule.NAPOLA: _napola,
}


@dataclass(frozen=True)
class Captures:
    """What a card takes under these house rules, as `scoring.captures.CaptureRule` asks for it.

    Taking is compulsory when possible. The last card of a round makes no sweep unless `last_sweep` says so. An ace that
    takes everything makes one if `ace_sweep` says so; one that takes a lone ace does so by its value and always does.
    """

    options: Options
    compulsory: bool = True

    @property
    def fifteens(self) -> bool:
        """In `quindici` a card takes what makes fifteen with it."""
        return self.options.variant == "quindici"

    def take(self, card: Card, table: tuple[Card, ...], last_card: bool) -> Taking:
        """What `card` may take from `table`."""
        options = self.options
        need, by_power = card.rank, False
        refusal = Refusal.EQUAL_CARD_FIRST if options.captures == "source" else Refusal.FEWER_CARDS
        if self.fifteens:
            captures = possible = fifteens(card, table)
            need = FIFTEEN - card.rank
        elif options.variant == "assi" and card.rank == 1:
            captures = with_an_ace(table)
            possible = (*captures, table) if len(table) > 1 and captures != (table,) else captures
            by_power = any(other.rank != 1 for other in table)
            refusal = Refusal.ACE_FIRST
        else:
            captures = sums(card, table, options.captures)
            possible = sums(card, table, "free")
        counts = (options.ace_sweep or not by_power) and (options.last_sweep or not last_card)
        sweeps = tuple(counts and len(capture) == len(table) for capture in captures)
        return Taking(captures, sweeps, need, possible, refusal)


REDEAL_KINGS = 3
"""So many kings on the first table of scopone, and the cards are thrown in (source)."""


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
    """The game, as `scoring.game.Game` asks for it."""

    name = "scopa"
    deck = ITALIAN
    seats = range(2, 5)
    options = Options
    authorities = tuple(AUTHORITIES)
    questions = ("captures", "unannounced", "deal", "fifteen", "tiebreak")
    rules = tuple(Rule)
    codes = (ODD_PILE,)
    checks = ()

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round | None:
        """Read one round; report everything wrong with it, and return None then.

        `rest` means something in `quindici` only; elsewhere it has no effect, so that a match can change its variant.
        """
        faults = len(report.problems)
        report_unknown_fields(entry, FIELDS, report)
        played = read_round(
            entry,
            self.deck,
            state.sides,
            report,
            read_awards=partial(_read_awards, options, state.sides),
            most_sweeps=options.most_sweeps,
            with_rest=self.capture_rule(options).fifteens,
        )
        return None if len(report.problems) > faults else played

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """A line a category, in counting order, then the sweeps."""
        categories = [rule for rule in options.categories if rule is not Rule.SWEEP]
        if played.piles is None:
            counted = [entered(rule, played.awards.get(rule)) for rule in categories]
        else:
            counted = [COUNT[rule](played.piles, options) for rule in categories]
        return RoundScore(state.sides, (*counted, *sweep_lines(Rule.SWEEP, played.sweeps)), _warnings(played, options))

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """Who has won once `score` is added: at the target the option `end` decides between several.

        All authorities agree on a side alone at the target; that it must be passed is a house rule.
        """
        finish = race.Finish.after(before, score, options.categories, options.target, options.reach)
        alone = "source" if options.reach == "reach" else race.HOUSE
        several, authority = ENDS[options.end]
        return _cappotto(finish, "pagat") or finish.simple(alone) or several(finish, authority)

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """What one of `authorities` says instead; `options.end` is not asked.

        Who claims the target rightly wins: that is silent from totals alone, also when one side is alone at it.
        """
        finish = race.Finish.after(before, score, options.categories, options.target, options.reach)
        ruled = _cappotto(finish, authority)
        if authority == "claim" and finish.at_target:
            return ruled or race.silent(finish, authority)
        return ruled or finish.simple(authority) or AUTHORITIES[authority](finish, authority)

    def capture_rule(self, options: Options) -> Captures:
        """How a card takes under these house rules."""
        return Captures(options)

    def first_table(self, table: tuple[Card, ...], options: Options) -> Deal:
        """Three or four kings on the first table of scopone are dealt again."""
        kings = sum(card.rank == KING_OF_COINS.rank for card in table)
        return Deal(options.variant == "scopone" and kings >= REDEAL_KINGS, kings, options.variant)


SCOPA: Game = Scopa()


def _read_awards(options: Options, sides: tuple[str, ...], given: object, report: Report) -> Mapping[str, Award]:
    """Read who won each category; the napola is entered with its points."""

    def award(name: str, winner: object, report: Report) -> Award | None:
        if name == Rule.NAPOLA:
            return _read_napola(winner, sides, report)
        return Award(winner) if is_side(winner, sides, report, f"awards.{name}") else None

    return read_awards(given, [str(rule) for rule in COUNT], options.categories, award, report)


def _read_napola(given: object, sides: tuple[str, ...], report: Report) -> Award | None:
    """Read who had the napola and for how many points: it is worth 3 to 10."""
    path = f"awards.{Rule.NAPOLA}"
    if not isinstance(given, Mapping):
        report_unreadable(given, report, path)
        return None
    report_unknown_fields(given, ("side", "points"), report, f"{path}.")
    side, points = given.get("side"), given.get("points")
    if points is None:
        report_unreadable(points, report, f"{path}.points")
    elif not is_count(points):
        report.add(Code.BAD_COUNT, field=f"{path}.points", value=points)
    elif points not in range(NAPOLA_FROM, ALL_COINS + 1):
        report.add(Code.BAD_ROUND, field=f"{path}.points", value=points, allowed="3-10", why=Why.OUT_OF_RANGE)
    return Award(side, points) if is_side(side, sides, report, f"{path}.side") and is_count(points) else None


def _warnings(played: Round, options: Options) -> tuple[Problem, ...]:
    """What the piles of a round prove to have gone wrong; the score stands all the same."""
    if played.piles is None:
        return ()
    warnings = check_single_cards(played.piles)
    odd = tuple(side for side, pile in played.piles.items() if pip_sum(pile) % 2)
    if odd and options.variant in EVEN_VARIANTS:
        warnings += (Problem(ODD_PILE, sides=odd),)
    if Captures(options).fifteens:
        warnings += check_fifteen(played.piles, played.rest)
    return warnings


def _cappotto(finish: race.Finish, authority: str) -> Outcome | None:
    """The end of the match when a side has the napola of all ten coins, whatever the totals."""
    for line in finish.score.lines:
        if line.rule == Rule.NAPOLA and line.side is not None and line.points == ALL_COINS:
            totals = {line.side: finish.totals[line.side]}
            ruling = Ruling(CAPPOTTO, authority, (line.side,), totals, finish.target)
            return Outcome(True, (line.side,), (), ruling)
    return None
