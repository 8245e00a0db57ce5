"""Independent scorers and simulators of the games; the tests compare `scoring` with them.

Each game has one module here with its name. It follows `rules.md` literally, and shares only the card codes with
`scoring`, so that a mistake is not made twice. It takes only valid matches; finding errors is `scoring`'s work.
`tests/oracles/scopinion.py` is the shortest one.

- `random_match(random)`: a match as legal play makes it, under house rules drawn at random.
- `long_match(random, rounds)`: a match of whole rounds by cards under the default rules, with a target out of reach.
- `score(document)`: the points of every round, the totals, whether it is finished and who won. Where it says
  `warnings`, a set of codes a round, a random match may be anything that is no error; `checks` is a list a round.
- `QUESTIONS`, where there are any: `ask` -> a function from a random generator to a question about the game and the
  parts of the answer that the oracle knows.

`duel` compares the two on random matches and questions: `python -m tests.oracles.duel --matches 5000` runs as many as
one likes. `spoil` makes right documents wrong. `italian` is what the games of forty cards share.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

Document = dict[str, Any]
Asked = Callable[[Random], tuple[Document, Document]]


class Oracle(Protocol):
    """The contents of a game's module."""

    def random_match(self, random: Random) -> Document:
        """A match as legal play makes it, under house rules drawn at random."""

    def long_match(self, random: Random, rounds: int) -> Document:
        """A match of `rounds` rounds by cards, or of as many as the game can have, that is not over before."""

    def score(self, document: Document) -> Document:
        """`rounds`: the points of each; `totals`, `finished`, `winners`."""


def oracle(game: str) -> Oracle:
    """The oracle of a game, by its name in the contract."""
    module = import_module(f"tests.oracles.{game}")
    return cast(Oracle, module)


def questions(game: str) -> Mapping[str, Asked]:
    """The questions about a game that its oracle can answer."""
    return getattr(oracle(game), "QUESTIONS", {})
