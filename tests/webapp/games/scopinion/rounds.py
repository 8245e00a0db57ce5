"""A table of Scopinion and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

TABLE = Table(
    "scopinion",
    {"counts_0_deck_spades": "11", "counts_0_deck_green": "8", "counts_1_vault_red": "3"},
    {"counts_1_deck_spades": "2", "counts_1_deck_green": "9", "counts_0_vault_red": "1"},
    path="",
    only_round=True,
)
