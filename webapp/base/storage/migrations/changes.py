"""Changes of the tables, each declared once: a migration makes them, and its way back takes them back in reverse.

New tables and columns are named only: how they look, the models say. A step leads to today's tables, not to those of
its time, so all that is there already is left as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import sqlalchemy as sa
from alembic import op

from webapp.base.storage import orm


class Change(Protocol):
    """One change, in both directions."""

    def make(self) -> None: ...

    def take_back(self) -> None: ...


@dataclass(frozen=True)
class Sql:
    """A statement for each direction; an empty one does nothing."""

    forward: str = ""
    back: str = ""

    def make(self) -> None:
        if self.forward:
            op.execute(self.forward)

    def take_back(self) -> None:
        Sql(self.back).make()


class Tables:
    """New tables, by their names."""

    def __init__(self, *names: str) -> None:
        self.tables = [orm.metadata().tables[name] for name in names]

    def make(self) -> None:
        orm.metadata().create_all(op.get_bind(), self.tables)

    def take_back(self) -> None:
        orm.metadata().drop_all(op.get_bind(), self.tables)


class Columns:
    """New columns of a table, with their indexes; a column that may not be empty has a `server_default`."""

    def __init__(self, table: str, *names: str) -> None:
        self.table = orm.metadata().tables[table]
        self.columns = [self.table.c[name] for name in names]

    def make(self) -> None:
        there = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(self.table.name)}
        for column in self.columns:
            if column.name not in there:
                op.add_column(self.table.name, column)

    def take_back(self) -> None:
        for index in self.table.indexes:
            if {*index.columns} & {*self.columns}:
                index.drop(op.get_bind())
        for column in self.columns:
            op.drop_column(self.table.name, column.name)


def both_ways(*changes: Change) -> tuple[Callable[[], None], Callable[[], None]]:
    """The functions `upgrade` and `downgrade` of a migration."""

    def upgrade() -> None:
        for change in changes:
            change.make()

    def downgrade() -> None:
        for change in reversed(changes):
            change.take_back()

    return upgrade, downgrade
