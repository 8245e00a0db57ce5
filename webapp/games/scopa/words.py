"""The wording of Scopa: its categories and their lines, its house rules."""

from collections import Counter
from collections.abc import Mapping

from scoring.lines import EVEN_SUMS, Line, Reason
from scoring.match import Match
from scoring.problems import Problem
from scoring.race import RaceRuling
from scoring.scopa.checks import ODD_PILE
from scoring.scopa.count import ALL_COINS, NEEDED
from scoring.scopa.options import Fault, Options, Rule
from scoring.scopa.reading import CAPPOTTO
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, listed, ngettext
from webapp.games.fishing import words as fishing_words
from webapp.games.fishing.words import ENTERED, NOBODY_ENTERED, majority, most_help, primiera_text, sevens_text
from webapp.games.scopa.option_words import OPTIONS as OPTIONS
from webapp.words.wording import (
    CheckWords,
    Fact,
    OfLine,
    OfOptions,
    OfProblem,
    Rulings,
    Under,
    at_target_then,
    won,
)

GAME = lazy_gettext("Scopa")

FIELDS: dict[str, LazyProxy] = {
    "declared": lazy_gettext("Declared"),
    "sits_out": lazy_gettext("Who sits out"),
}
AUTHORITIES: dict[str, LazyProxy | str] = {
    "pagat": "pagat.com",
    "parlett": "David Parlett",
    "claim": lazy_gettext("calling the target"),
}
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


def _declared(line: Line, match: Match) -> str:
    """The hands that a side declared, by their points."""
    hands = line.counts[line.side or ""]
    worth = Counter(hands if isinstance(hands, tuple) else (hands,))
    said = listed(
        ngettext("one hand of %(points)s", "%(num)d hands of %(points)s", number, points=points)
        for points, number in worth.items()
    )
    return gettext("Declared by %(side)s: %(hands)s. %(points)s points.",
                   side=line.side, hands=said, points=line.points)  # fmt: skip


def _sweeps(line: Line, match: Match) -> str:
    """How often a side swept the table."""
    return ngettext("%(side)s made %(num)d sweep.", "%(side)s made %(num)d sweeps.", line.points, side=line.side)


def _primiera(line: Line, match: Match) -> str:
    """The sums of the best cards."""
    return primiera_text(line, RULES[Rule.PRIMIERA], match.options.primiera_missing)


_WINS = (Rule.NAPOLA, ALL_COINS, Under("all_coins_win", True))
_SETTANTA = (Rule.PRIMIERA, Under("primiera", "settanta"))
LINES: dict[object, OfLine] = {
    (*_WINS, Reason.ENTERED): lazy_gettext(
        "All ten coins for %(side)s, as the players entered it: 10 points, and the match is won at once."
    ),
    _WINS: lazy_gettext("All ten coins for %(side)s: 10 points, and the match is won at once."),
    (Rule.SWEEP, Fact.NOBODY): lazy_gettext("Nobody made a sweep."),
    Rule.SWEEP: _sweeps,
    (Rule.DECLARED, Fact.NOBODY): lazy_gettext("Nobody declared a hand."),
    Rule.DECLARED: _declared,
    (Reason.ENTERED, Fact.NOBODY): NOBODY_ENTERED,
    Reason.ENTERED: ENTERED,
    Rule.CARDS: majority("cards", NEEDED[Rule.CARDS]),
    Rule.COINS: majority("coins", NEEDED[Rule.COINS]),
    Rule.SETTEBELLO: lazy_gettext("The settebello, the seven of coins, for %(side)s."),
    Rule.RE_BELLO: lazy_gettext("The re bello, the king of coins, for %(side)s."),
    (*_SETTANTA, Fact.NOBODY): lazy_gettext("Nobody gets the primiera: it takes three sevens."),
    _SETTANTA: lazy_gettext("%(count)s sevens for %(side)s: three are enough for the primiera."),
    (Rule.PRIMIERA, Under("primiera", "points")): _primiera,
    Rule.PRIMIERA: sevens_text,
    Rule.SEVENS: sevens_text,
    (Rule.NAPOLA, Fact.NOBODY): lazy_gettext("Nobody has the napola: the ace, two and three of coins in one pile."),
    Rule.NAPOLA: lazy_gettext("Napola for %(side)s (%(first)s – %(last)s): %(points)s points."),
    (Rule.GREAT, Fact.NOBODY): lazy_gettext("Nobody has the grande: the knave, horse and king of coins in one pile."),
    Rule.GREAT: lazy_gettext("Grande for %(side)s, the knave, horse and king of coins: %(points)s points."),
    (Rule.SMALL, Fact.NOBODY): lazy_gettext("Nobody has the piccola: the ace, two and three of coins in one pile."),
    Rule.SMALL: lazy_gettext("Piccola for %(side)s (%(first)s – %(last)s): %(points)s points."),
}
_HIGHEST = {
    "sum": lazy_gettext("The highest sum gets one point."),
    "loses": lazy_gettext(
        "The highest sum of those with every suit gets one point. When nobody has every suit, all compete."
    ),
    "no-compete": lazy_gettext("The highest sum of those with every suit gets one point."),
}
"""The winner of the primiera, by the effect of a missing suit."""
_FIGURES = {10: "10", "ranked": lazy_gettext("8, 9 and 10"), 0: "0"}


