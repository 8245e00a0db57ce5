"""A draft has only the contract's JSON in `entry`, all else in columns; a match keeps its last removed round.

A match records which round its chosen dealer deals, and which deck the table said lies there. Rate limits are counted
in the memory of each process: 0.4.0 counted them in a table, which the way back makes.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from webapp.base.storage.migrations.changes import Columns, Sql, both_ways

revision = "0020"
down_revision = "0016"

BESIDE = ("kept", "adjust_rows", "confirmed", "entered_by", "events", "asked", "moved")
LIMITS = "CREATE TABLE rate_limit (key VARCHAR(32) PRIMARY KEY, count INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL)"

_add, _drop = both_ways(
    Columns("match", "dealt_from", "deck_said", "taken_out"),
    Sql(back="CREATE INDEX ix_rate_limit_expires ON rate_limit (expires)"),
    Sql("DROP TABLE IF EXISTS rate_limit", LIMITS),
    Columns("draft", *BESIDE),
)


def upgrade() -> None:
    """Add the columns, and move data of open drafts from their entries into them."""
    _add()
    _rewrite(lambda row: parted(row["entry"]))


def downgrade() -> None:
    """Move it back into the entries; undo of a moved photograph and of a removed round is lost."""
    _rewrite(lambda row: {"entry": _joined(row)})
    _drop()


def parted(entry: dict[str, Any]) -> dict[str, Any]:
    """The columns of a draft that kept all of this in its entry."""
    left = dict(entry)
    rows = {str(place): _row(row) for place, row in enumerate(left.pop("adjust", None) or ())}
    left.pop("moved", None)  # earlier the state before; now the draft keeps how to undo
    return {
        "kept": {"follows": left.pop("follows")} if "follows" in left else {},
        "adjust_rows": rows,
        "confirmed": left.pop("confirmed", None) or {},
        "entered_by": left.pop("by", None) or {},
        "asked": left.pop("again", None),
        "entry": left,
    }


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """A row of adjusted points; rows of a correction had the sign in the points, as in the contract."""
    points = row.get("points")
    minus = bool(row.get("minus", (points or 0) < 0))
    points = None if points is None else abs(points)
    return {"side": row.get("side"), "minus": minus, "points": points, "reason": row.get("reason") or ""}


def _joined(row: dict[str, Any]) -> dict[str, Any]:
    beside = {"confirmed": row["confirmed"], "by": row["entered_by"], "again": row["asked"]}
    entry = {**row["entry"], **row["kept"], **{name: value for name, value in beside.items() if value}}
    return {**entry, "adjust": list(row["adjust_rows"].values())} if row["adjust_rows"] else entry


def _rewrite(change: Any) -> None:
    names = ("entry", *BESIDE)
    draft = sa.table(
        "draft", sa.column("id", sa.Integer), *(sa.column(name, sa.JSON(none_as_null=True)) for name in names)
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(draft)).mappings().all():
        connection.execute(draft.update().where(draft.c.id == row["id"]).values(**change(row)))
