"""The protocol a game speaks, and the registry of the games there are.

Where a new game goes: one module here with a class like `scoring.scopa.Scopa`, and its line in `GAMES`; its words, a
module like `webapp.explain.scopa`, and their line in `webapp.explain.games`; its templates; its tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from scoring.cards import Deck
from scoring.escoba import ESCOBA
from scoring.lines import Outcome, RoundScore, Standing
from scoring.problems import Report
from scoring.scala40 import SCALA40
from scoring.scarto import SCARTO
from scoring.scopa import SCOPA
from scoring.scopinion import SCOPINION


class Game(Protocol):
    """Reading, scoring and judging the rounds of one game.

    `seats` are the numbers of sides it can be played by, `options` the frozen dataclass of its house rules
    (`scoring.options`), `authorities` whom the referee asks about the end of a match (rules.md, section 6).
    What `read` returns is the game's own and is only handed to its `score`.
    """

    @property
    def name(self) -> str: ...

    @property
    def deck(self) -> Deck: ...

    @property
    def seats(self) -> Sequence[int]: ...

    @property
    def options(self) -> type: ...

    @property
    def authorities(self) -> tuple[str, ...]: ...

    def read(self, entry: Mapping[str, object], options: Any, standing: Standing, report: Report) -> Any:
        """Return one round of the contract's JSON as a value; report everything wrong, and return None then."""

    def score(self, played: Any, options: Any, standing: Standing) -> RoundScore:
        """Return the lines and warnings of a round that `read` returned, played in `standing`."""

    def outcome(self, options: Any, before: Standing, score: RoundScore) -> Outcome:
        """Return whether `score` finishes the match that stood as `before`, and who won."""

    def verdict(self, authority: str, options: Any, before: Standing, score: RoundScore) -> Outcome:
        """Return the same as `outcome` by the rule of one authority, whatever the options say of the end."""


@runtime_checkable
class SeveralDecks(Protocol):
    """What a game has besides that is played with one of several decks: `deck` is then the one on the table."""

    def with_deck_of(self, entries: Iterable[object]) -> Game:
        """Return the game with the deck that the rounds of a match, unread, are entered with."""


GAMES: Mapping[str, Game] = {game.name: game for game in (SCOPA, ESCOBA, SCARTO, SCALA40, SCOPINION)}
"""Every game there is, by its name in the contract."""
