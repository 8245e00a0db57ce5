"""Steps between the tables of two released versions: upgrades create missing parts, downgrades drop newer ones.

The models define tables and columns. A step leads to today's tables, not to those of its time.
"""

import sqlalchemy as sa
from alembic import op

from webapp.base.storage import orm


def complete() -> None:
    """Create the missing tables and columns; a column that may not be null has a `server_default`."""
    connection = op.get_bind()
    orm.metadata().create_all(connection)
    for table in orm.metadata().sorted_tables:
        there = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                op.add_column(table.name, column)


def drop_tables(*names: str) -> None:
    orm.metadata().drop_all(op.get_bind(), [orm.metadata().tables[name] for name in names])


def drop_columns(table: str, *names: str) -> None:
    """Drop columns of a table, with their indexes."""
    for index in orm.metadata().tables[table].indexes:
        if {*index.columns.keys()} & {*names}:
            index.drop(op.get_bind())
    for name in names:
        op.drop_column(table, name)
