"""The story of a match: its race, its highlights, who won which category, and the evening's standing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from webapp.base.language.i18n import gettext, listed, ngettext
from webapp.tables.played import Played, person
from webapp.tables.race import Drawing, race_of, race_of_evening
from webapp.tables.statistics import (
    Category,
    Record,
    Standing,
    best_rounds,
    biggest_wins,
    by_sides,
    categories,
    lead_by_round,
    ranking,
)

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
    def drawing(self) -> Drawing | None:
        race = race_of_evening(self._counted)
        return Drawing(race) if race else None


@dataclass(frozen=True)
class Story:
    """Everything to tell about one match; `tonight` are the match and its rematches."""

    match: Played
    tonight: Evening

    @cached_property
    def drawing(self) -> Drawing | None:
        """The race; None with fewer than two rounds."""
        return Drawing(race_of(self.match)) if len(self.match.rounds) > 1 else None

    @cached_property
    def categories(self) -> list[Category]:
        return categories([by_sides(self.match)])

    @cached_property
    def best_rounds(self) -> list[Record]:
        """The rounds with the most points, with ties."""
        return best_rounds([self.match])

    @cached_property
    def led(self) -> list[int | None]:
        return lead_by_round(self.match)

    @property
    def changes(self) -> int:
        """Number of lead changes between sides; level rounds in between do not count."""
        return max(0, len([side for side, _ in groupby(side for side in self.led if side is not None)]) - 1)

    @property
    def remarks(self) -> list[str]:
        return [sentence for sentence in (self._won_by(), self._best(), *self._leads()) if sentence]

    def _won_by(self) -> str | None:
        won = next(iter(biggest_wins([self.match])), None)
        if won is None:
            return None
        return ngettext("%(side)s won by %(num)d point.", "%(side)s won by %(num)d points.", won.points, side=won.name)

    def _best(self) -> str | None:
        best = self.best_rounds
        if not best or len(best) > MOST_NAMED:
            return None
        who = [gettext("%(side)s in round %(number)s", side=each.name, number=each.number) for each in best]
        return ngettext(
            "The best round: %(num)d point, %(who)s.",
            "The best round: %(num)d points, %(who)s.",
            best[0].points,
            who=listed(who),
        )

    def _leads(self) -> list[str]:
        if len(self.match.rounds) < 2:
            return []
        led = [
            ngettext("%(side)s once", "%(side)s %(num)d times", self.led.count(seat), side=side)
            for seat, side in enumerate(self.match.sides)
            if self.led.count(seat)
        ]
        if not led:
            return []
        said = [gettext("In front at the end of a round: %(sides)s.", sides=listed(led))]
        if self.changes:
            said.append(ngettext("The lead changed hands once.", "The lead changed hands %(num)d times.", self.changes))
        elif self.led[-1] is not None:
            said.append(gettext("The lead never changed hands."))
        return said
