"""Sides of a match that are called alike get a number: "A & B" with "C" and "A" with "B & C" had no page."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Number each side that is called like one before; players keep their names."""
    match = sa.table("match", sa.column("id", sa.Integer), sa.column("sides", sa.JSON))
    connection = op.get_bind()
    for row in connection.execute(sa.select(match)).mappings().all():
        if (sides := told_apart(row["sides"])) != row["sides"]:
            connection.execute(match.update().where(match.c.id == row["id"]).values(sides=sides))


def downgrade() -> None:
    """Keep the numbers: without them the version before shows no page of these matches."""


def told_apart(sides: Sequence[str]) -> list[str]:
    """The names of sides, a repeated one with the number of its seat.

    >>> told_apart(["A & B & C", "A & B & C", "D"])
    ['A & B & C', 'A & B & C (2)', 'D']
    """
    names: list[str] = []
    for seat, side in enumerate(sides, 1):
        names.append(f"{side} ({seat})" if side in names else side)
    return names
