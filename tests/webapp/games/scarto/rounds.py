"""A table of Scarto and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

TABLE = Table(
    "scarto",
    {"points_0": "30", "points_1": "30", "points_2": "18"},
    {"points_0": "10", "points_1": "28", "points_2": "40"},
    sides=3,
    buttons=("set/points_0",),
)
