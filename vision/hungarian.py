"""The assignment problem: give every row a column of its own so that the costs sum to as little as possible.

The Hungarian method with dual prices (Kuhn 1955; Jonker and Volgenant 1987). Plain Python, because forty cards need no
more: rows * rows * columns steps at worst, and about rows * columns where the rows hardly compete.
"""

from collections.abc import Sequence
from math import isfinite

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
    if not all(isfinite(each) for row in cost for each in row):
        raise ValueError("costs must be finite numbers")
    row_price, column_price = [0.0] * len(cost), [0.0] * (width + 1)
    holder: list[int | None] = [None] * (width + 1)  # the row of each column; the extra last one starts a search
    for first in range(len(cost)):
        # Dijkstra's shortest path, in reduced costs, from this row to a column that nobody holds.
        column, holder[width] = width, first
        distance, came_from, left = [INFINITE] * width, [width] * width, set(range(width))
        closed = list[tuple[int, int]]()
        while (row := holder[column]) is not None:
            closed.append((row, column))
            for other in left:
                through = cost[row][other] - row_price[row] - column_price[other]
                if through < distance[other]:
                    distance[other], came_from[other] = through, column
            column = min(left, key=distance.__getitem__)
            left.remove(column)
            step = distance[column]
            for held, reached in closed:
                row_price[held] += step
                column_price[reached] -= step
            for other in left:
                distance[other] -= step
        while column != width:  # the rows along the path hand their columns on
            holder[column] = holder[came_from[column]]
            column = came_from[column]
    columns = [0] * len(cost)
    for column, held_by in enumerate(holder[:width]):
        if held_by is not None:
            columns[held_by] = column
    return columns
