"""The wording of Scopa: its categories and their lines, its house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scoring.lines import EVEN_SUMS, Line, Reason
from scoring.match import Match
from scoring.problems import Problem, Why
from scoring.race import RaceRuling
from scoring.scopa.checks import ODD_PILE
from scoring.scopa.count import ALL_COINS, NEEDED
from scoring.scopa.options import Options, Rule
from scoring.scopa.reading import CAPPOTTO
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, listed, ngettext
from webapp.games.fishing.words import entered_text, majority_text, primiera_text, sevens_text
from webapp.games.scopa.option_words import OPTIONS as OPTIONS
from webapp.words.cards import card_name
from webapp.words.wording import CheckWords, OfProblem, Rulings, at_target_then, won
from webapp.words.wording import undecided_text as undecided_text

GAME = lazy_gettext("Scopa")

FIELDS: dict[str, LazyProxy] = {
    "declared": lazy_gettext("Declared"),
    "sits_out": lazy_gettext("Who sits out"),
}
"""Fields of this game only."""
AUTHORITIES: dict[str, LazyProxy] = {
    "pagat": lazy_gettext("pagat.com"),
    "parlett": lazy_gettext("David Parlett"),
    "claim": lazy_gettext("calling the target"),
}
"""Names of the authorities on the end of a match, besides the rule text."""
RULES = {
    Rule.CARDS: lazy_gettext("cards"),
    Rule.COINS: lazy_gettext("coins"),
    Rule.SETTEBELLO: lazy_gettext("settebello"),
    Rule.PRIMIERA: lazy_gettext("primiera"),
    Rule.SEVENS: lazy_gettext("sevens"),
    Rule.RE_BELLO: lazy_gettext("re bello"),
    Rule.NAPOLA: lazy_gettext("napola"),
    Rule.GREAT: lazy_gettext("grande"),
    Rule.SMALL: lazy_gettext("piccola"),
    Rule.SWEEP: lazy_gettext("sweeps"),
    Rule.DECLARED: lazy_gettext("declared hands"),
    CAPPOTTO: lazy_gettext("all ten coins"),
}
"""The categories inside a sentence that lists them in counting order."""

WITH = {
    Rule.CARDS: lazy_gettext("with cards"),
    Rule.COINS: lazy_gettext("with coins"),
    Rule.SETTEBELLO: lazy_gettext("with the settebello"),
    Rule.PRIMIERA: lazy_gettext("with the primiera"),
    Rule.SEVENS: lazy_gettext("with sevens"),
    Rule.RE_BELLO: lazy_gettext("with the re bello"),
    Rule.NAPOLA: lazy_gettext("with the napola"),
    Rule.GREAT: lazy_gettext("with the grande"),
    Rule.SMALL: lazy_gettext("with the piccola"),
    Rule.SWEEP: lazy_gettext("with sweeps"),
    Rule.DECLARED: lazy_gettext("with declared hands"),
}
"""With which category somebody got to the target."""


def line_text(line: Line, match: Match) -> str:
    """The reason for a line's points."""
    rule, options = Rule(line.rule), match.options
    match rule:
        case Rule.NAPOLA if line.points == ALL_COINS and options.all_coins_win:
            return _wins_at_once(line)
        case Rule.SWEEP:
            return _sweeps(line)
        case Rule.DECLARED:
            return _declared(line)
        case _ if line.reason is Reason.ENTERED:
            return entered_text(line, RULES[rule])
        case Rule.CARDS:
            return majority_text(line, "cards", NEEDED[rule])
        case Rule.COINS:
            return majority_text(line, "coins", NEEDED[rule])
        case Rule.SETTEBELLO:
            return gettext("The settebello, the seven of coins, for %(side)s.", side=line.side)
        case Rule.RE_BELLO:
            return gettext("The re bello, the king of coins, for %(side)s.", side=line.side)
        case Rule.PRIMIERA if options.primiera == "settanta":
            return _settanta(line)
        case Rule.PRIMIERA if options.primiera == "points":
            return primiera_text(line, RULES[rule], options.primiera_missing)
        case Rule.PRIMIERA | Rule.SEVENS:
            return sevens_text(line)
        case Rule.NAPOLA:
            return _napola(line)
        case Rule.GREAT:
            return _great(line)
        case Rule.SMALL:
            return _small(line)


