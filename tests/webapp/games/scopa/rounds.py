"""A table of Scopa and two rounds at it, for the tests that hold in every game."""

from tests.webapp.tables import Table

_ASKED = ("cards", "coins", "settebello", "primiera")

TABLE = Table(
    "scopa",
    {**{f"award_{rule}": "0" for rule in _ASKED}, "sweeps_1": "2"},
    {**{f"award_{rule}": "1" for rule in _ASKED}, "sweeps_0": "1"},
    buttons=("set/sweeps_0",),
)
