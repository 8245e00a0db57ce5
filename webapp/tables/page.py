"""The data of pages: the matches of a table in a season and a game, or of an evening, and their statistics."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from webapp.games import GAMES
from webapp.match.new.people import is_nobody
from webapp.tables.models import OurTable
from webapp.tables.played import Played, evening_of, evenings, person
from webapp.tables.race import Race, race_of_evening
from webapp.tables.statistics import (
    Category,
    Duel,
    Record,
    Standing,
    best_rounds,
    biggest_wins,
    by_pairs,
    by_sides,
    categories,
    closest_finishes,
    head_to_head,
    ranking,
)
from webapp.tables.store import OnTable, Season, seasons_of

ALL = "all"
"""Value in addresses for every game, or all seasons."""
RECENT = 10
"""Evenings on the page; older ones have a page of their own."""


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


@dataclass(frozen=True)
class TablePage:
    """A table and its matches, latest first; `season` and `game` filter the statistics, None for all.

    `table` is None for the matches of a phone, which have no seasons.
    """

    matches: Sequence[OnTable]
    table: OurTable | None = None
    season: Season | None = None
    game: str | None = None

    @cached_property
    def seasons(self) -> list[Season]:
        return seasons_of(self.table) if self.table else []

    @property
    def games(self) -> list[str]:
        """The games played at the table, in the order of the registry."""
        found = {each.played.game for each in self.matches}
        return [game for game in GAMES if game in found]

    @cached_property
    def counted(self) -> list[OnTable]:
        """The matches that pass the filters, latest first."""
        return [
            each
            for each in self.matches
            if (self.season is None or self.season.has(each.played.created)) and self.game in (None, each.played.game)
        ]

    @property
    def running(self) -> list[OnTable]:
        """The unfinished matches, regardless of filters."""
        return [each for each in self.matches if not each.played.over]

    @cached_property
    def ranking(self) -> list[Standing]:
        return ranking(each.played for each in self.counted)

    @cached_property
    def duels(self) -> list[Duel]:
        """The duels between two named people, at least one of whom has won."""
        found = head_to_head(each.played for each in self.counted)
        return [duel for duel in found if any(duel.won) and not any(map(is_nobody, duel.names))]

    @property
    def one_game(self) -> str | None:
        """The game of all counted matches; None if there are several, since categories differ between games."""
        found = {each.played.game for each in self.counted}
        return found.pop() if len(found) == 1 else None

    @cached_property
    def categories(self) -> list[Category]:
        """The categories of the game; empty if several games are counted."""
        return categories(each.played for each in self.counted) if self.one_game else []

    @cached_property
    def pairs(self) -> list[Standing]:
        """The ranking of teams, if several have played."""
        found = ranking(by_pairs(each.played for each in self.counted))
        return found if len(found) > 1 else []

    @cached_property
    def records(self) -> dict[str, list[Record]]:
        """Best rounds, biggest wins and closest finishes, with ties; empty if several games are counted."""
        if not self.one_game:
            return {}
        played = [each.played for each in self.counted]
        found = {"round": best_rounds(played), "win": biggest_wins(played), "close": closest_finishes(played)}
        return {name: records for name, records in found.items() if records}

    @cached_property
    def evenings(self) -> dict[date, Evening]:
        """The counted evenings, latest first."""
        found = evenings(each.played for each in self.counted if each.played.over)
        return {day: Evening(matches) for day, matches in found.items()}

    def of_evening(self, day: date) -> list[OnTable]:
        return [each for each in reversed(self.matches) if evening_of(each.played.created) == day]
