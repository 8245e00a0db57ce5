"""House rules: declared once, described for forms and help, read strictly."""

import pytest

from scoring.options import Option, OptionValue, describe, read_options
from scoring.problems import Report
from scoring.scopa.options import Options

# rules.md, section 1: name, default, the other values (None where any whole number from 1 on is allowed), and what it
# is in which variant where it is not given.
TABLE: list[tuple[str, OptionValue, list[OptionValue] | None, dict[OptionValue, OptionValue] | None]] = [
    ("variant", "classic", ["scopone", "scientifico", "assi", "quindici", "sevens", "cirulla"], None),
    ("hand", 3, [9, 10], {"scopone": 9, "scientifico": 10}),
    ("takes", "sum", ["fifteen", "both"], {"quindici": "fifteen", "cirulla": "both"}),
    ("ace", "plain", ["takes-all"], {"assi": "takes-all", "cirulla": "takes-all"}),
    ("count", "primiera", ["sevens"], {"sevens": "sevens"}),
    ("ace_alone", "stays", ["takes-itself"], None),
    ("kings_redeal", "always", ["nine", "never"], None),
    ("target", 11, None, {"cirulla": 51}),
    ("reach", "reach", ["exceed"], None),
    ("end", "source", ["more-points", "counting-order"], None),
    ("coins", "most", ["six"], None),
    ("cards", "most", ["twenty-one"], None),
    ("primiera", "points", ["sevens", "settanta"], None),
    ("primiera_missing", "loses", ["no-compete", "sum"], None),
    ("figures", 10, ["ranked", 0], None),
    ("re_bello", False, [True], None),
    ("napola", False, [True], None),
    ("cappotto", "napola", ["always", "never"], {"cirulla": "always"}),
    ("ace_sweep", True, [False], None),
    ("captures", "source", ["fewest", "free"], {"cirulla": "fewest"}),
    ("last_sweep", False, [True], None),
    ("great", False, [True], {"cirulla": True}),
    ("small", False, [True], {"cirulla": True}),
]


def test_the_options_are_those_of_the_rules() -> None:
    assert [option.name for option in describe(Options)] == [name for name, *_ in TABLE]
    for option, (_, default, others, by_variant) in zip(describe(Options), TABLE, strict=True):
        assert option.default == default
        assert getattr(Options(), option.name) == default
        if others is None:
            assert (option.kind, option.minimum, option.offered) == ("number", 1, (11, 16, 21, 31))
        else:
            assert option.values == (default, *others)
            left = by_variant is not None  # then it is not only yes or no
            assert option.kind == ("flag" if isinstance(default, bool) and not left else "choice")
        assert (dict(option.follows.values) if option.follows else None) == by_variant


@pytest.mark.parametrize("variant", TABLE[0][2])
def test_what_is_not_given_the_variant_says(variant: str) -> None:
    for name, default, _, by_variant in TABLE[1:]:
        assert getattr(Options(variant=variant), name) == (by_variant or {}).get(variant, default)


@pytest.mark.parametrize("variant", ["classic", "scopone", "quindici", "assi", "cirulla"])
def test_what_is_given_overrides_the_variant_also_with_a_default(variant: str) -> None:
    """ "Each of the four, when it is given, overrides what the variant says." """
    given = {"hand": 3, "takes": "sum", "ace": "plain", "target": 11, "captures": "source", "great": False}
    options = read_options(Options, {"variant": variant, **given}, Report())
    assert {name: getattr(options, name) for name in given} == given


def test_null_is_no_way_to_leave_an_option_out() -> None:
    report = Report()
    assert read_options(Options, {"variant": "scopone", "hand": None}, report).hand == 9
    assert [(problem.code, problem.field) for problem in report.problems] == [("bad_option", "hand")]


def test_an_option_that_follows_another_says_something_also_with_its_default() -> None:
    says = {option.name: option.says(option.default) for option in describe(Options)}
    assert {name for name, said in says.items() if said} == {
        "hand", "takes", "ace", "count", "target", "captures", "cappotto", "great", "small",
    }  # fmt: skip


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
