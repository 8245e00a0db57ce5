"""Sentences shared by games that capture cards from a table: majorities, the count of sevens, doubtful entries."""

from collections.abc import Iterable, Mapping

from scoring.cards import Suit
from scoring.fifteen import FifteenWarning
from scoring.fishing import IMPOSSIBLE_SWEEPS, Fault
from scoring.lines import Line, Reason
from scoring.match import Match
from scoring.piles import SINGLE_CARD_PILE
from scoring.primiera import SEVENS_ORDER
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy, any_of, gettext, lazy_gettext, listed, ngettext
from webapp.words.cards import suit_name
from webapp.words.wording import OfLine, OfOptions, OfProblem, Under, by_sides, counts_of, problem_said

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
"""Names of the ranks that are counted when sevens decide."""


COINS_VALUES: Mapping[object, LazyProxy] = {
    "most": lazy_gettext("most coins"),
    "six": lazy_gettext("most, and at least six"),
}
CARDS_VALUES: Mapping[object, LazyProxy] = {
    "most": lazy_gettext("most cards"),
    "twenty-one": lazy_gettext("most, and at least 21"),
}
"""Names of the values of the house rules `coins` and `cards`."""


def most_help(cards: str, coins: str) -> dict[object, OfOptions]:
    """How the points for the most cards and the most coins are won, by the rule ids that the game has for them."""
    return {
        (cards, Under("cards", "twenty-one")): lazy_gettext(
            "The most cards, and at least 21: one point. A tie gives it to nobody."
        ),
        cards: lazy_gettext("The most cards: one point. A tie gives it to nobody."),
        (coins, Under("coins", "six")): lazy_gettext(
            "The most coins, and at least six: one point. A tie gives it to nobody."
        ),
        coins: lazy_gettext("The most coins: one point. A tie gives it to nobody."),
    }


def leaders_of(line: Line, among: Iterable[str] | None = None) -> list[str]:
    """The sides with the highest count."""
    sides = list(line.counts if among is None else among)
    best = max(line.counts[side] for side in sides)
    return [side for side in sides if line.counts[side] == best]


def others_of(line: Line) -> dict[str, object]:
    return {side: count for side, count in line.counts.items() if side != line.side}


NOBODY_ENTERED = lazy_gettext("%(rule)s: nobody, as the players entered it.")
ENTERED = lazy_gettext("%(rule)s: %(side)s, as the players entered it.")
"""Who won a category, as the players entered it."""
_MAJORITY = {
    ("coins", Reason.TIE): lazy_gettext("Nobody gets the point for coins: %(sides)s have %(count)s each."),
    ("cards", Reason.TIE): lazy_gettext("Nobody gets the point for cards: %(sides)s have %(count)s each."),
    ("coins", Reason.TOO_FEW): lazy_gettext(
        "Nobody gets the point for coins: it takes %(needed)s, and the most is %(count)s for %(side)s."
    ),
    ("cards", Reason.TOO_FEW): lazy_gettext(
        "Nobody gets the point for cards: it takes %(needed)s, and the most is %(count)s for %(side)s."
    ),
    ("coins", Reason.MOST): lazy_gettext("Most coins for %(side)s: %(count)s, against %(others)s."),
    ("cards", Reason.MOST): lazy_gettext("Most cards for %(side)s: %(count)s, against %(others)s."),
}


def majority(what: str, needed: int) -> OfLine:
    """The side with most `cards` or `coins`, or why nobody gets the point; `needed`: the least count for the point."""

    def said(line: Line, match: Match) -> str:
        ahead = leaders_of(line)
        values = {"side": ahead[0], "sides": listed(ahead), "count": line.counts[ahead[0]], "needed": needed}
        return str(_MAJORITY[what, line.reason]) % {**values, "others": counts_of(others_of(line))}

    return said


def sevens_text(line: Line, match: Match) -> str:
    """The side ahead in sevens: the deciding rank, and the ranks in which the leaders were level before."""
    ranks = [str(RANKS[group]) for group in SEVENS_ORDER]
    compared = max(len(count) for count in line.counts.values() if isinstance(count, tuple))
    if line.side is None:
        return gettext(
            "Nobody is ahead: %(sides)s are level in %(ranks)s.",
            sides=listed(leaders_of(line)),
            ranks=listed(ranks[:compared]),
        )
    counts = {side: count for side, count in line.counts.items() if isinstance(count, tuple)}
    level = {side: count[-1] for side, count in counts.items() if count[:-1] == counts[line.side][:-1]}
    values = {"side": line.side, "rank": ranks[compared - 1], "count": level.pop(line.side)}
    if compared == 1:
        return gettext("Most %(rank)s for %(side)s: %(count)s, against %(others)s.",
                       others=counts_of(level), **values)  # fmt: skip
    return gettext(
        "%(sides)s are level in %(ranks)s. Then more %(rank)s for %(side)s: %(count)s, against %(others)s.",
        sides=listed(side for side in counts if side == line.side or side in level),
        ranks=listed(ranks[: compared - 1]),
        others=counts_of(level),
        **values,
    )


