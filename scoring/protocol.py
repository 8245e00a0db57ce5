"""The protocol of a game: its declarations, and what some questions need besides.

CONTRIBUTING.md says how a game is added. mypy finds what a game lacks, where its object is annotated as a `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from scoring.asking import Answer
from scoring.captures import CaptureRule
from scoring.cards import Deck
from scoring.fields import Fields
from scoring.lines import MatchState, Outcome, RoundScore
from scoring.problems import Problem, Report
from scoring.tricks import Tricks


class Game(Protocol):
    """One game: its declarations, and how its rounds are read, scored and judged.

    The value returned by `read` is the game's own and only passed to its `score`.
    """

    @property
    def name(self) -> str:
        """The game's name in the contract, and the name of its module."""

    @property
    def deck(self) -> Deck:
        """The cards used; in a game with several decks, the one on the table."""

    @property
    def seats(self) -> Sequence[int]:
        """The numbers of sides that can play."""

    @property
    def options(self) -> type:
        """The frozen dataclass of the house rules (`scoring.options`)."""

    @property
    def fields(self) -> Fields:
        """The fields of a round, with their shapes: where each names sides and cards (`scoring.fields`).

        `read` sees only these fields. `scoring.game.SHARED_FIELDS` are not listed.
        """

    @property
    def authorities(self) -> tuple[str, ...]:
        """The authorities that the referee asks about the end of a match (rules.md, section 7)."""

    @property
    def questions(self) -> Mapping[str, Ask]:
        """Questions about the game -> the functions that answer them: shared (`scoring.asking`) or the game's own."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule ids of its lines, which no other game has; `adjustment` is not listed."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Its own codes of errors and warnings, which no other game has; shared ones are not listed."""

    @property
    def checks(self) -> tuple[str, ...]:
        """The codes of its checks; several games may have the same."""

    def read(self, entry: Mapping[str, object], options: Any, state: MatchState, report: Report) -> Any:
        """Read one round of the contract's JSON; report everything wrong with it, and then the value does not count."""

    def score(self, played: Any, options: Any, state: MatchState) -> RoundScore:
        """Score a round returned by `read`, played in `state`."""

    def outcome(self, options: Any, before: MatchState, score: RoundScore) -> Outcome:
        """Decide whether `score` finishes the match that stood at `before`, and who won."""

    def verdict(self, authority: str, options: Any, before: MatchState, score: RoundScore) -> Outcome:
        """Decide the same by the rule of one authority, regardless of the options about the end."""


class AskedAbout(NamedTuple):
    """The game a question is about, its house rules, and the games that can be asked the same."""

    game: Game
    options: Any
    games: tuple[Game, ...]

    @property
    def deck(self) -> Deck:
        """The cards used; house rules may have taken some out (Scala 40 without jokers)."""
        deck: Deck = getattr(self.options, "deck", self.game.deck)
        return deck


Ask = Callable[[Mapping[str, object], AskedAbout, Report], Answer | None]
"""Reads and answers a question about a game; reports everything wrong with it, and then returns None."""


@runtime_checkable
class SeveralDecks(Protocol):
    """The part of a game that can be played with several decks."""

    def with_deck_of(self, entries: Iterable[object]) -> Game:
        """The game with the deck that the unread rounds of a match use."""


@runtime_checkable
class LimitsTotals(Protocol):
    """The part of a game whose rounds make only some totals: needed to doubt those of the question `tiebreak`."""

    def doubt(self, options: Any, totals: Mapping[str, int]) -> Problem | None:
        """Why the rounds before the last do not make `totals` by their cards; None where they can."""


@runtime_checkable
class TakesFromTable(Protocol):
    """The part of a game that captures from the table: needed for the questions `captures` and `unannounced`."""

    def capture_rule(self, options: Any) -> CaptureRule:
        """The capture rule under these house rules."""


@runtime_checkable
class PlaysTricks(Protocol):
    """The part of a game that is played in tricks: needed for the questions `play` and `trick`."""

    def tricks(self, options: Any) -> Tricks:
        """How tricks are played under these house rules."""
