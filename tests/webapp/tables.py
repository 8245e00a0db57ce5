"""A table of every game: who sits there, and two different rounds that its form of numbers or awards takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.webapp.pages import Page, Visitor

Answers = Mapping[str, str]
NAMES = ("Anna", "Bruno", "Carla")


@dataclass(frozen=True)
class Table:
    """One game with its sides; `path` is the address of its form, `ours` and `theirs` two rounds as it takes them."""

    game: str
    ours: Answers
    theirs: Answers
    path: str = "quick"
    sides: int = 2
    settings: Answers = field(default_factory=dict)

    def begin(self, visitor: Visitor) -> Page:
        """Start a match and open its board."""
        form = visitor.get(f"/new/{self.game}")
        names = {f"name_{index}": name for index, name in enumerate(NAMES[: self.sides])}
        share = visitor.send(form, f"/new/{self.game}", count=str(self.sides), **{**names, **self.settings})
        return visitor.get(share.link("To the board"))

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
        return self.count(visitor, self.form(visitor, board, number), answers)


TABLES = (
    Table(
        "scopa",
        {**{f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}, "sweeps_1": "2"},
        {**{f"award_{rule}": "1" for rule in ("cards", "coins", "settebello", "primiera")}, "sweeps_0": "1"},
    ),
    Table(
        "escoba",
        {
            **{f"award_{rule}": "0" for rule in ("most_cards", "most_coins", "seven_of_coins", "most_sevens")},
            "sweeps_1": "2",
            "wrong_1": "1",
        },
        {
            **{f"award_{rule}": "1" for rule in ("most_cards", "most_coins", "seven_of_coins", "most_sevens")},
            "sweeps_0": "1",
        },
    ),
    Table(
        "scala40",
        {"closer": "0", "penalty_1": "34", "penalty_2": "20", "in_hand": "y"},
        {"closer": "1", "penalty_0": "12", "penalty_2": "20"},
        sides=3,
    ),
    Table(
        "scarto",
        {"points_0": "30", "points_1": "30", "points_2": "18"},
        {"points_0": "10", "points_1": "28", "points_2": "40"},
        sides=3,
    ),
    Table(
        "scopinion",
        {"counts_0_deck_spades": "11", "counts_0_deck_green": "8", "counts_1_vault_red": "3"},
        {"counts_1_deck_spades": "2", "counts_1_deck_green": "9", "counts_0_vault_red": "1"},
        path="",
    ),
)
"""One table a game."""
