"""The assignment of least cost is as good as the best of all assignments, tried one by one."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.hungarian import assign

Table = list[list[float]]


def total(cost: Table, columns: list[int]) -> float:
    return sum(row[column] for row, column in zip(cost, columns, strict=True))


def least(cost: Table) -> float:
    """The least total of every assignment there is."""
    return min(total(cost, list(columns)) for columns in permutations(range(len(cost[0])), len(cost)))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """One to five rows, no fewer columns; small whole numbers among the costs, so that many assignments tie."""
    rows = draw(st.integers(1, 5))
    columns = draw(st.integers(rows, 6))
    numbers = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6))
    return draw(st.lists(st.lists(numbers, min_size=columns, max_size=columns), min_size=rows, max_size=rows))


@given(tables())
def test_no_other_assignment_costs_less(cost: Table) -> None:
    columns = assign(cost)
    assert len(set(columns)) == len(cost)
    assert total(cost, columns) == pytest.approx(least(cost), abs=1e-6)


def test_the_cheapest_column_goes_to_the_row_that_would_lose_most_without_it() -> None:
    """Worked: both rows want column 0. Row 1 would pay 9 more elsewhere, row 0 only 1 more."""
    assert assign([[1, 2, 9], [1, 10, 10]]) == [1, 0]


def test_a_chain_of_rows_hands_its_columns_on() -> None:
    """Worked: the last row can only have column 0, whose holder moves to 1, and the holder of that to 2."""
    assert assign([[0, 1, 9], [9, 0, 1], [0, 50, 50]]) == [1, 2, 0]


@pytest.mark.parametrize("size", [40, 60])
def test_the_costs_that_make_every_row_compete_are_solved_exactly(size: int) -> None:
    """Rows times columns: the sum is least where the larger factors meet the smaller (the rearrangement inequality)."""
    cost = [[float(row * column) for column in range(1, size + 1)] for row in range(1, size + 1)]
    assert assign(cost) == list(reversed(range(size)))


def test_no_rows_need_no_columns() -> None:
    assert assign([]) == []


@pytest.mark.parametrize(
    "cost", [[[1.0], [2.0]], [[1.0, 2.0], [1.0]], [[float("inf")]], [[float("nan"), float("nan")]]], ids=str
)
def test_what_has_no_assignment_is_refused(cost: Table) -> None:
    with pytest.raises(ValueError, match=r"rows|column|finite"):
        assign(cost)
