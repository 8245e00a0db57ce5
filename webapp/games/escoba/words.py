"""The wording of Escoba: its categories and their lines, its rulings."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.escoba import NO_CAPTURE
from scoring.escoba.checks import MOST_ESCOBAS, TOO_MANY_ESCOBAS
from scoring.escoba.count import FEW_CARDS, MISSING_SUIT, PENALTY, SETENTA
from scoring.escoba.options import NEEDED, SETENTA_POINTS, Options, Rule
from scoring.lines import Line, Reason, Ruling
from scoring.match import Match
from scoring.problems import Problem
from scoring.race import RaceRuling
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, listed, ngettext
from webapp.games.escoba.option_words import OPTIONS as OPTIONS
from webapp.games.fishing.words import RANKS, entered_text, majority_text, primiera_text, sevens_text
from webapp.words.inshort import in_short
from webapp.words.wording import OfProblem, Rulings, at_target_text, counts_of
from webapp.words.wording import undecided_text as undecided_text

GAME = lazy_gettext("Escoba")

FIELDS: dict[str, LazyProxy] = {"wrong_captures": lazy_gettext("Wrong captures")}
"""Fields of this game only."""
AUTHORITIES: dict[str, LazyProxy] = {
    "juegosdecartas": lazy_gettext("juegosdecartas.fun"),
    "playjoy": lazy_gettext("playjoy"),
}
"""Names of the authorities on the end of a match, besides the rule text."""
RULES = {
    Rule.ESCOBA: lazy_gettext("escobas"),
    Rule.ALL_COINS: lazy_gettext("all coins"),
    Rule.MOST_COINS: lazy_gettext("most coins"),
    Rule.SEVEN_OF_COINS: lazy_gettext("seven of coins"),
    Rule.FOUR_SEVENS: lazy_gettext("four sevens"),
    Rule.MOST_SEVENS: lazy_gettext("most sevens"),
    Rule.MOST_CARDS: lazy_gettext("most cards"),
    Rule.UNDER_TEN: lazy_gettext("fewer than ten cards"),
    Rule.NO_CAPTURE: lazy_gettext("no capture"),
    Rule.WRONG_CAPTURE: lazy_gettext("wrong captures"),
}
"""The categories inside a sentence that lists them in counting order."""

WITH = {
    Rule.ESCOBA: lazy_gettext("with escobas"),
    Rule.ALL_COINS: lazy_gettext("with all coins"),
    Rule.MOST_COINS: lazy_gettext("with most coins"),
    Rule.SEVEN_OF_COINS: lazy_gettext("with the seven of coins"),
    Rule.FOUR_SEVENS: lazy_gettext("with four sevens"),
    Rule.MOST_SEVENS: lazy_gettext("with most sevens"),
    Rule.MOST_CARDS: lazy_gettext("with most cards"),
    Rule.UNDER_TEN: lazy_gettext("by the other’s short pile"),
    Rule.NO_CAPTURE: lazy_gettext("with no capture"),
    Rule.WRONG_CAPTURE: lazy_gettext("with wrong captures"),
}
"""With which category somebody got to the target."""


def line_text(line: Line, match: Match) -> str:
    """The reason for a line's points."""
    rule, options = Rule(line.rule), match.options
    match rule:
        case Rule.ESCOBA:
            return _escobas(line)
        case Rule.WRONG_CAPTURE:
            return _wrong_capture(line)
        case Rule.NO_CAPTURE:
            return _no_capture(line, options)
        case Rule.UNDER_TEN if line.side is not None:
            return _under_ten(line, line.side, match)
        case _ if line.reason is Reason.ENTERED:
            return entered_text(line, RULES[rule])
        case Rule.ALL_COINS:
            return _all_coins(line, options)
        case Rule.MOST_COINS:
            return majority_text(line, "coins", NEEDED[rule])
        case Rule.SEVEN_OF_COINS:
            return gettext("The seven of coins for %(side)s.", side=line.side)
        case Rule.FOUR_SEVENS:
            return _four_sevens(line)
        case Rule.MOST_SEVENS if options.most_sevens == SETENTA_POINTS:
            return primiera_text(line, lazy_gettext("setenta"), MISSING_SUIT)
        case Rule.MOST_SEVENS:
            return sevens_text(line)
        case Rule.MOST_CARDS:
            return majority_text(line, "cards", NEEDED[rule])
        case Rule.UNDER_TEN:
            return gettext("Nobody has fewer than ten cards: %(counts)s.", counts=counts_of(line.counts))


