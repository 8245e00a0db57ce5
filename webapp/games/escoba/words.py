"""The wording of Escoba: its categories and their lines, its rulings, its house rules (rules.md, sections 2 and 6)."""

from collections.abc import Mapping

from scoring.escoba import NO_CAPTURE
from scoring.escoba.checks import TOO_MANY_ESCOBAS
from scoring.escoba.count import MISSING_SUIT, PENALTY, SETENTA
from scoring.escoba.options import NEEDED, SETENTA_POINTS, Fault, Options, Rule
from scoring.lines import Line, Reason, Ruling
from scoring.match import Match
from scoring.problems import Problem
from scoring.race import RaceRuling
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, listed, ngettext
from webapp.games.fishing import words as fishing_words
from webapp.games.fishing.words import (
    CARDS_VALUES,
    COINS_VALUES,
    ENTERED,
    NOBODY_ENTERED,
    RANKS,
    majority,
    most_help,
    primiera_text,
    sevens_text,
)
from webapp.words.inshort import in_short
from webapp.words.wording import Fact, OfLine, OfOptions, OfProblem, OptionWords, Rulings, Under, at_target_text

GAME = lazy_gettext("Escoba")

FIELDS: dict[str, LazyProxy] = {"wrong_captures": lazy_gettext("Wrong captures")}
AUTHORITIES = {
    "juegosdecartas": "juegosdecartas.fun",
    "playjoy": "playjoy",
}
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


def _escobas(line: Line, match: Match) -> str:
    """How often a side swept the table."""
    return ngettext("%(side)s made %(num)d escoba.", "%(side)s made %(num)d escobas.", line.points, side=line.side)


def _wrong_capture(line: Line, match: Match) -> str:
    """The escobas of a round off, or given to each of the others."""
    offender, escobas = next(iter(line.counts.items()))
    values = {"offender": offender, "side": line.side, "penalty": PENALTY, "escobas": str(escobas)}
    values["points"] = abs(line.points)
    if line.side == offender:
        return gettext(
            "Wrong capture of %(side)s: it makes no fifteen. Points off: %(points)s, that is %(penalty)s and the "
            "escobas of the round: %(escobas)s.",
            **values,
        )
    return gettext(
        "Wrong capture of %(offender)s. %(points)s points for %(side)s: %(penalty)s and the escobas of the round: "
        "%(escobas)s.",
        **values,
    )


def _under_ten(line: Line, match: Match) -> str:
    """The side with fewer than ten cards; the points go to the other one."""
    (other,) = (each for each in match.sides if each != line.side)
    values = {"side": line.side, "other": other, "points": line.points}
    if line.reason is Reason.ENTERED:
        return gettext(
            "Fewer than ten cards for %(other)s, as the players entered it: %(points)s points for %(side)s.", **values
        )
    return gettext(
        "%(points)s points for %(side)s: fewer than ten cards for %(other)s, namely %(count)s.",
        count=line.counts[other],
        **values,
    )


_POINTS = (Rule.MOST_SEVENS, Under("most_sevens", SETENTA_POINTS))
LINES: dict[object, OfLine] = {
    (Rule.ESCOBA, Fact.NOBODY): lazy_gettext("Nobody made an escoba."),
    Rule.ESCOBA: _escobas,
    Rule.WRONG_CAPTURE: _wrong_capture,
    (Rule.NO_CAPTURE, Under("no_capture", "match")): lazy_gettext(
        "No capture for %(side)s: no points in this round, and the match is lost."
    ),
    Rule.NO_CAPTURE: lazy_gettext("No capture for %(side)s: no points in this round."),
    (Reason.ENTERED, Fact.NOBODY): NOBODY_ENTERED,
    (Rule.UNDER_TEN, Fact.NOBODY): lazy_gettext("Nobody has fewer than ten cards: %(counts)s."),
    Rule.UNDER_TEN: _under_ten,
    Reason.ENTERED: ENTERED,
    (Rule.ALL_COINS, Fact.NOBODY): lazy_gettext("Nobody has all ten coins: %(counts)s."),
    (Rule.ALL_COINS, Under("all_coins", "adds")): lazy_gettext(
        "All ten coins for %(side)s: 2 points, plus the one for most coins."
    ),
    Rule.ALL_COINS: lazy_gettext("All ten coins for %(side)s: 2 points, instead of the one for most coins."),
    Rule.MOST_COINS: majority("coins", NEEDED[Rule.MOST_COINS]),
    Rule.SEVEN_OF_COINS: lazy_gettext("The seven of coins for %(side)s."),
    (Rule.FOUR_SEVENS, Fact.NOBODY): lazy_gettext("Nobody has all four sevens: %(counts)s."),
    Rule.FOUR_SEVENS: lazy_gettext(
        "All four sevens for %(side)s: %(points)s points, plus the one for the seven of coins."
    ),
    _POINTS: lambda line, match: primiera_text(line, lazy_gettext("setenta"), MISSING_SUIT),
    Rule.MOST_SEVENS: sevens_text,
    Rule.MOST_CARDS: majority("cards", NEEDED[Rule.MOST_CARDS]),
}


