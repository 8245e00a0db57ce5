"""The assignment problem: give every row a column of its own so that the costs sum to as little as possible.

The method is that of shortest augmenting paths with dual prices, known as the Hungarian or Jonker-Volgenant algorithm
(Jonker and Volgenant 1987; Crouse 2016). Plain Python, because forty cards need no more: rows * rows * columns steps
at worst, and about rows * columns where the rows hardly compete.
"""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = -1
INFINITE = float("inf")


def assign(cost: Sequence[Sequence[float]]) -> list[int]:
    """The column of every row in an assignment of least total cost.

    `cost`: R rows of C finite numbers, R <= C; no column is given twice. Raises ValueError where there are more rows
    than columns, or rows of different lengths.
    """
    width = len(cost[0]) if cost else 0
    if any(len(row) != width for row in cost):
        raise ValueError("rows of different lengths")
    if len(cost) > width:
        raise ValueError(f"{len(cost)} rows cannot have a column each: there are {width}")
    row_price, column_price = [0.0] * len(cost), [0.0] * width
    holder = [NOBODY] * width  # the row that has this column
    for row in range(len(cost)):
        _augment(cost, row, row_price, column_price, holder)
    columns = [NOBODY] * len(cost)
    for column, row in enumerate(holder):
        if row != NOBODY:
            columns[row] = column
    return columns


def _augment(
    cost: Sequence[Sequence[float]],
    first: int,
    row_price: list[float],
    column_price: list[float],
    holder: list[int],
) -> None:
    """Give row `first` a column too: Dijkstra's shortest path, in reduced costs, to a column that nobody holds.

    The rows along the path hand their columns on; the prices change so that no reduced cost is negative.
    """
    width = len(holder)
    distance, reached_from = [INFINITE] * width, [NOBODY] * width
    open_columns, closed = list(range(width)), list[int]()
    row, travelled = first, 0.0
    while True:
        costs, offset = cost[row], travelled - row_price[row]
        nearest, least = NOBODY, INFINITE
        for column in open_columns:
            through = costs[column] - column_price[column] + offset
            if through < distance[column]:
                distance[column], reached_from[column] = through, row
            # Of columns equally near one that is free ends the search.
            if distance[column] < least or (distance[column] == least and holder[column] == NOBODY):
                nearest, least = column, distance[column]
        if least == INFINITE:
            raise ValueError("costs must be finite numbers")
        open_columns.remove(nearest)
        travelled = least
        if holder[nearest] == NOBODY:
            break
        closed.append(nearest)
        row = holder[nearest]
    row_price[first] += travelled
    for column in closed:
        row_price[holder[column]] += travelled - distance[column]
        column_price[column] -= travelled - distance[column]
    _hand_on(nearest, first, reached_from, holder)


def _hand_on(free: int, first: int, reached_from: list[int], holder: list[int]) -> None:
    """Along the path each row takes the next column, and row `first` the column that began it."""
    held = {row: column for column, row in enumerate(holder) if row != NOBODY}
    column = free
    while True:
        row = reached_from[column]
        holder[column] = row
        if row == first:
            return
        column = held[row]
