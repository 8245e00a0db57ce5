"""The wording of Scarto: counting a pile, warnings, the end of a match, and its house rules."""

from collections.abc import Mapping

from scoring.lines import SHARED, SUM_78, Line, Reason, Ruling
from scoring.match import Match
from scoring.problems import Problem
from scoring.race import HOUSE, RaceRuling
from scoring.scarto import (
    ALL_POINTS,
    CARD_POINTS,
    EACH,
    FOOL_POINTS,
    FOOL_WITH_ODD_PAIR,
    LOWEST_TOTAL,
    NOT_78,
    DiscardError,
    Fault,
    count_pile,
)
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, listed, ngettext
from webapp.words.shared import CARD_POINTS_CHECK, miscounted
from webapp.words.wording import OfLine, OfOptions, OfProblem, OptionWords, Rulings, people, problem_said

GAME = lazy_gettext("Scarto")


CHECKS = {SUM_78: CARD_POINTS_CHECK}
FIELDS: dict[str, LazyProxy] = {"dealer": lazy_gettext("Who dealt")}
RULES = {CARD_POINTS: lazy_gettext("card points")}
OPTIONS = {
    "deals": OptionWords(
        lazy_gettext("Deals"),
        lazy_gettext("A match is over when everyone has dealt once, or as often as you agree on."),
    ),
    "top_trump": OptionWords(
        lazy_gettext("The trump worth 5"),
        lazy_gettext(
            "Trump 1 and one other count 5 points: the 20 in Piedmont, the 21 in Genoa and elsewhere. This changes the "
            "points only: trump 20 is the highest in either case and takes the 21."
        ),
        {20: lazy_gettext("20, as in Piedmont"), 21: lazy_gettext("21, as in Genoa")},
    ),
}


def _counted(line: Line, match: Match) -> str:
    """The counting of a side's card points, step by step, and the result."""
    side = str(line.side)
    points = line.points + EACH
    less = gettext("%(points)s minus %(each)s: %(result)s.", points=points, each=EACH, result=line.points)
    if line.reason is Reason.ENTERED:
        entered = gettext("Card points of %(side)s, as the players counted them: %(points)s.", side=side, points=points)
        return f"{entered} {less}"
    count = count_pile(line.cards, match.options.top_trump)
    steps = []
    if count.cards:
        steps.append(
            gettext(
                "Cards of %(side)s without the Fool: %(number)s. Their points: %(worth)s.",
                side=side,
                number=count.cards,
                worth=count.worth,
            )
        )
    else:
        steps.append(gettext("%(side)s took no trick.", side=side))
    if count.threes:
        left = count.worth - 2 * count.threes
        steps.append(
            ngettext(
                "Counted three by three: %(num)d group, 2 off, leaves %(left)s.",
                "Counted three by three: %(num)d groups, 2 off each, leave %(left)s.",
                count.threes,
                left=left,
            )
        )
    if count.over:
        steps.append(gettext("The two cards left over count 1 more and 2 less: they take 1 off."))
    if count.fool:
        steps.append(gettext("The Fool, held by %(side)s, adds %(points)s.", side=side, points=FOOL_POINTS))
    return " ".join([*steps, less])


LINES: dict[object, OfLine] = {CARD_POINTS: _counted}
HELP: dict[object, OfOptions] = {
    CARD_POINTS: lazy_gettext(
        "Kings, trumps 1 and %(top_trump)s count 5, queens and the Fool 4, knights 3, jacks 2, all others 1. Counted "
        "three by three, each group less 2; two cards left over count 1 less. All three players make 78 together, so "
        "everyone takes 26 off."
    )
}


def _not_78(problem: Problem) -> str:
    if problem.field == CARD_POINTS:
        return problem_said(miscounted(ALL_POINTS), problem)
    return gettext(
        "The piles make %(sum)s card points together and not 78: a card is in the wrong pile. Without the Fool and "
        "counted three by three, only one pile has two cards over. Cards over: %(sides)s.",
        sum=problem.value,
        sides=listed(problem.sides),
    )


PROBLEMS: Mapping[str, OfProblem] = {
    NOT_78: _not_78,
    Fault.NO_ZERO_SUM: lazy_gettext(
        "The points before make %(sum)s together. Without plus or minus points they make 0."
    ),
    FOOL_WITH_ODD_PAIR: lazy_gettext(
        "The pile of %(side)s has the Fool and, counted three by three, two cards over. Those two are left of the "
        "trick with the Fool, and whoever plays the Fool cannot win it. The Fool belongs to somebody else, or a "
        "card is in the wrong pile."
    ),
    DiscardError.FIVE_POINT_CARD: lazy_gettext(
        "Cards of 5 points (a king, the top trump) may not be discarded: %(cards)s."
    ),
    DiscardError.FOOL_DISCARDED: lazy_gettext("The Fool may not be discarded."),
    DiscardError.TRUMP_ONE: lazy_gettext(
        "The dealer may discard trump 1 only without another trump and without the Fool."
    ),
}


def _lowest(ruling: Ruling) -> list[str]:
    """The sides with the lowest total."""
    last = min(ruling.totals.values())
    return [side for side, total in ruling.totals.items() if total == last]


def _lowest_total(ruling: Ruling, match: Match) -> str:
    losers, last = _lowest(ruling), min(ruling.totals.values())
    winners = listed(ruling.winners)
    if ruling.authority != HOUSE:
        return gettext(
            "All deals are played. The lowest total loses and pays: %(side)s with %(total)s. Winners: %(winners)s.",
            side=losers[0],
            total=last,
            winners=winners,
        )
    return gettext(
        "All deals are played. %(sides)s share the lowest total of %(total)s. The rules do not say what then: as we "
        "read them, all of these lose and pay. Winner: %(winners)s.",
        sides=listed(losers),
        total=last,
        winners=winners,
    )


def _silent(ruling: Ruling, match: Match) -> str:
    return gettext(
        "%(sides)s share the lowest total of %(total)s. The rules say that the lowest total loses, but nothing about "
        "a tie.",
        sides=listed(_lowest(ruling)),
        total=min(ruling.totals.values()),
    )


RULINGS: Rulings = {
    LOWEST_TOTAL: _lowest_total,
    SHARED: lazy_gettext(
        "All deals are played and all totals are equal. The rules do not say what then: nobody wins, nobody loses."
    ),
    RaceRuling.SILENT: _silent,
}


def _losers_in_short(ruling: Ruling, match: Match) -> str:
    lowest = min(ruling.totals.values())
    losers = [side for side in match.sides if side not in ruling.winners]
    return ngettext(
        "%(sides)s loses, with the lowest total: %(lowest)s.",
        "%(sides)s lose, with the lowest total: %(lowest)s.",
        people(losers),
        sides=listed(losers),
        lowest=lowest,
    )


HEADLINES: Rulings = {
    LOWEST_TOTAL: _losers_in_short,
    SHARED: lazy_gettext("All totals are equal: nobody wins, nobody loses."),
    RaceRuling.SILENT: lazy_gettext("Several are last: the rules do not decide."),
}


UNDECIDED: Mapping[object, OfOptions] = {(): lazy_gettext("Not all %(deals)s deals are played yet: play on.")}
