"""The wording of Scala 40: its lines, its house rules, what is wrong with an entry or an opening, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scoring.lines import COPIES, Check, Line, Reason, Ruling
from scoring.match import Match
from scoring.melds import Fault
from scoring.problems import Problem, Why
from scoring.race import RaceRuling
from scoring.referee.close import CloseError
from scoring.scala40 import (
    CLOSER_HAS_CARDS,
    DEALT,
    LAST_STANDING,
    Options,
    Rule,
    pips,
)
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, listed, ngettext
from webapp.games.scala40.option_words import OPTIONS as OPTIONS
from webapp.words.cards import cards_text
from webapp.words.wording import CheckWords, people, totals_of

GAME = lazy_gettext("Scala 40")


def _copies(check: Check) -> str:
    return gettext("No card appears more often than in two packs.")


def _copies_in_short(check: Check) -> str:
    return gettext("no card too often")


CHECKS: dict[str, CheckWords] = {COPIES: CheckWords(_copies, _copies_in_short)}
"""What is verified only in this game."""
FIELDS: dict[str, LazyProxy] = {
    "closer": lazy_gettext("Who closed"),
    "in_hand": lazy_gettext("Closed in hand"),
    "hands": lazy_gettext("Left in hand"),
    "penalties": lazy_gettext("Left in hand"),
    "unopened": lazy_gettext("Had not opened"),
    "rejoin": lazy_gettext("Comes back in after this round"),
}
"""The fields that only this game has."""
AUTHORITIES: dict[str, LazyProxy] = {
    "qualcherisposta": lazy_gettext("qualcherisposta.it"),
    "tg24": lazy_gettext("tg24.sky.it"),
}
"""Who is asked about the end of a match, besides the rule text."""
RULES = {
    Rule.HAND: lazy_gettext("Cards in hand"),
    Rule.FULL_HAND: lazy_gettext("Full hand"),
    Rule.IN_HAND: lazy_gettext("Closed in hand"),
    Rule.BONUS: lazy_gettext("Bonus"),
    Rule.REJOIN: lazy_gettext("Back in"),
}
"""The lines as headings."""

WITH: Mapping[str, LazyProxy] = {}
"""No order of a count decides here."""
IN_A_COUNT = {
    Rule.HAND: lazy_gettext("cards in hand"),
    Rule.FULL_HAND: lazy_gettext("full hand"),
    Rule.IN_HAND: lazy_gettext("closed in hand"),
    Rule.BONUS: lazy_gettext("bonus"),
    Rule.REJOIN: lazy_gettext("back in"),
}
"""The lines inside a sentence."""


def line_text(line: Line, match: Match) -> str:
    """Say why a line says what it says."""
    return _LINES[Rule(line.rule)](line, match.options)


def _hand(line: Line, options: Options) -> str:
    values = {"side": line.side, "points": line.points, "cards": cards_text(line.cards)}
    if line.reason is Reason.CLOSED:
        return gettext("%(side)s closed: no points.", **values)
    if line.reason is Reason.ENTERED:
        return gettext("Left in hand, as the players counted it: %(points)s for %(side)s.", **values)
    if len(line.cards) == 1 and line.cards[0].rank == 1 and options.lone_ace != pips(line.cards):
        return gettext("Only an ace in the hand of %(side)s (%(cards)s): %(points)s.", **values)
    return gettext("Left in the hand of %(side)s: %(points)s (%(cards)s).", **values)


def _full_hand(line: Line, options: Options) -> str:
    values = {"side": line.side, "points": line.points, "count": line.counts[line.side or ""]}
    if len(line.cards) == DEALT:
        return gettext(
            "A full hand of 13 cards for %(side)s: a flat %(points)s instead of the %(count)s of its cards.", **values
        )
    return gettext(
        "%(side)s had not opened: a flat %(points)s for the hand instead of the %(count)s of its cards.", **values
    )


def _in_hand(line: Line, options: Options) -> str:
    return gettext("Closed in hand, so it counts double: %(points)s more for %(side)s.",
                   points=line.points, side=line.side)  # fmt: skip


def _bonus(line: Line, options: Options) -> str:
    return gettext("Closed in hand: %(points)s for %(side)s.", points=line.points, side=line.side)


def _rejoin(line: Line, options: Options) -> str:
    own = line.counts[line.side or ""]
    others = {side: count for side, count in line.counts.items() if side != line.side and isinstance(count, int)}
    highest = max(others.values())
    leaders = [side for side, count in others.items() if count == highest]
    return gettext(
        "Back in: %(side)s, from %(own)s to %(highest)s, the highest total of those still in (%(leaders)s). That "
        "is possible only once in a match.",
        side=line.side,
        own=own,
        highest=highest,
        leaders=listed(leaders),
    )


_LINES: Mapping[Rule, Callable[[Line, Options], str]] = {
    Rule.HAND: _hand,
    Rule.FULL_HAND: _full_hand,
    Rule.IN_HAND: _in_hand,
    Rule.BONUS: _bonus,
    Rule.REJOIN: _rejoin,
}


def rule_help(rule: str, options: Options) -> str:
    """Say what a line is given for under these house rules."""
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
            return gettext(
                "A side that is out may come back once, with the highest total of those still in. At least two others "
                "must still be in."
            )


def _closer_has_cards(problem: Problem) -> str:
    if problem.cards:
        return gettext(
            "%(side)s closed, so these cards cannot be left over: %(cards)s.",
            side=problem.side,
            cards=cards_text(problem.cards),
        )
    return gettext("%(side)s closed: no penalty points.", side=problem.side)


def _nobody_in(problem: Problem) -> str:
    return gettext("By the points before, everybody was out. That cannot be: whoever closes stays in.")


def _is_out(problem: Problem) -> str:
    if problem.field == "closer":
        return gettext("Out of the match: %(side)s cannot have closed.", side=problem.side)
    return gettext("Out of the match: %(side)s cannot hold cards.", side=problem.side)


def _no_hand(problem: Problem) -> str:
    return gettext(
        "The cards left in hand are missing: %(sides)s. Every side that is in and did not close has some.",
        sides=listed(problem.sides),
    )


def _two_hands(problem: Problem) -> str:
    return gettext("Cards and a number for %(side)s: enter the one or the other.", side=problem.side)


def _hand_size(problem: Problem) -> str:
    return gettext(
        "A hand has 1 to 13 cards. The hand of %(side)s has %(count)s.", side=problem.side, count=problem.value
    )


def _opened(problem: Problem) -> str:
    return gettext("%(side)s closed, but not in hand: so %(side)s had opened.", side=problem.side)


def _still_in(problem: Problem) -> str:
    return gettext("Not out: %(side)s cannot come back in.", side=problem.side)


def _rejoined(problem: Problem) -> str:
    return gettext("Back in before: %(side)s. That is possible only once in a match.", side=problem.side)


def _last_in(problem: Problem) -> str:
    return gettext("%(side)s cannot come back in: only one side is left, and the match is over.", side=problem.side)


def _not_a_meld(problem: Problem) -> str:
    return gettext(
        "Not a meld: %(cards)s. A set is three or four equal cards of different suits. A run is three or more of a "
        "suit in order, the ace before the two or after the king.",
        cards=cards_text(problem.cards) or "–",
    )


def _duplicate_suit(problem: Problem) -> str:
    return gettext("Not a set: %(cards)s. A suit is there twice.", cards=cards_text(problem.cards))


def _joker_not_allowed(problem: Problem) -> str:
    return gettext("Here an opening may have no joker: %(cards)s.", cards=cards_text(problem.cards))


def _too_many_jokers(problem: Problem) -> str:
    return gettext(
        "Too many jokers: %(cards)s. Here one meld may have at most %(most)s.",
        most=problem.allowed,
        cards=cards_text(problem.cards),
    )


def _below_opening(problem: Problem) -> str:
    if problem.allowed == "0":
        return gettext("An opening needs a meld.")
    return gettext(
        "An opening needs %(needed)s points. The valid melds make %(points)s.",
        needed=problem.allowed,
        points=problem.value,
    )


def _no_discard(problem: Problem) -> str:
    return gettext("Nothing is discarded. To close, one card must be kept for the discard.")


def _cards_left(problem: Problem) -> str:
    return gettext("Left over: %(cards)s. Every card except the discard must be laid.", cards=cards_text(problem.cards))


def _not_attachable(problem: Problem) -> str:
    return gettext("It does not fit the meld on the table: %(cards)s.", cards=cards_text(problem.cards))


PROBLEMS: Mapping[str, Callable[[Problem], str]] = {
    CLOSER_HAS_CARDS: _closer_has_cards,
    Why.IS_OUT: _is_out,
    Why.NOBODY_IN: _nobody_in,
    Why.NO_HAND: _no_hand,
    Why.TWO_HANDS: _two_hands,
    Why.HAND_SIZE: _hand_size,
    Why.OPENED: _opened,
    Why.STILL_IN: _still_in,
    Why.REJOINED: _rejoined,
    Why.LAST_IN: _last_in,
    Fault.NOT_A_MELD: _not_a_meld,
    Fault.DUPLICATE_SUIT: _duplicate_suit,
    Fault.JOKER_NOT_ALLOWED: _joker_not_allowed,
    Fault.TOO_MANY_JOKERS: _too_many_jokers,
    Fault.BELOW_OPENING: _below_opening,
    CloseError.NO_DISCARD: _no_discard,
    CloseError.CARDS_LEFT: _cards_left,
    CloseError.NOT_ATTACHABLE: _not_attachable,
}
"""What is wrong, or odd, only in Scala 40."""


WARNINGS: dict[str, Callable[[Problem], str]] = {}
"""No warning has a line of its own here."""


def _totals(ruling: Ruling, sides: Iterable[str]) -> str:
    return totals_of({side: ruling.totals[side] for side in sides})


def _limit(ruling: Ruling) -> str:
    if ruling.reach == "exceed":
        return gettext("A side is out with more than %(limit)s.", limit=ruling.target)
    return gettext("A side is out with %(limit)s or more.", limit=ruling.target)


def _last_standing(ruling: Ruling, match: Match) -> str:
    return " ".join([
        gettext("The last one in wins: %(winner)s.", winner=_totals(ruling, ruling.winners)),
        _limit(ruling),
        gettext("Out: %(sides)s.", sides=_totals(ruling, ruling.out or ())),
    ])  # fmt: skip


def _play_on(ruling: Ruling, match: Match) -> str:
    out = ruling.out or ()
    left = gettext("Still in: %(sides)s.", sides=_totals(ruling, [side for side in ruling.totals if side not in out]))
    gone = [gettext("Out: %(sides)s.", sides=_totals(ruling, out))] if out else []
    return " ".join([_limit(ruling), left, *gone, gettext("Several sides are still in: play on.")])


def _silent(ruling: Ruling, match: Match) -> str:
    return " ".join([
        _limit(ruling),
        gettext("Out: %(sides)s.", sides=_totals(ruling, ruling.out or ())),
        gettext("That leaves nobody in. The rules do not say what happens then."),
    ])  # fmt: skip


RULINGS = {LAST_STANDING: _last_standing, RaceRuling.PLAY_ON: _play_on, RaceRuling.SILENT: _silent}
"""How only Scala 40 ends."""


def _last_in_short(ruling: Ruling, match: Match) -> str:
    winner = listed(ruling.winners)
    others = [side for side in match.sides if side not in ruling.winners]
    if len(others) == 1:
        return ngettext("%(sides)s wins. Out: %(other)s.", "%(sides)s win. Out: %(other)s.", people(ruling.winners),
                        sides=winner, other=others[0])  # fmt: skip
    return ngettext("%(sides)s wins: all the others are out.", "%(sides)s win: all the others are out.",
                    people(ruling.winners), sides=winner)  # fmt: skip


def _on_in_short(ruling: Ruling, match: Match) -> str:
    return gettext("Not over yet: several sides are still in.")


def _nobody_in_short(ruling: Ruling, match: Match) -> str:
    return gettext("The rules do not decide: everybody is out.")


HEADLINES = {LAST_STANDING: _last_in_short, RaceRuling.PLAY_ON: _on_in_short, RaceRuling.SILENT: _nobody_in_short}
"""The same in one line."""


def undecided_text(options: Options) -> str:
    """Say that several sides are still in."""
    if options.out_at == "exceed":
        return gettext(
            "Several sides are still in: play on until all but one have more than %(limit)s.", limit=options.limit
        )
    return gettext("Several sides are still in: play on until all but one have %(limit)s or more.", limit=options.limit)
