"""A table of Tressette and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

TABLE = Table(
    "tressette",
    {"points_0": "7", "points_1": "4", "said_0": "3", "said_1": "0"},
    {"points_0": "2", "points_1": "9", "said_0": "0", "said_1": "4"},
    buttons=("set/points_0", "set/said_0"),
)
