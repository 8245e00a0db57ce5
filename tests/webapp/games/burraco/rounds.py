"""A table of Burraco and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

TABLE = Table(
    "burraco",
    {"cards_0": "365", "clean_0": "1", "cards_1": "210", "hand_1": "65", "pot_0": "y", "closed": "0"},
    {"cards_0": "150", "hand_0": "35", "cards_1": "310", "dirty_1": "2", "pot_1": "y", "closed": "1"},
    buttons=("set/clean_0", "set/clean_1", "set/semi_clean_0", "set/semi_clean_1", "set/dirty_0", "set/dirty_1"),
)
