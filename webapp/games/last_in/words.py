"""The words of games in which the last one in wins: who is in or out, how such a match ends, who comes back."""

from collections.abc import Iterable, Mapping

from scoring.elimination import LAST_STANDING, is_out
from scoring.hands_left import Fault
from scoring.lines import Line, Ruling
from scoring.match import Match
from scoring.problems import Code, Problem, Why
from scoring.race import RaceRuling
from webapp.base.language.i18n import gettext, lazy_gettext, listed, ngettext
from webapp.words.wording import OfOptions, OfProblem, OptionWords, Rulings, Under, people, totals_of

OUT_AT = OptionWords(
    lazy_gettext("At the limit"),
    lazy_gettext("Whether a side is out at the limit, or only past it."),
    {"reach": lazy_gettext("reaching it is out"), "exceed": lazy_gettext("it must be passed")},
)
REJOIN = OptionWords(
    lazy_gettext("Coming back in"),
    lazy_gettext(
        "A side that is out may come back once, with the highest total of those still in. At least two others must "
        "still be in."
    ),
    {"none": lazy_gettext("whoever is out stays out"), "highest-once": lazy_gettext("once, at the highest total")},
)
"""The words of the house rules `out_at` and `rejoin`."""


def back_in_text(line: Line, match: Match) -> str:
    """Say to which total a side comes back."""
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


def _is_out(problem: Problem) -> str:
    if problem.field == "closer":
        return gettext("Out of the match: %(side)s cannot have closed.", side=problem.side)
    return gettext("Out of the match: %(side)s cannot hold cards.", side=problem.side)


PROBLEMS: Mapping[str, OfProblem] = {
    Fault.IS_OUT: _is_out,
    Why.NO_HAND: lazy_gettext("The cards left in hand are missing: %(sides)s."),
    Fault.TWO_HANDS: lazy_gettext("Cards and a number for %(side)s: enter the one or the other."),
    Fault.HAND_SIZE: lazy_gettext("A hand has %(allowed)s cards. The hand of %(side)s has %(count)s."),
    Fault.STILL_IN: lazy_gettext("Not out: %(side)s cannot come back in."),
    Fault.REJOINED: lazy_gettext("Back in before: %(side)s. That is possible only once in a match."),
    Fault.LAST_IN: lazy_gettext("%(side)s cannot come back in: only one side is left, and the match is over."),
    Code.PENALTY_OUT_OF_RANGE: lazy_gettext(
        "%(penalty)s for %(side)s: no hand makes that. Count again? The points count all the same."
    ),
}
"""Problems of all these games."""


def _totals(ruling: Ruling, sides: Iterable[str]) -> str:
    return totals_of({side: ruling.totals[side] for side in sides})


def _limit(ruling: Ruling) -> str:
    if ruling.reach == "exceed":
        return gettext("A side is out with more than %(limit)s.", limit=ruling.target)
    return gettext("A side is out with %(limit)s or more.", limit=ruling.target)


def _last_standing(ruling: Ruling, match: Match) -> str:
    (winner,) = ruling.winners
    past = is_out(ruling.totals[winner], ruling.target, ruling.reach)
    return " ".join([
        gettext("The last one in wins: %(winner)s.", winner=_totals(ruling, ruling.winners)),
        _limit(ruling),
        *([gettext("But somebody always stays in: %(side)s, who closed.", side=winner)] if past else []),
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


RULINGS: Rulings = {
    LAST_STANDING: _last_standing,
    RaceRuling.PLAY_ON: _play_on,
    RaceRuling.SILENT: _silent,
}
"""How such a match ends."""


def _last_in_short(ruling: Ruling, match: Match) -> str:
    winner = listed(ruling.winners)
    others = [side for side in match.sides if side not in ruling.winners]
    if len(others) == 1:
        return ngettext("%(sides)s wins. Out: %(other)s.", "%(sides)s win. Out: %(other)s.", people(ruling.winners),
                        sides=winner, other=others[0])  # fmt: skip
    return ngettext("%(sides)s wins: all the others are out.", "%(sides)s win: all the others are out.",
                    people(ruling.winners), sides=winner)  # fmt: skip


HEADLINES: Rulings = {
    LAST_STANDING: _last_in_short,
    RaceRuling.PLAY_ON: lazy_gettext("Not over yet: several sides are still in."),
    RaceRuling.SILENT: lazy_gettext("The rules do not decide: everybody is out."),
}
"""The same in one line."""


UNDECIDED: Mapping[object, OfOptions] = {
    Under("out_at", "exceed"): lazy_gettext(
        "Several sides are still in: play on until all but one have more than %(limit)s."
    ),
    (): lazy_gettext("Several sides are still in: play on until all but one have %(limit)s or more."),
}
