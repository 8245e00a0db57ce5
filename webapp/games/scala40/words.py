"""The wording of Scala 40: lines, house rules, errors of an entry or an opening, and the end of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.lines import COPIES, Line, Reason
from scoring.match import Match
from scoring.melds import Fault
from scoring.problems import Problem, Why
from scoring.scala40.count import pips
from scoring.scala40.options import DEALT, Options, Rule
from scoring.scala40.reading import CLOSER_HAS_CARDS
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext
from webapp.games.last_in.words import HEADLINES as HEADLINES
from webapp.games.last_in.words import PROBLEMS as SHARED_PROBLEMS
from webapp.games.last_in.words import RULINGS as RULINGS
from webapp.games.last_in.words import back_in_text
from webapp.games.last_in.words import undecided_text as undecided_text
from webapp.games.scala40.option_words import OPTIONS as OPTIONS
from webapp.words.cards import cards_text
from webapp.words.wording import CheckWords, sentence

GAME = lazy_gettext("Scala 40")


CHECKS: dict[str, CheckWords] = {
    COPIES: CheckWords(lazy_gettext("No card appears more often than in two packs."), lazy_gettext("no card too often"))
}
"""Checks of this game only."""
FIELDS: dict[str, LazyProxy] = {
    "in_hand": lazy_gettext("Closed in hand"),
    "unopened": lazy_gettext("Had not opened"),
}
"""Fields of this game only."""
AUTHORITIES: dict[str, LazyProxy] = {
    "qualcherisposta": lazy_gettext("qualcherisposta.it"),
    "tg24": lazy_gettext("tg24.sky.it"),
}
"""Names of the authorities on the end of a match, besides the rule text."""
RULES = {
    Rule.HAND: lazy_gettext("cards in hand"),
    Rule.FULL_HAND: lazy_gettext("full hand"),
    Rule.IN_HAND: lazy_gettext("closed in hand"),
    Rule.BONUS: lazy_gettext("bonus"),
    Rule.REJOIN: lazy_gettext("back in"),
}
"""The lines inside a sentence."""


def line_text(line: Line, match: Match) -> str:
    """The reason for a line's points."""
    match Rule(line.rule):
        case Rule.HAND:
            return _hand(line, match.options)
        case Rule.FULL_HAND:
            return _full_hand(line)
        case Rule.IN_HAND:
            return gettext("Closed in hand, so it counts double: %(points)s more for %(side)s.",
                           points=line.points, side=line.side)  # fmt: skip
        case Rule.BONUS:
            return gettext("Closed in hand: %(points)s for %(side)s.", points=line.points, side=line.side)
        case Rule.REJOIN:
            return back_in_text(line)


def _hand(line: Line, options: Options) -> str:
    values = {"side": line.side, "points": line.points, "cards": cards_text(line.cards)}
    if line.reason is Reason.CLOSED:
        return gettext("%(side)s closed: no points.", **values)
    if line.reason is Reason.ENTERED:
        return gettext("Left in hand, as the players counted it: %(points)s for %(side)s.", **values)
    if len(line.cards) == 1 and line.cards[0].rank == 1 and options.lone_ace != pips(line.cards):
        return gettext("Only an ace in the hand of %(side)s (%(cards)s): %(points)s.", **values)
    return gettext("Left in the hand of %(side)s: %(points)s (%(cards)s).", **values)


def _full_hand(line: Line) -> str:
    values = {"side": line.side, "points": line.points, "count": line.counts[line.side or ""]}
    if len(line.cards) == DEALT:
        return gettext(
            "A full hand of 13 cards for %(side)s: a flat %(points)s instead of the %(count)s of its cards.", **values
        )
    return gettext(
        "%(side)s had not opened: a flat %(points)s for the hand instead of the %(count)s of its cards.", **values
    )


def rule_help(rule: str, options: Options) -> str:
    """The condition for a line under these house rules."""
    match Rule(rule):
        case Rule.HAND if not options.jokers and options.lone_ace == 1:
            return gettext(
                "Cards left in hand: their numbers, figures 10, an ace 11 (alone 1). Whoever closed gets no points."
            )
        case Rule.HAND if not options.jokers:
            return gettext("Cards left in hand: their numbers, figures 10, an ace 11. Whoever closed gets no points.")
        case Rule.HAND if options.lone_ace == 1:
            return gettext(
                "Cards left in hand: their numbers, figures 10, an ace 11 (alone 1), a joker 25. Whoever closed gets "
                "no points."
            )
        case Rule.HAND:
            return gettext(
                "Cards left in hand: their numbers, figures 10, an ace 11, a joker 25. Whoever closed gets no points."
            )
        case Rule.FULL_HAND:
            return gettext(
                "Thirteen cards in hand, or a side that has not opened: %(points)s, whatever the cards.",
                points=options.full_hand,
            )
        case Rule.IN_HAND:
            return gettext("Whoever lays all cards in one turn closes in hand: the others’ hands count double.")
        case Rule.BONUS:
            return gettext(
                "Whoever lays all cards in one turn closes in hand: %(points)s points off for the closer.",
                points=options.bonus,
            )
        case Rule.REJOIN:
            return str(OPTIONS["rejoin"].help)


def _closer_has_cards(problem: Problem) -> str:
    if problem.cards:
        return gettext(
            "%(side)s closed, so these cards cannot be left over: %(cards)s.",
            side=problem.side,
            cards=cards_text(problem.cards),
        )
    return gettext("%(side)s closed: no penalty points.", side=problem.side)


def _below_opening(problem: Problem) -> str:
    if problem.allowed == "0":
        return gettext("An opening needs a meld.")
    return gettext(
        "An opening needs %(needed)s points. The valid melds make %(points)s.",
        needed=problem.allowed,
        points=problem.value,
    )


PROBLEMS: Mapping[str, Callable[[Problem], str]] = {
    **SHARED_PROBLEMS,
    CLOSER_HAS_CARDS: _closer_has_cards,
    Why.NOBODY_IN: sentence(
        lazy_gettext("By the points before, everybody was out. That cannot be: whoever closes stays in.")
    ),
    Why.OPENED: sentence(lazy_gettext("%(side)s closed, but not in hand: so %(side)s had opened.")),
    Fault.NOT_A_MELD: sentence(
        lazy_gettext(
            "Not a meld: %(cards)s. A set is three or four equal cards of different suits. A run is three or more of a "
            "suit in order, the ace before the two or after the king."
        )
    ),
    Fault.DUPLICATE_SUIT: sentence(lazy_gettext("Not a set: %(cards)s. A suit is there twice.")),
    Fault.JOKER_NOT_ALLOWED: sentence(lazy_gettext("Here an opening may have no joker: %(cards)s.")),
    Fault.TOO_MANY_JOKERS: sentence(
        lazy_gettext("Too many jokers: %(cards)s. Here one meld may have at most %(most)s.")
    ),
    Fault.BELOW_OPENING: _below_opening,
}
"""Errors and warnings of this game only."""