def _best_cards(options: Options) -> str:
    """The values of the cards of a primiera, and who wins it."""
    best = gettext(
        "The best card of each suit. Seven 21, six 18, ace 16, five 15, four 14, three 13, two 12, figures "
        "%(figures)s.",
        figures=_FIGURES[options.figures],
    )
    return f"{best} {_HIGHEST[options.primiera_missing]}"


HELP: dict[object, OfOptions] = {
    CAPPOTTO: lazy_gettext("All ten coins in one pile win the match at once."),
    **most_help(Rule.CARDS, Rule.COINS),
    Rule.SETTEBELLO: lazy_gettext("The seven of coins: one point."),
    (Rule.PRIMIERA, Under("primiera", "sevens")): lazy_gettext(
        "The most sevens; if tied, the most sixes, aces, fives and so on: one point."
    ),
    _SETTANTA: lazy_gettext("Three or four sevens: one point. At two each nobody gets it."),
    Rule.PRIMIERA: _best_cards,
    Rule.SEVENS: lazy_gettext("The most sevens; if tied, the most sixes, then aces: one point."),
    Rule.RE_BELLO: lazy_gettext("The king of coins: one point."),
    (Rule.NAPOLA, Under("all_coins_win", False)): lazy_gettext(
        "Ace, two and three of coins: 3 points, and 1 more for each coin that follows."
    ),
    Rule.NAPOLA: lazy_gettext(
        "Ace, two and three of coins: 3 points, and 1 more for each coin that follows. All ten win the match at once."
    ),
    Rule.GREAT: lazy_gettext("The knave, horse and king of coins in one pile: five points."),
    Rule.SMALL: lazy_gettext("Ace, two and three of coins: 3 points. The four, five and six that follow: 1 more each."),
    Rule.SWEEP: lazy_gettext("Each sweep of the table: one point."),
    Rule.DECLARED: lazy_gettext(
        "A hand of at most 9 in all: 3 points. Three of a kind: 10. The seven of cups may stand for any card."
    ),
}


CHECKS: dict[str, CheckWords] = {
    EVEN_SUMS: CheckWords(lazy_gettext("Every pile makes an even sum, as it must."), lazy_gettext("every pile even"))
}


def _odd_pile(problem: Problem) -> str:
    said = ngettext(
        "The pile of %(sides)s makes an odd sum: that cannot be. Every capture adds an even one. A capture was wrong, "
        "or a card is in the wrong pile. The points count all the same.",
        "The piles of %(sides)s make odd sums: that cannot be. Every capture adds an even one. A capture was wrong, or "
        "a card is in the wrong pile. The points count all the same.",
        len(problem.sides),
        sides=listed(problem.sides),
    )
    if len(problem.sides) == 1:
        return said
    return f"{said} " + gettext("One wrong capture makes two piles odd: they do not show whose it was.")


def _together(problem: Problem) -> str:
    rules = problem.value if isinstance(problem.value, list) else []
    return gettext("No cards give these together: %(names)s.", names=listed(str(RULES[rule]) for rule in rules))


PROBLEMS: Mapping[str, OfProblem] = {
    **fishing_words.PROBLEMS,
    ODD_PILE: _odd_pile,
    Fault.WITHOUT_COINS: lazy_gettext("%(field)s for %(side)s: then the point for coins, too."),
    Fault.WITHOUT_KING: lazy_gettext("%(field)s for %(side)s: then the king of coins, too."),
    Fault.TOGETHER: _together,
    Fault.HANDS_DEALT: lazy_gettext("%(count)s hands declared by %(side)s, but only %(most)s are dealt."),
    Fault.SITS_OUT: lazy_gettext("Sitting out: %(side)s. No pile, no sweeps and no points in this round."),
    Fault.NOBODY_SITS_OUT: lazy_gettext("Everybody plays: somebody sits out only when four play without partners."),
}


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
HEADLINES: Rulings = {
    CAPPOTTO: won("%(sides)s wins at once, with all ten coins.", "%(sides)s win at once, with all ten coins."),
    (RaceRuling.SILENT, "claim"): lazy_gettext("Ask: who called the target first?"),
}
