"""The tables of 0.5.0: drafts by events; taught decks and the key of the cookies are rows on SQLite, too.

A draft has only the contract's JSON in `entry`, all else in columns. Sides of a match that are called alike get a
number: "A & B" with "C" and "A" with "B & C" had no page. Rate limits are counted in the memory of each process, and a
live film is its upload and its frames.

The table `live_film` of 0.4.0 stays unused: its processes, which run until they are restarted, delete from it at the
end of every photograph. The main branch had a column `events` of drafts, which stays unused, too.
"""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import context, op

from webapp.base.storage.migrations import older_files
from webapp.base.storage.migrations.changes import complete, drop_columns

revision = "0027"
down_revision = "0016"

BESIDE = ("kept", "adjust_rows", "confirmed", "entered_by", "asked", "moved")
"""The new columns of a draft."""
OUT_OF_ENTRY = {"follows", "adjust", "confirmed", "by", "again", "moved"}
"""Names in a 0.4.0 draft's entry that do not belong to the contract."""
TAUGHT_AGAIN = (
    "UPDATE enrolled_deck SET removed = NULL WHERE club AND removed < "
    "(SELECT changed FROM deck_file WHERE name = enrolled_deck.deck AND cards > 0)"
)
"""A deck that a phone removed, and the command line has taught since, was known by the time of its file."""
OF_0_4_0 = (
    "CREATE TABLE rate_limit (key VARCHAR(32) PRIMARY KEY, count INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL)",
    "CREATE INDEX ix_rate_limit_expires ON rate_limit (expires)",
    "CREATE TABLE IF NOT EXISTS live_film (upload_id INTEGER PRIMARY KEY REFERENCES upload (id) ON DELETE CASCADE, "
    "packs INTEGER NOT NULL, family VARCHAR(20), frame BYTEA, number INTEGER NOT NULL, at FLOAT NOT NULL, "
    "still BOOLEAN NOT NULL, reading INTEGER, begun TIMESTAMP, read INTEGER NOT NULL, memory BYTEA NOT NULL, "
    'cards JSON NOT NULL, again JSON NOT NULL, "full" BOOLEAN NOT NULL, touched TIMESTAMP NOT NULL)',
    "CREATE INDEX IF NOT EXISTS ix_live_film_touched ON live_film (touched)",
)


def upgrade() -> None:
    """Convert the rows to the new form; rows already converted stay as they are."""
    complete()
    op.execute("DROP TABLE IF EXISTS rate_limit")
    op.execute("UPDATE upload SET begun = created WHERE state = 'filming'")  # ended when the server starts
    if directory := context.config.attributes.get("directory"):
        older_files.take_in(op.get_bind(), directory)
    op.execute(TAUGHT_AGAIN)
    _rewrite("draft", ("entry", *BESIDE), lambda row: parted(row["entry"]) if OUT_OF_ENTRY & {*row["entry"]} else {})
    _rewrite("match", ("sides",), lambda row: {"sides": told_apart(row["sides"])})


def downgrade() -> None:
    """Rebuild the entries of drafts; undo of a moved photograph and of a deleted round is lost."""
    _rewrite("draft", ("entry", *BESIDE), lambda row: {"entry": _joined(row)})
    drop_columns("draft", *BESIDE)
    drop_columns("match", "dealt_from", "deck_said", "taken_out", "renumbered", "events", "colours", "way")
    for statement in OF_0_4_0:
        op.execute(statement)


def _rewrite(table: str, names: Sequence[str], change: Callable[[Any], dict[str, Any]]) -> None:
    """Update the JSON columns `names` of each row to those that `change` returns for them."""
    columns = [sa.column(name, sa.JSON(none_as_null=True)) for name in names]
    stored = sa.table(table, sa.column("id", sa.Integer), *columns)
    connection = op.get_bind()
    for row in connection.execute(sa.select(stored)).mappings().all():
        changed = change(row)
        if any(row[name] != value for name, value in changed.items()):
            connection.execute(stored.update().where(stored.c.id == row["id"]).values(**changed))


def told_apart(sides: Sequence[str]) -> list[str]:
    """The names of sides, with the seat's number added to repeated ones.

    >>> told_apart(["A & B & C", "A & B & C", "D"])
    ['A & B & C', 'A & B & C (2)', 'D']
    """
    names: list[str] = []
    for seat, side in enumerate(sides, 1):
        names.append(f"{side} ({seat})" if side in names else side)
    return names


def parted(entry: dict[str, Any]) -> dict[str, Any]:
    """Split the 0.4.0 entry of a draft into the columns that replace it."""
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
