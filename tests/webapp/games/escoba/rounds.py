"""A table of Escoba and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

_ASKED = ("most_cards", "most_coins", "seven_of_coins", "most_sevens")

TABLE = Table(
    "escoba",
    {**{f"award_{rule}": "0" for rule in _ASKED}, "sweeps_1": "2", "wrong_1": "1"},
    {**{f"award_{rule}": "1" for rule in _ASKED}, "sweeps_0": "1"},
    buttons=("set/sweeps_0", "set/wrong_0"),
)