def _wins_at_once(line: Line) -> str:
    """The napola of all ten coins."""
    if line.reason is Reason.ENTERED:
        return gettext(
            "All ten coins for %(side)s, as the players entered it: 10 points, and the match is won at once.",
            side=line.side,
        )
    return gettext("All ten coins for %(side)s: 10 points, and the match is won at once.", side=line.side)


def _settanta(line: Line) -> str:
    """Three sevens win it; nothing else counts."""
    if line.side is None:
        return gettext("Nobody gets the primiera: it takes three sevens.")
    return gettext("%(count)s sevens for %(side)s: three are enough for the primiera.",
                   side=line.side, count=line.counts[line.side])  # fmt: skip


def _napola(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody has the napola: the ace, two and three of coins in one pile.")
    first, last = card_name(line.cards[0]), card_name(line.cards[-1])
    return gettext(
        "Napola for %(side)s (%(first)s – %(last)s): %(points)s points.",
        side=line.side,
        first=first,
        last=last,
        points=line.points,
    )


def _great(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody has the grande: the knave, horse and king of coins in one pile.")
    return gettext("Grande for %(side)s, the knave, horse and king of coins: %(points)s points.",
                   side=line.side, points=line.points)  # fmt: skip


def _small(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody has the piccola: the ace, two and three of coins in one pile.")
    first, last = card_name(line.cards[0]), card_name(line.cards[-1])
    return gettext("Piccola for %(side)s (%(first)s – %(last)s): %(points)s points.",
                   side=line.side, first=first, last=last, points=line.points)  # fmt: skip


def _declared(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody declared a hand.")
    hands = line.counts[line.side]
    worth = Counter(hands if isinstance(hands, tuple) else (hands,))
    said = listed(
        ngettext("one hand of %(points)s", "%(num)d hands of %(points)s", number, points=points)
        for points, number in worth.items()
    )
    return gettext("Declared by %(side)s: %(hands)s. %(points)s points.",
                   side=line.side, hands=said, points=line.points)  # fmt: skip


def _sweeps(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody made a sweep.")
    return ngettext("%(side)s made %(num)d sweep.", "%(side)s made %(num)d sweeps.", line.points, side=line.side)


def rule_help(rule: str, options: Options) -> str:
    """The condition for a category under these house rules."""
    if rule == CAPPOTTO:
        return gettext("All ten coins in one pile win the match at once.")
    match Rule(rule):
        case Rule.CARDS if options.cards == "twenty-one":
            return gettext("The most cards, and at least 21: one point. A tie gives it to nobody.")
        case Rule.CARDS:
            return gettext("The most cards: one point. A tie gives it to nobody.")
        case Rule.COINS if options.coins == "six":
            return gettext("The most coins, and at least six: one point. A tie gives it to nobody.")
        case Rule.COINS:
            return gettext("The most coins: one point. A tie gives it to nobody.")
        case Rule.SETTEBELLO:
            return gettext("The seven of coins: one point.")
        case Rule.PRIMIERA if options.primiera == "sevens":
            return gettext("The most sevens; if tied, the most sixes, aces, fives and so on: one point.")
        case Rule.PRIMIERA if options.primiera == "settanta":
            return gettext("Three or four sevens: one point. At two each nobody gets it.")
        case Rule.PRIMIERA:
            best = gettext(
                "The best card of each suit. Seven 21, six 18, ace 16, five 15, four 14, three 13, two 12, figures "
                "%(figures)s.",
                figures=_FIGURES[options.figures],
            )
            return f"{best} {_HIGHEST[options.primiera_missing]}"
        case Rule.SEVENS:
            return gettext("The most sevens; if tied, the most sixes, then aces: one point.")
        case Rule.RE_BELLO:
            return gettext("The king of coins: one point.")
        case Rule.NAPOLA if not options.all_coins_win:
            return gettext("Ace, two and three of coins: 3 points, and 1 more for each coin that follows.")
        case Rule.NAPOLA:
            return gettext(
                "Ace, two and three of coins: 3 points, and 1 more for each coin that follows. All ten win the match "
                "at once."
            )
        case Rule.GREAT:
            return gettext("The knave, horse and king of coins in one pile: five points.")
        case Rule.SMALL:
            return gettext("Ace, two and three of coins: 3 points. The four, five and six that follow: 1 more each.")
        case Rule.SWEEP:
            return gettext("Each sweep of the table: one point.")
        case Rule.DECLARED:
            return gettext(
                "A hand of at most 9 in all: 3 points. Three of a kind: 10. The seven of cups may stand for any card."
            )


_HIGHEST = {
    "sum": lazy_gettext("The highest sum gets one point."),
    "loses": lazy_gettext(
        "The highest sum of those with every suit gets one point. When nobody has every suit, all compete."
    ),
    "no-compete": lazy_gettext("The highest sum of those with every suit gets one point."),
}
"""The winner of the primiera, by the effect of a missing suit."""
_FIGURES = {10: "10", "ranked": lazy_gettext("8, 9 and 10"), 0: "0"}


CHECKS: dict[str, CheckWords] = {
    EVEN_SUMS: CheckWords(lazy_gettext("Every pile makes an even sum, as it must."), lazy_gettext("every pile even"))
}
"""Checks of this game only."""


def _odd_pile(problem: Problem) -> str:
    said = ngettext(
        "The pile of %(sides)s makes an odd sum. Every capture adds an even one. A capture was wrong, or a card is in "
        "the wrong pile. The points count all the same.",
        "The piles of %(sides)s make odd sums. Every capture adds an even one. A capture was wrong, or a card is in "
        "the wrong pile. The points count all the same.",
        len(problem.sides),
        sides=listed(problem.sides),
    )
    if len(problem.sides) == 1:
        return said
    return f"{said} " + gettext("One wrong capture makes two piles odd: they do not show whose it was.")


PROBLEMS: Mapping[str, OfProblem] = {
    ODD_PILE: _odd_pile,
    Why.HANDS_DEALT: lazy_gettext("%(count)s hands declared by %(side)s, but only %(most)s are dealt."),
    Why.SITS_OUT: lazy_gettext("Sitting out: %(side)s. No pile, no sweeps and no points in this round."),
    Why.NOBODY_SITS_OUT: lazy_gettext("Everybody plays: somebody sits out only when four play without partners."),
}
"""Errors and warnings of this game only."""


def _odd_pile_line(problem: Problem) -> str:
    return ngettext(
        "The pile of %(sides)s makes an odd sum. That cannot be.",
        "The piles of %(sides)s make odd sums. That cannot be.",
        len(problem.sides),
        sides=listed(problem.sides),
    )


WARNINGS: dict[str, OfProblem] = {ODD_PILE: _odd_pile_line}
"""First lines of the warnings of this game only."""


RULINGS: Rulings = {
    CAPPOTTO: lazy_gettext("All ten coins for %(side)s: the match is won at once, whatever the totals."),
    (RaceRuling.SILENT, "claim"): lazy_gettext(
        "Whoever first called the target aloud wins, if the points were there. A false call loses. Ask who "
        "called, and when."
    ),
    RaceRuling.SILENT: at_target_then(
        lazy_gettext(
            "The rules decide only when all have exactly the target and one got there first. Here they do not say."
        )
    ),
}
"""Rulings of this game only."""
HEADLINES: Rulings = {
    CAPPOTTO: won("%(sides)s wins at once, with all ten coins.", "%(sides)s win at once, with all ten coins."),
    (RaceRuling.SILENT, "claim"): lazy_gettext("Ask: who called the target first?"),
}
"""The same in one line."""