def _sevens_decide(options: Options) -> str:
    """The ranks that decide between equal sevens."""
    ranks = listed(str(RANKS[group]) for group in SETENTA[1:])
    return gettext("The most sevens: one point. If tied, these decide in order: %(ranks)s.", ranks=ranks)


def _four_sevens(options: Options) -> str:
    """The worth of all four sevens."""
    return gettext(
        "All four sevens: %(points)s points, plus the one for the seven of coins. The point for most sevens is then "
        "not given.",
        points=options.worth(Rule.FOUR_SEVENS),
    )


HELP: dict[object, OfOptions] = {
    Rule.ESCOBA: lazy_gettext("Each escoba, a capture of the whole table: one point."),
    (Rule.ALL_COINS, Under("all_coins", "adds")): lazy_gettext("All ten coins: 2 points, plus the one for most coins."),
    (Rule.ALL_COINS, Under("all_coins", "off")): lazy_gettext("Here all ten coins only count as most coins."),
    Rule.ALL_COINS: lazy_gettext("All ten coins: 2 points, instead of the one for most coins."),
    **most_help(Rule.MOST_CARDS, Rule.MOST_COINS),
    Rule.SEVEN_OF_COINS: lazy_gettext("The seven of coins: one point."),
    (Rule.FOUR_SEVENS, Under("four_sevens", "off")): lazy_gettext("Here all four sevens only count as most sevens."),
    Rule.FOUR_SEVENS: _four_sevens,
    (Rule.MOST_SEVENS, Under("most_sevens", "setenta")): _sevens_decide,
    _POINTS: lazy_gettext(
        "The setenta: the best card of each suit. Sevens 21, sixes 18, aces 16, fives 15, fours 14, threes 13, twos "
        "12, figures 10. The highest sum with every suit: one point. When nobody has every suit, all compete."
    ),
    Rule.MOST_SEVENS: lazy_gettext("The most sevens: one point. A tie gives it to nobody."),
    Rule.UNDER_TEN: lazy_gettext("When one of two sides has fewer than 10 cards, the other gets %(under_ten)s points."),
    (Rule.NO_CAPTURE, Under("no_capture", "match")): lazy_gettext(
        "Whoever captures nothing in a round loses the match."
    ),
    Rule.NO_CAPTURE: lazy_gettext("Whoever captures nothing gets no points in the round."),
    (Rule.WRONG_CAPTURE, Under("wrong_capture", "off")): lazy_gettext("A wrong capture costs nothing here."),
    (Rule.WRONG_CAPTURE, Under("wrong_capture", "credit")): lazy_gettext(
        "A wrong capture: 4 points and one for each escoba of the round, to each of the others."
    ),
    Rule.WRONG_CAPTURE: lazy_gettext("A wrong capture costs 4 points, and one for each escoba of the round."),
}


def _instead(problem: Problem) -> str:
    if problem.field == f"awards.{Rule.ALL_COINS}":
        return gettext("All ten coins for %(side)s: they replace the point for most coins.", side=problem.side)
    return gettext("Four sevens for %(side)s: they replace the point for most sevens.", side=problem.side)


PROBLEMS: Mapping[str, OfProblem] = {
    **fishing_words.PROBLEMS,
    Fault.FEW_AND_MOST: lazy_gettext(
        "Fewer than ten cards and the point for cards, both for %(sides)s? That cannot be."
    ),
    Fault.FEW_AND_NOBODYS_MOST: lazy_gettext(
        "Fewer than ten cards for %(sides)s: then the point for cards is for %(side)s."
    ),
    Fault.FEW_AND_ALL_COINS: lazy_gettext("All ten coins for %(side)s: that is ten cards already."),
    Fault.MOST_TOO: lazy_gettext("All ten coins for %(side)s: then the point for most coins, too."),
    Fault.INSTEAD: _instead,
    Fault.NO_CARDS: lazy_gettext("No cards, so no wrong capture either: %(sides)s."),
    TOO_MANY_ESCOBAS: lazy_gettext(
        "%(count)s escobas: a round has at most %(most)s captures. Count again? The points count all the same."
    ),
}


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


