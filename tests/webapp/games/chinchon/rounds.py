"""A table of Chinchón and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

TABLE = Table(
    "chinchon",
    {"closer": "0", "penalty_0": "4", "penalty_1": "34", "penalty_2": "20"},
    {"closer": "1", "penalty_0": "12", "penalty_1": "0", "penalty_2": "20"},
    sides=3,
    buttons=("set/closer",),
)
