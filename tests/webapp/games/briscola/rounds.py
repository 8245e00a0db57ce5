"""A table of Briscola and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

TABLE = Table(
    "briscola",
    {"points_0": "71", "points_1": "49"},
    {"points_0": "20", "points_1": "100"},
    buttons=("set/points_0", "set/removed"),
)
