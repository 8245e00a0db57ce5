"""Interfaces through which a game sees a stored match, a round being entered, and a board.

Games do not import those packages. `webapp.entry.screen` and `webapp.match.scoreboard` implement these protocols.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from scoring.cards import Card
from scoring.match import Match as PlayedMatch
from scoring.match import MatchScore
from webapp.games.layout import Pile

Entry = dict[str, Any]
"""A round's entry, as the draft and the contract store it."""


class MatchView(Protocol):
    """A stored match as a game sees it: `sides` and `players` in seat order, `deck` the pattern on the table."""

    @property
    def game(self) -> str: ...

    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def sides(self) -> list[str]: ...

    @property
    def players(self) -> list[str]: ...

    @property
    def deck(self) -> str: ...


class EntryView(Protocol):
    """A round being entered, as a game sees it.

    `fields` is the draft so far, `rows` its plus or minus points by their ids, `options` the house rules with their
    defaults, `before` the match as it stood before the round. `away` are out of the match. `open_sides` have entered no
    pile, `unchecked_sides` one from a photograph that nobody has confirmed; `loose` are the codes in nobody's pile,
    `twice` the cards in two, with the sides.
    """

    @property
    def match(self) -> MatchView: ...

    @property
    def options(self) -> Any: ...

    @property
    def fields(self) -> Entry: ...

    @property
    def rows(self) -> Mapping[str, Any]: ...

    @property
    def before(self) -> MatchScore: ...

    @property
    def away(self) -> Sequence[str]: ...

    @property
    def piles(self) -> Sequence[Pile]: ...

    @property
    def open_sides(self) -> Sequence[str]: ...

    @property
    def unchecked_sides(self) -> Sequence[str]: ...

    @property
    def loose(self) -> Sequence[str]: ...

    @property
    def twice(self) -> Mapping[Card, Sequence[str]]: ...

    def cards(self, side: str) -> list[Card]:
        """The cards of a side, as entered so far."""


class BoardView(Protocol):
    """A match on its board, as a game sees it: the match as played, and its score."""

    @property
    def match(self) -> MatchView: ...

    @property
    def parsed(self) -> PlayedMatch: ...

    @property
    def score(self) -> MatchScore: ...