def primiera_text(line: Line, name: object, missing: str) -> str:
    """The primiera, the sum of the best card of each suit: winner, sums, and sides without a suit.

    `name`: the count's name inside a sentence. `missing`: the effect of a missing suit (`scoring.primiera`).
    """
    lacking = {side: suits for side in line.counts if (suits := _lacks(line, side))}
    nobody_complete = len(lacking) == len(line.counts)
    out = [
        gettext("%(side)s without %(suits)s: cannot win it.", side=side, suits=suits) for side, suits in lacking.items()
    ]
    if line.reason is Reason.INCOMPLETE:
        return " ".join([gettext("Nobody gets the %(name)s: no side has a card of every suit.", name=name), *out])
    if missing == "sum" or nobody_complete:
        lacking, out = {}, []
    competing = [side for side in line.counts if side not in lacking]
    leaders = leaders_of(line, competing)
    values = {"name": name, "side": leaders[0], "count": line.counts[leaders[0]]}
    beaten = {side: line.counts[side] for side in competing if side != line.side}
    sentences = []
    if nobody_complete and missing == "loses":
        sentences.append(gettext("No side has a card of every suit, so the cards they have count."))
    if line.reason is Reason.TIE:
        level = counts_of({side: line.counts[side] for side in leaders})
        sentences.append(gettext("Nobody gets the %(name)s, the best are level: %(level)s.", name=name, level=level))
    elif beaten:
        values["others"] = counts_of(beaten)
        sentences.append(gettext("The best %(name)s for %(side)s: %(count)s, against %(others)s.", **values))
    else:
        sentences.append(
            gettext("The %(name)s for %(side)s, %(count)s: nobody else has a card of every suit.", **values)
        )
    return " ".join([*sentences, *out])


def _lacks(line: Line, side: str) -> str:
    """The suits of which a side has no card, as a list in words; empty if it has all."""
    held = {card.suit for card in line.shown[side]}
    return listed(suit_name(suit) for suit in Suit if suit not in held)


def _impossible_sweeps(problem: Problem) -> str:
    if problem.side is None:
        return gettext("The table cannot be cleared %(count)s times in one round.", count=problem.value)
    return ngettext(
        "%(side)s cannot have cleared the table %(num)d time: the pile has too few cards for that.",
        "%(side)s cannot have cleared the table %(num)d times: the pile has too few cards for that.",
        problem.value if isinstance(problem.value, int) else 0,
        side=problem.side,
    )


_WRONG_PILES = by_sides(
    "The pile of %(sides)s cannot be made of fifteens. A capture was wrong, or a card is in the wrong pile. The "
    "points count all the same.",
    "The piles of %(sides)s cannot be made of fifteens. Captures were wrong, or cards are in the wrong pile. The "
    "points count all the same.",
)


def _pile_not_fifteen(problem: Problem) -> str:
    if problem.sides:
        return problem_said(_WRONG_PILES, problem)
    if isinstance(problem.value, list) and problem.value:  # one of these, and it is not proven which
        return gettext(
            "A capture was wrong: in the pile of %(sides)s? Who captured last may tell which. The points count all the "
            "same.",
            sides=any_of(map(str, problem.value)),
        )
    return gettext("The piles cannot all be made of fifteens: a capture was wrong. The points count all the same.")


PROBLEMS: Mapping[str, OfProblem] = {
    Fault.NOBODYS: lazy_gettext("%(field)s: somebody must have the point."),
    Fault.WITHOUT_SETTEBELLO: lazy_gettext("%(field)s for %(side)s: then the seven of coins, too."),
    IMPOSSIBLE_SWEEPS: _impossible_sweeps,
    SINGLE_CARD_PILE: by_sides(
        "Only one card in the pile of %(sides)s. Every capture takes at least two: is one missing?",
        "Only one card in each of the piles of %(sides)s. Every capture takes at least two: is one missing?",
    ),
    FifteenWarning.REST_IMPOSSIBLE: lazy_gettext(
        "The last cards on the table make %(sum)s. That cannot be. Without a mistake they make 10, 25, 40, 55 and so "
        "on. A capture was wrong, or these are not the cards that were left."
    ),
    FifteenWarning.REST_UNUSUAL: lazy_gettext(
        "The last cards on the table make %(sum)s. That is rare. It happens in one round out of a thousand."
    ),
    FifteenWarning.PILE_NOT_FIFTEEN: _pile_not_fifteen,
}
"""Problems of all these games."""