OPTIONS = {
    "target": OptionWords(
        lazy_gettext("Points to win"),
        lazy_gettext("By the rules to 21 or 31, in one round or several. To 15 is a short match."),
    ),
    "four_sevens": OptionWords(
        lazy_gettext("All four sevens"),
        lazy_gettext(
            "3 points with the seven of coins included, or 3 plus the point for the seven of coins. In Argentina and "
            "Uruguay they only count as most sevens."
        ),
        {
            "three": lazy_gettext("3 in all"),
            "three-plus-one": lazy_gettext("3 and 1"),
            "off": lazy_gettext("nothing extra"),
        },
    ),
    "most_sevens": OptionWords(
        lazy_gettext("When the sevens are level"),
        lazy_gettext(
            "With two each, nobody gets the point. Or sixes, then aces, then fives decide (Uruguay). Or the setenta "
            "is counted: the best card of each suit, like a primiera (Argentina)."
        ),
        {
            "most": lazy_gettext("nobody"),
            "setenta": lazy_gettext("sixes, aces and fives decide"),
            "setenta-points": lazy_gettext("setenta, counted in points"),
        },
    ),
    "all_coins": OptionWords(
        lazy_gettext("All ten coins"),
        lazy_gettext(
            "2 points instead of the one for most coins, or as well. In Argentina and Uruguay they only count as most "
            "coins."
        ),
        {
            "replaces": lazy_gettext("2 instead of 1"),
            "adds": lazy_gettext("2 and 1"),
            "off": lazy_gettext("nothing extra"),
        },
    ),
    "coins": OptionWords(
        lazy_gettext("The point for coins"),
        lazy_gettext("In Argentina and Uruguay it takes six coins, more than half of them."),
        COINS_VALUES,
    ),
    "cards": OptionWords(
        lazy_gettext("The point for cards"),
        lazy_gettext("In Argentina and Uruguay it takes 21 cards, more than half of them."),
        CARDS_VALUES,
    ),
    "table_escoba": OptionWords(
        lazy_gettext("An escoba with the first four cards"),
        lazy_gettext("Whose it is: the dealer’s, or the first player’s (aprenderjuegoscartas)."),
        {"dealer": lazy_gettext("the dealer’s"), "first": lazy_gettext("the first player’s")},
    ),
    "under_ten": OptionWords(
        lazy_gettext("Fewer than ten cards"),
        lazy_gettext("What the other side gets for it when two sides play. With three or four it is not played."),
        {2: lazy_gettext("2 points"), 0: lazy_gettext("not played")},
    ),
    "no_capture": OptionWords(
        lazy_gettext("A side without a capture"),
        lazy_gettext("By the rules it gets no points in the round. Some say it loses the match."),
        {"round": lazy_gettext("gets no points in the round"), "match": lazy_gettext("loses the match")},
    ),
    "wrong_capture": OptionWords(
        lazy_gettext("A wrong capture"),
        lazy_gettext(
            "Whoever takes cards that do not make fifteen pays 4 points, and one for each escoba of the round."
        ),
        {
            "deduct": lazy_gettext("taken from that side"),
            "credit": lazy_gettext("given to each of the others"),
            "off": lazy_gettext("no penalty"),
        },
    ),
    "deal": OptionWords(
        lazy_gettext("Thirty with the first four cards"),
        lazy_gettext(
            "First four cards that make 15 are an escoba. 15 and 15 are two. Or any 30 is two, such as 10, 9, 8 and 3."
        ),
        {"split": lazy_gettext("two escobas for 15 and 15"), "sum": lazy_gettext("always two escobas")},
    ),
    "end": OptionWords(
        lazy_gettext("Several sides at the target"),
        lazy_gettext(
            "The rules do not say. More points win, and if equal another round (juegosdecartas.fun). Or equal totals "
            "are counted category by category (playjoy)."
        ),
        {
            "more-points": lazy_gettext("more points, else another round"),
            "order": lazy_gettext("more points, then the order of the categories"),
        },
    ),
}
