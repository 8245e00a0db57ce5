"""The wording of Scala 40: lines, house rules, errors of an entry or an opening, and the end of a match."""

from collections.abc import Mapping

from scoring.lines import Line, Reason
from scoring.match import Match
from scoring.melds import Fault as MeldFault
from scoring.problems import Problem
from scoring.scala40.count import pips
from scoring.scala40.options import DEALT, Fault, Rule
from scoring.scala40.reading import CLOSER_HAS_CARDS
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext
from webapp.games.last_in.words import HEADLINES as HEADLINES
from webapp.games.last_in.words import OUT_AT, REJOIN, back_in_text
from webapp.games.last_in.words import PROBLEMS as SHARED_PROBLEMS
from webapp.games.last_in.words import RULINGS as RULINGS
from webapp.games.last_in.words import UNDECIDED as UNDECIDED
from webapp.words.cards import cards_text
from webapp.words.wording import OfLine, OfOptions, OfProblem, OptionWords, Under

GAME = lazy_gettext("Scala 40")
FIELDS: dict[str, LazyProxy] = {
    "unopened": lazy_gettext("Had not opened"),
}
AUTHORITIES = {
    "qualcherisposta": "qualcherisposta.it",
    "tg24": "tg24.sky.it",
}
RULES = {
    Rule.HAND: lazy_gettext("cards in hand"),
    Rule.FULL_HAND: lazy_gettext("full hand"),
    Rule.IN_HAND: lazy_gettext("closed in hand"),
    Rule.BONUS: lazy_gettext("bonus"),
    Rule.REJOIN: lazy_gettext("back in"),
}


OPTIONS = {
    "limit": OptionWords(
        lazy_gettext("Out at"),
        lazy_gettext("A side is out with this many penalty points: usually 101, also 201 or 501, 301 in tournaments."),
    ),
    "out_at": OUT_AT,
    "lone_ace": OptionWords(
        lazy_gettext("An ace as the only card left"),
        lazy_gettext("11 like every ace, or only 1 (tattoomuse, scala40web)."),
    ),
    "full_hand": OptionWords(
        lazy_gettext("Full hand"),
        lazy_gettext(
            "Thirteen cards, or a side that has not opened: the cards are counted, or a flat number instead. 100 is "
            "common."
        ),
        {"count": lazy_gettext("the cards are counted")},
    ),
    "in_hand": OptionWords(
        lazy_gettext("Closed in hand"),
        lazy_gettext("All cards laid in one turn. The others’ hands count double, or the closer gets points off."),
        {"double": lazy_gettext("the others count double"), "bonus": lazy_gettext("the closer gets points off")},
    ),
    "bonus": OptionWords(
        lazy_gettext("Points off for closing in hand"),
        lazy_gettext("When the closer gets points off, and the others do not count double. 25 is usual."),
    ),
    "rejoin": REJOIN,
    "jokers": OptionWords(
        lazy_gettext("Jokers in the packs"),
        lazy_gettext("Some take the four jokers out and play with 104 cards."),
    ),
    "jokers_per_meld": OptionWords(
        lazy_gettext("Jokers in one meld"),
        lazy_gettext("How many at most. 0 means no limit, as in the rules. In Italy 1 is usual."),
        {0: lazy_gettext("no limit")},
    ),
    "joker_in_opening": OptionWords(
        lazy_gettext("Jokers in the opening"),
        lazy_gettext("Some allow jokers only after the opening."),
    ),
    "opening": OptionWords(
        lazy_gettext("Points to open"),
        lazy_gettext("40 gives the game its name. With 0 any meld opens: that is called Machiavelli."),
    ),
}


def _hand(line: Line, match: Match) -> str:
    """The cards of a hand; an ace may count otherwise alone."""
    values = {"side": line.side, "points": line.points, "cards": cards_text(line.cards)}
    if len(line.cards) == 1 and line.cards[0].rank == 1 and match.options.lone_ace != pips(line.cards):
        return gettext("Only an ace in the hand of %(side)s (%(cards)s): %(points)s.", **values)
    return gettext("Left in the hand of %(side)s: %(points)s (%(cards)s).", **values)


def _full_hand(line: Line, match: Match) -> str:
    """The flat number for a hand, and why."""
    values = {"side": line.side, "points": line.points, "count": line.counts[line.side or ""]}
    if len(line.cards) == DEALT:
        return gettext(
            "A full hand of 13 cards for %(side)s: a flat %(points)s instead of the %(count)s of its cards.", **values
        )
    return gettext(
        "%(side)s had not opened: a flat %(points)s for the hand instead of the %(count)s of its cards.", **values
    )


LINES: dict[object, OfLine] = {
    (Rule.HAND, Reason.CLOSED): lazy_gettext("%(side)s closed: no points."),
    (Rule.HAND, Reason.ENTERED): lazy_gettext("Left in hand, as the players counted it: %(points)s for %(side)s."),
    Rule.HAND: _hand,
    Rule.FULL_HAND: _full_hand,
    Rule.IN_HAND: lazy_gettext("Closed in hand, so it counts double: %(points)s more for %(side)s."),
    Rule.BONUS: lazy_gettext("Closed in hand: %(points)s for %(side)s."),
    Rule.REJOIN: back_in_text,
}


HELP: dict[object, OfOptions] = {
    (Rule.HAND, Under("jokers", False), Under("lone_ace", 1)): lazy_gettext(
        "Cards left in hand: their numbers, figures 10, an ace 11 (alone 1). Whoever closed gets no points."
    ),
    (Rule.HAND, Under("jokers", False)): lazy_gettext(
        "Cards left in hand: their numbers, figures 10, an ace 11. Whoever closed gets no points."
    ),
    (Rule.HAND, Under("lone_ace", 1)): lazy_gettext(
        "Cards left in hand: their numbers, figures 10, an ace 11 (alone 1), a joker 25. Whoever closed gets no points."
    ),
    Rule.HAND: lazy_gettext(
        "Cards left in hand: their numbers, figures 10, an ace 11, a joker 25. Whoever closed gets no points."
    ),
    Rule.FULL_HAND: lazy_gettext(
        "Thirteen cards in hand, or a side that has not opened: %(full_hand)s, whatever the cards."
    ),
    Rule.IN_HAND: lazy_gettext("Whoever lays all cards in one turn closes in hand: the others’ hands count double."),
    Rule.BONUS: lazy_gettext("Whoever lays all cards in one turn closes in hand: %(bonus)s points off for the closer."),
    Rule.REJOIN: REJOIN.help,
}


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


PROBLEMS: Mapping[str, OfProblem] = {
    **SHARED_PROBLEMS,
    CLOSER_HAS_CARDS: _closer_has_cards,
    Fault.NOBODY_IN: lazy_gettext("By the points before, everybody was out. That cannot be: whoever closes stays in."),
    Fault.OPENED: lazy_gettext("%(side)s closed, but not in hand: so %(side)s had opened."),
    MeldFault.NOT_A_MELD: lazy_gettext(
        "Not a meld: %(cards)s. A set is three or four equal cards of different suits. A run is three or more of a "
        "suit in order, the ace before the two or after the king."
    ),
    MeldFault.DUPLICATE_SUIT: lazy_gettext("Not a set: %(cards)s. A suit is there twice."),
    MeldFault.JOKER_NOT_ALLOWED: lazy_gettext("Here an opening may have no joker: %(cards)s."),
    MeldFault.TOO_MANY_JOKERS: lazy_gettext("Too many jokers: %(cards)s. Here one meld may have at most %(most)s."),
    MeldFault.BELOW_OPENING: _below_opening,
}
