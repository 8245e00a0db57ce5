"""Changes of the tables, each declared once: a migration makes them, and its way back takes them back in reverse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from alembic import op
from alembic.operations.ops import AddColumnOp, CreateIndexOp, CreateTableOp
from sqlalchemy.schema import SchemaItem


@dataclass(frozen=True)
class Sql:
    """A statement for each direction; an empty one does nothing, `dialect` limits both to one kind of database."""

    forward: str = ""
    back: str = ""
    dialect: str = ""


Change = AddColumnOp | CreateIndexOp | CreateTableOp | Sql


def both_ways(*changes: Change) -> tuple[Callable[[], None], Callable[[], None]]:
    """The functions `upgrade` and `downgrade` of a migration."""

    def upgrade() -> None:
        for change in changes:
            if not (isinstance(change, AddColumnOp) and _is_there(change)):
                _make(change, change.forward if isinstance(change, Sql) else change)

    def downgrade() -> None:
        for change in reversed(changes):
            _make(change, change.back if isinstance(change, Sql) else change.reverse())

    return upgrade, downgrade


def _is_there(new: AddColumnOp) -> bool:
    """Whether the table has the column, from a revision that is gone (`webapp.base.storage.db.BETWEEN`)."""
    return new.column.name in {each["name"] for each in sa.inspect(op.get_bind()).get_columns(new.table_name)}


def _make(change: Change, made: Any) -> None:
    if not isinstance(change, Sql):
        op.invoke(made)
    elif made and change.dialect in ("", op.get_bind().dialect.name):
        op.execute(made)


def renamed(statement: str, old: str, new: str, dialect: str = "") -> Sql:
    """A renaming; `statement` has `{}` for either name."""
    return Sql(statement.format(old, new), statement.format(new, old), dialect)


def table(name: str, *parts: SchemaItem) -> CreateTableOp:
    return CreateTableOp(name, parts)


def column(table: str, name: str, kind: Any, **options: Any) -> AddColumnOp:
    """A new column; it may be empty unless it has a `server_default`."""
    return AddColumnOp(table, sa.Column(name, kind, nullable="server_default" not in options, **options))


def index(table: str, name: str) -> CreateIndexOp:
    """The index of one column, named as SQLAlchemy names it."""
    return CreateIndexOp(f"ix_{table}_{name}", table, [name])


def numbered() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def text(name: str, length: int, **options: Any) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False, **options)


def token(name: str = "token") -> sa.Column[str]:
    return text(name, 32, unique=True)


def needed(kind: Any, *names: str) -> list[sa.Column[Any]]:
    """Columns that are never empty."""
    return [sa.Column(name, kind, nullable=False) for name in names]


def reference(table: str, name: str = "", **options: Any) -> sa.Column[int]:
    """The row of another table with which a row is deleted."""
    return sa.Column(name or f"{table}_id", sa.Integer, sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), **options)