def _escobas(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody made an escoba.")
    return ngettext("%(side)s made %(num)d escoba.", "%(side)s made %(num)d escobas.", line.points, side=line.side)


def _wrong_capture(line: Line) -> str:
    offender, escobas = next(iter(line.counts.items()))
    values = {"offender": offender, "side": line.side, "penalty": PENALTY, "points": abs(line.points)}
    if line.side == offender:
        return ngettext(
            "Wrong capture of %(side)s: it makes no fifteen. Points off: %(points)s, that is %(penalty)s and the "
            "%(num)d escoba of the round.",
            "Wrong capture of %(side)s: it makes no fifteen. Points off: %(points)s, that is %(penalty)s and the "
            "%(num)d escobas of the round.",
            int(str(escobas)),
            **values,
        )
    return ngettext(
        "Wrong capture of %(offender)s. %(points)s points for %(side)s: %(penalty)s and the %(num)d escoba of the "
        "round.",
        "Wrong capture of %(offender)s. %(points)s points for %(side)s: %(penalty)s and the %(num)d escobas of the "
        "round.",
        int(str(escobas)),
        **values,
    )


def _no_capture(line: Line, options: Options) -> str:
    if options.no_capture == "match":
        return gettext("No capture for %(side)s: no points in this round, and the match is lost.", side=line.side)
    return gettext("No capture for %(side)s: no points in this round.", side=line.side)


def _all_coins(line: Line, options: Options) -> str:
    if line.side is None:
        return gettext("Nobody has all ten coins: %(counts)s.", counts=counts_of(line.counts))
    if options.all_coins == "adds":
        return gettext("All ten coins for %(side)s: 2 points, plus the one for most coins.", side=line.side)
    return gettext("All ten coins for %(side)s: 2 points, instead of the one for most coins.", side=line.side)


def _four_sevens(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody has all four sevens: %(counts)s.", counts=counts_of(line.counts))
    return gettext(
        "All four sevens for %(side)s: %(points)s points, plus the one for the seven of coins.",
        side=line.side,
        points=line.points,
    )


def _under_ten(line: Line, side: str, match: Match) -> str:
    """The side with fewer than ten cards; the points go to the other one, `side`."""
    (other,) = (each for each in match.sides if each != side)
    values = {"side": side, "other": other, "points": line.points}
    if line.reason is Reason.ENTERED:
        return gettext(
            "Fewer than ten cards for %(other)s, as the players entered it: %(points)s points for %(side)s.", **values
        )
    return gettext(
        "%(points)s points for %(side)s: fewer than ten cards for %(other)s, namely %(count)s.",
        count=line.counts[other],
        **values,
    )


def rule_help(rule: str, options: Options) -> str:
    """The condition for a category under these house rules."""
    match Rule(rule):
        case Rule.ESCOBA:
            return gettext("Each escoba, a capture of the whole table: one point.")
        case Rule.ALL_COINS if options.all_coins == "adds":
            return gettext("All ten coins: 2 points, plus the one for most coins.")
        case Rule.ALL_COINS if options.all_coins == "off":
            return gettext("Here all ten coins only count as most coins.")
        case Rule.ALL_COINS:
            return gettext("All ten coins: 2 points, instead of the one for most coins.")
        case Rule.MOST_COINS if options.coins == "six":
            return gettext("The most coins, and at least six: one point. A tie gives it to nobody.")
        case Rule.MOST_COINS:
            return gettext("The most coins: one point. A tie gives it to nobody.")
        case Rule.SEVEN_OF_COINS:
            return gettext("The seven of coins: one point.")
        case Rule.FOUR_SEVENS if options.four_sevens == "off":
            return gettext("Here all four sevens only count as most sevens.")
        case Rule.FOUR_SEVENS:
            return gettext(
                "All four sevens: %(points)s points, plus the one for the seven of coins. The point for most "
                "sevens is then not given.",
                points=options.worth(Rule.FOUR_SEVENS),
            )
        case Rule.MOST_SEVENS if options.most_sevens == "setenta":
            ranks = listed(str(RANKS[group]) for group in SETENTA[1:])
            return gettext("The most sevens: one point. If tied, these decide in order: %(ranks)s.", ranks=ranks)
        case Rule.MOST_SEVENS if options.most_sevens == SETENTA_POINTS:
            return gettext(
                "The setenta: the best card of each suit. Sevens 21, sixes 18, aces 16, fives 15, fours 14, threes "
                "13, twos 12, figures 10. The highest sum with every suit: one point. When nobody has every suit, "
                "all compete."
            )
        case Rule.MOST_SEVENS:
            return gettext("The most sevens: one point. A tie gives it to nobody.")
        case Rule.MOST_CARDS if options.cards == "twenty-one":
            return gettext("The most cards, and at least 21: one point. A tie gives it to nobody.")
        case Rule.MOST_CARDS:
            return gettext("The most cards: one point. A tie gives it to nobody.")
        case Rule.UNDER_TEN:
            return gettext(
                "When one of two sides has fewer than %(few)s cards, the other gets %(points)s points.",
                few=FEW_CARDS,
                points=options.under_ten,
            )
        case Rule.NO_CAPTURE if options.no_capture == "match":
            return gettext("Whoever captures nothing in a round loses the match.")
        case Rule.NO_CAPTURE:
            return gettext("Whoever captures nothing gets no points in the round.")
        case Rule.WRONG_CAPTURE if options.wrong_capture == "off":
            return gettext("A wrong capture costs nothing here.")
        case Rule.WRONG_CAPTURE if options.wrong_capture == "credit":
            return gettext("A wrong capture: 4 points and one for each escoba of the round, to each of the others.")
        case Rule.WRONG_CAPTURE:
            return gettext("A wrong capture costs 4 points, and one for each escoba of the round.")


def _too_many_escobas(problem: Problem) -> str:
    return gettext(
        "%(count)s escobas: a round has at most %(most)s captures. Count again? The points count all the same.",
        count=problem.value,
        most=MOST_ESCOBAS,
    )


PROBLEMS: Mapping[str, OfProblem] = {TOO_MANY_ESCOBAS: _too_many_escobas}
"""Errors of this game only."""


def _too_many_escobas_line(problem: Problem) -> str:
    return gettext("%(count)s escobas: there cannot be more than %(most)s.", count=problem.value, most=MOST_ESCOBAS)


WARNINGS: dict[str, OfProblem] = {TOO_MANY_ESCOBAS: _too_many_escobas_line}
"""First lines of the warnings of this game only."""


def _lost_by_no_capture(ruling: Ruling, match: Match) -> str:
    return gettext(
        "No capture in this round: %(losers)s. Here that loses the match, whatever the totals. Won by %(winners)s.",
        losers=listed(ruling.totals),
        winners=listed(ruling.winners),
    )


def _play_on(ruling: Ruling, match: Match) -> str:
    if not ruling.reached:
        return f"{at_target_text(ruling)} " + gettext("The leaders are level in points: another round is played.")
    return f"{at_target_text(ruling)} " + gettext(
        "Category by category, these are level too: %(sides)s. Another round is played.",
        sides=listed(ruling.reached),
    )


RULINGS: Rulings = {NO_CAPTURE: _lost_by_no_capture, RaceRuling.PLAY_ON: _play_on}
"""Rulings of this game only, and the points that its text leaves open."""


def _lost_in_short(ruling: Ruling, match: Match) -> str:
    losers = listed(side for side in match.sides if side not in ruling.winners)
    return in_short(
        gettext("No capture: %(losers)s. Won by %(winners)s.", losers=losers, winners=listed(ruling.winners)),
        gettext("No capture in this round loses the match: %(losers)s.", losers=losers),
    )


HEADLINES: Rulings = {NO_CAPTURE: _lost_in_short}
"""The same in one line."""
