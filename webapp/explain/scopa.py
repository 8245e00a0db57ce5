"""The wording of Scopa: its categories and their lines, its house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoring.cards import Suit
from scoring.lines import Line, Reason, Ruling
from scoring.match import Match
from scoring.primiera import SEVENS_ORDER
from scoring.problems import Problem
from scoring.scopa import ALL_COINS, CAPPOTTO, NEEDED, ODD_PILE, Options, Rule
from webapp.explain.cards import card_name, suit_name
from webapp.explain.scopa_options import OPTIONS
from webapp.explain.wording import codes_text, counts_of
from webapp.i18n import gettext, lazy_gettext, listed, ngettext

__all__ = [
    "GAME",
    "IN_A_COUNT",
    "OPTIONS",
    "PROBLEMS",
    "RULES",
    "RULINGS",
    "line_text",
    "rule_help",
    "undecided_text",
]

GAME = lazy_gettext("Scopa")

RULES = {
    Rule.CARDS: lazy_gettext("Cards"),
    Rule.COINS: lazy_gettext("Coins"),
    Rule.SETTEBELLO: lazy_gettext("Settebello"),
    Rule.PRIMIERA: lazy_gettext("Primiera"),
    Rule.SEVENS: lazy_gettext("Sevens"),
    Rule.RE_BELLO: lazy_gettext("Re bello"),
    Rule.NAPOLA: lazy_gettext("Napola"),
    Rule.SWEEP: lazy_gettext("Sweeps"),
}
"""The categories as headings."""

IN_A_COUNT = {
    Rule.CARDS: lazy_gettext("cards"),
    Rule.COINS: lazy_gettext("coins"),
    Rule.SETTEBELLO: lazy_gettext("settebello"),
    Rule.PRIMIERA: lazy_gettext("primiera"),
    Rule.SEVENS: lazy_gettext("sevens"),
    Rule.RE_BELLO: lazy_gettext("re bello"),
    Rule.NAPOLA: lazy_gettext("napola"),
    Rule.SWEEP: lazy_gettext("sweeps"),
}
"""The categories inside a sentence that counts them in order."""

RANKS = {
    (7,): lazy_gettext("sevens"),
    (6,): lazy_gettext("sixes"),
    (1,): lazy_gettext("aces"),
    (5,): lazy_gettext("fives"),
    (4,): lazy_gettext("fours"),
    (3,): lazy_gettext("threes"),
    (2,): lazy_gettext("twos"),
    (8, 9, 10): lazy_gettext("figures"),
}
"""What is counted when sevens decide."""


def line_text(line: Line, options: Options) -> str:
    """Return why a line says what it says."""
    rule = Rule(line.rule)
    if line.reason is Reason.ENTERED and rule is not Rule.SWEEP:
        return _entered(line, rule)
    if rule is Rule.PRIMIERA and options.primiera == "points":
        return _primiera(line, options)
    return _COUNTED[rule](line)


def _entered(line: Line, rule: Rule) -> str:
    """What the players counted themselves."""
    if line.side is None:
        return gettext("%(rule)s: nobody, as the players entered it.", rule=RULES[rule])
    if rule is Rule.NAPOLA and line.points == ALL_COINS:
        return gettext(
            "%(side)s has all ten coins, as the players entered it: 10 points, and the match is won at once.",
            side=line.side,
        )
    return gettext("%(rule)s: %(side)s, as the players entered it.", rule=RULES[rule], side=line.side)


def _leaders(line: Line, among: Iterable[str] | None = None) -> list[str]:
    """The sides with the highest count."""
    sides = list(line.counts if among is None else among)
    best = max(line.counts[side] for side in sides)
    return [side for side in sides if line.counts[side] == best]


def _others(line: Line) -> dict[str, object]:
    return {side: count for side, count in line.counts.items() if side != line.side}


def _cards(line: Line) -> str:
    return majority_text(line, "cards")


def _coins(line: Line) -> str:
    return majority_text(line, "coins")


def majority_text(line: Line, what: str) -> str:
    """Return who has the most `cards` or `coins`, or why nobody gets the point."""
    leaders = _leaders(line)
    needed = NEEDED[Rule(what)]
    values = {"side": leaders[0], "sides": listed(leaders), "count": line.counts[leaders[0]], "needed": needed}
    coins = what == "coins"
    if line.reason is Reason.TIE and coins:
        return gettext("Nobody gets the point for coins: %(sides)s have %(count)s each.", **values)
    if line.reason is Reason.TIE:
        return gettext("Nobody gets the point for cards: %(sides)s have %(count)s each.", **values)
    if line.reason is Reason.TOO_FEW and coins:
        return gettext(
            "Nobody gets the point for coins: it takes %(needed)s, and %(side)s has the most with %(count)s.", **values
        )
    if line.reason is Reason.TOO_FEW:
        return gettext(
            "Nobody gets the point for cards: it takes %(needed)s, and %(side)s has the most with %(count)s.", **values
        )
    others = counts_of(_others(line))
    if coins:
        return gettext("%(side)s has the most coins: %(count)s, against %(others)s.", others=others, **values)
    return gettext("%(side)s has the most cards: %(count)s, against %(others)s.", others=others, **values)


def _settebello(line: Line) -> str:
    return gettext("%(side)s has the settebello, the seven of coins.", side=line.side)


def _re_bello(line: Line) -> str:
    return gettext("%(side)s has the re bello, the king of coins.", side=line.side)


def _primiera(line: Line, options: Options) -> str:
    """The primiera by points: who, with what against what, and who is out of it for want of a suit."""
    lacking = {side: _lacks(line, side) for side in line.counts if _lacks(line, side)}
    nobody_complete = len(lacking) == len(line.counts)
    out = [
        gettext("%(side)s lacks %(suits)s and cannot win it.", side=side, suits=suits)
        for side, suits in lacking.items()
    ]
    if line.reason is Reason.INCOMPLETE:
        return " ".join([gettext("Nobody gets the primiera: no side has a card of every suit."), *out])
    if options.primiera_missing == "sum" or nobody_complete:
        lacking, out = {}, []
    competing = [side for side in line.counts if side not in lacking]
    leaders = _leaders(line, competing)
    values = {
        "side": leaders[0],
        "count": line.counts[leaders[0]],
        "cards": codes_text(line.shown[leaders[0]]),
    }
    beaten = {side: line.counts[side] for side in competing if side != line.side}
    sentences = []
    if nobody_complete and options.primiera_missing == "loses":
        sentences.append(gettext("No side has a card of every suit, so the cards that are there count."))
    if line.reason is Reason.TIE:
        level = counts_of({side: line.counts[side] for side in leaders}, line.shown)
        sentences.append(gettext("Nobody gets the primiera, the best are level: %(level)s.", level=level))
    elif beaten:
        values["others"] = counts_of(beaten, line.shown)
        sentences.append(
            gettext("%(side)s has the best primiera: %(count)s (%(cards)s), against %(others)s.", **values)
        )
    else:
        sentences.append(
            gettext("%(side)s has the primiera, %(count)s (%(cards)s), alone with a card of every suit.", **values)
        )
    return " ".join([*sentences, *out])


def _lacks(line: Line, side: str) -> str:
    """The suits of which a side has no card, as a list in words; empty when it has them all."""
    held = {card.suit for card in line.shown[side]}
    return listed(suit_name(suit) for suit in Suit if suit not in held)


def sevens_text(line: Line) -> str:
    """Return who is ahead in sevens: the rank that decided, and those in which the leaders were level before."""
    ranks = [str(RANKS[group]) for group in SEVENS_ORDER]
    compared = max(len(count) for count in line.counts.values() if isinstance(count, tuple))
    if line.side is None:
        return gettext(
            "Nobody is ahead: %(sides)s are level in %(ranks)s.",
            sides=listed(_leaders(line)),
            ranks=listed(ranks[:compared]),
        )
    counts = {side: count for side, count in line.counts.items() if isinstance(count, tuple)}
    level = {side: count[-1] for side, count in counts.items() if count[:-1] == counts[line.side][:-1]}
    values = {"side": line.side, "rank": ranks[compared - 1], "count": level.pop(line.side)}
    if compared == 1:
        return gettext("%(side)s has the most %(rank)s: %(count)s, against %(others)s.",
                       others=counts_of(level), **values)  # fmt: skip
    return gettext(
        "%(sides)s are level in %(ranks)s, then %(side)s has more %(rank)s: %(count)s, against %(others)s.",
        sides=listed(side for side in counts if side == line.side or side in level),
        ranks=listed(ranks[: compared - 1]),
        others=counts_of(level),
        **values,
    )


def _napola(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody has the napola: the ace, two and three of coins in one pile.")
    if line.points == ALL_COINS:
        return gettext("%(side)s has all ten coins: 10 points, and the match is won at once.", side=line.side)
    first, last = card_name(line.cards[0]), card_name(line.cards[-1])
    return gettext(
        "%(side)s has the napola (%(first)s – %(last)s): %(points)s points.",
        side=line.side,
        first=first,
        last=last,
        points=line.points,
    )


def _sweeps(line: Line) -> str:
    if line.side is None:
        return gettext("Nobody made a sweep.")
    return ngettext("%(side)s made %(num)d sweep.", "%(side)s made %(num)d sweeps.", line.points, side=line.side)


_COUNTED: dict[Rule, Callable[[Line], str]] = {
    Rule.CARDS: _cards,
    Rule.COINS: _coins,
    Rule.SETTEBELLO: _settebello,
    Rule.PRIMIERA: sevens_text,
    Rule.SEVENS: sevens_text,
    Rule.RE_BELLO: _re_bello,
    Rule.NAPOLA: _napola,
    Rule.SWEEP: _sweeps,
}


def rule_help(rule: str, options: Options) -> str:
    """Return what a category is won by under these house rules."""
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
        case Rule.PRIMIERA:
            return gettext("The best card of each suit: seven 21, six 18, ace 16, five 15, four 14, three 13, two 12, "
                           "figures %(figures)s. The highest sum gets one point.",
                           figures=_FIGURES[options.figures])  # fmt: skip
        case Rule.SEVENS:
            return gettext("The most sevens; if tied, the most sixes, then aces: one point.")
        case Rule.RE_BELLO:
            return gettext("The king of coins: one point.")
        case Rule.NAPOLA:
            return gettext(
                "Ace, two and three of coins: 3 points, and 1 more for each coin that follows on. All ten win the "
                "match at once."
            )
        case Rule.SWEEP:
            return gettext("Each sweep of the table: one point.")


_FIGURES = {10: "10", "ranked": lazy_gettext("8, 9 and 10"), 0: "0"}


def _odd_pile(problem: Problem) -> str:
    return ngettext(
        "The cards of %(sides)s add up to an odd number. Every capture adds an even one, so a capture was wrong, or a "
        "card lies in the wrong pile. The score stands.",
        "The piles of %(sides)s each add up to an odd number. Every capture adds an even one, so a capture was wrong, "
        "or a card lies in the wrong pile. The score stands.",
        len(problem.sides),
        sides=listed(problem.sides),
    )


PROBLEMS = {ODD_PILE: _odd_pile}
"""What is wrong, or odd, only in Scopa."""


def _cappotto(ruling: Ruling, match: Match) -> str:
    return gettext("%(side)s has all ten coins and wins at once, whatever the totals.", side=listed(ruling.winners))


RULINGS = {CAPPOTTO: _cappotto}
"""How only Scopa ends."""


def undecided_text(options: Options) -> str:
    """Return that nobody is at the target."""
    if options.reach == "exceed":
        return gettext("Nobody is past the target of %(target)s yet: play on.", target=options.target)
    return gettext("Nobody is at the target of %(target)s yet: play on.", target=options.target)
