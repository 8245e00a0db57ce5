"""Tables to play at: what the tests that hold in every game know of one, its game's own folder says.

`tests/webapp/games/<game>/rounds.py` has the `TABLE` of each game in `webapp.games.GAMES`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

import pytest

from tests.shares import share
from tests.webapp.pages import Page, Visitor
from webapp.games import GAMES

Answers = Mapping[str, str]
NAMES = ("Anna", "Bruno", "Carla")


@dataclass(frozen=True)
class Table:
    """One game with its sides; `path` is the address of its form, `ours` and `theirs` two rounds as it takes them.

    `buttons` are those of the game's own forms, without the number that the browser adds. With `only_round` one round
    is the whole match.
    """

    game: str
    ours: Answers
    theirs: Answers
    path: str = "quick"
    sides: int = 2
    buttons: tuple[str, ...] = ()
    only_round: bool = False

    def begin(self, visitor: Visitor) -> Page:
        """Start a match and open its board."""
        names = {f"name_{index}": name for index, name in enumerate(NAMES[: self.sides])}
        return visitor.begin(self.game, count=str(self.sides), **names)

    def address(self, board: Page, number: int = 1) -> str:
        """Return the address of the form of a round."""
        return f"{board.path}rounds/{number}/entry/{self.path}"

    def form(self, visitor: Visitor, board: Page, number: int = 1) -> Page:
        """Open the form of a round."""
        return visitor.get(self.address(board, number))

    def count(self, visitor: Visitor, page: Page, answers: Answers, status: int = 200) -> Page:
        """Fill in an open form and count the round; returns the receipt."""
        return visitor.send(page, f"/entry/{self.path}", button="count", status=status, **answers)

    def play(self, visitor: Visitor, board: Page, answers: Answers, number: int = 1) -> Page:
        """Open the form of a round, fill it in and count it; returns the receipt."""
        address = self.address(board, number)
        return visitor.once((address, answers), lambda: self.count(visitor, visitor.get(address), answers))


def table_of(game: str) -> Table:
    """The table that a game's test folder sets."""
    table: Table = import_module(f"tests.webapp.games.{game}.rounds").TABLE
    assert table.game == game
    return table


TABLES = tuple(table_of(game) for game in GAMES)
"""One a game."""


def some_tables(place: int) -> pytest.MarkDecorator:
    """Give a test every third game, from one of three places; with `THOROUGH=1` every game."""
    return pytest.mark.parametrize("table", share(TABLES, 3, place), ids=lambda table: table.game)
