"""House rules: declared once, described for forms and help, read strictly."""

from __future__ import annotations

import pytest

from scoring.options import Option, describe
from scoring.scopa import Options

# rules.md, section 1: name, default, the other values; None where any whole number from 1 on is allowed.
TABLE = [
    ("variant", "classic", ["scopone", "scientifico", "assi", "quindici", "sevens"]),
    ("target", 11, None),
    ("reach", "reach", ["exceed"]),
    ("end", "source", ["more-points", "counting-order"]),
    ("coins", "most", ["six"]),
    ("cards", "most", ["twenty-one"]),
    ("primiera", "points", ["sevens"]),
    ("primiera_missing", "loses", ["no-compete", "sum"]),
    ("figures", 10, ["ranked", 0]),
    ("re_bello", False, [True]),
    ("napola", False, [True]),
    ("ace_sweep", True, [False]),
    ("captures", "source", ["fewest", "free"]),
    ("last_sweep", False, [True]),
]


def test_the_options_are_those_of_the_rules() -> None:
    assert [option.name for option in describe(Options)] == [name for name, _, _ in TABLE]
    for option, (_, default, others) in zip(describe(Options), TABLE, strict=True):
        assert option.default == default
        assert getattr(Options(), option.name) == default
        if others is None:
            assert (option.kind, option.minimum, option.offered) == ("number", 1, (11, 16, 21, 31))
        else:
            assert option.values == (default, *others)
            assert option.kind == ("flag" if isinstance(default, bool) else "choice")


def test_a_default_is_allowed() -> None:
    assert all(option.accepts(option.default) for option in describe(Options))


@pytest.mark.parametrize(
    ("value", "accepted"), [(3, True), (6, True), (4, False), (0, False), (3.0, False), (True, False)]
)
def test_numbers_in_steps(value: object, accepted: bool) -> None:
    """Scarto's `deals` are 3 or a multiple."""
    assert Option("deals", 3, minimum=3, step=3).accepts(value) == accepted


def test_a_word_beside_the_numbers() -> None:
    """Scala 40's `full_hand` is "count" or a number."""
    option = Option("full_hand", "count", values=("count",), minimum=1)
    assert [option.accepts(value) for value in ("count", 100, 0, "100")] == [True, True, False, False]
    assert option.allowed == '"count", 1, 2, 3 ...'
