"""The story of a match in sentences, and the standing of several matches: an evening, or a match and its rematches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from webapp.base.language.i18n import gettext, listed, ngettext
from webapp.tables.played import Played, person
from webapp.tables.race import Race, race_of_evening
from webapp.tables.statistics import Standing, best_rounds, biggest_wins, by_sides, lead_by_round, ranking

MOST_NAMED = 3
"""A record shared by more sides is not mentioned."""


@dataclass(frozen=True)
class Evening:
    """Several matches: their ranking, and their race if two are finished."""

    matches: Sequence[Played]

    @cached_property
    def _counted(self) -> Sequence[Played]:
        """The matches; if the same teams played all of them, each team counts as one person."""
        teams = {frozenset(map(person, match.sides)) for match in self.matches}
        return [by_sides(match) for match in self.matches] if len(teams) == 1 else self.matches

    @cached_property
    def ranking(self) -> list[Standing]:
        return ranking(self._counted)

    @cached_property
    def race(self) -> Race | None:
        return race_of_evening(self._counted)


def remarks(match: Played) -> list[str]:
    """The sentences about what was remarkable in a match."""
    return [*_won_by(match), *_best(match), *_leads(match)]


def _won_by(match: Played) -> list[str]:
    return [
        ngettext("%(side)s won by %(num)d point.", "%(side)s won by %(num)d points.", won.points, side=won.name)
        for won in biggest_wins([match])
    ]


def _best(match: Played) -> list[str]:
    best = best_rounds([match])
    if not best or len(best) > MOST_NAMED:
        return []
    who = [gettext("%(side)s in round %(number)s", side=each.name, number=each.number) for each in best]
    return [
        ngettext(
            "The best round: %(num)d point, %(who)s.",
            "The best round: %(num)d points, %(who)s.",
            best[0].points,
            who=listed(who),
        )
    ]


def _leads(match: Played) -> list[str]:
    """How often each side led, and how often the lead changed; level rounds in between are no change."""
    led = lead_by_round(match)
    times = [
        ngettext("%(side)s once", "%(side)s %(num)d times", led.count(seat), side=side)
        for seat, side in enumerate(match.sides)
        if seat in led
    ]
    if len(led) < 2 or not times:
        return []
    said = [gettext("In front at the end of a round: %(sides)s.", sides=listed(times))]
    changes = len(list(groupby(side for side in led if side is not None))) - 1
    if changes:
        said.append(ngettext("The lead changed hands once.", "The lead changed hands %(num)d times.", changes))
    elif led[-1] is not None:
        said.append(gettext("The lead never changed hands."))
    return said
