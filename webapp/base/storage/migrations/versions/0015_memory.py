"""The tables between 0.3.0 and 0.4.0: memory beyond the evening, photographs and films in rows, data of several hosts.

Matches end, are deleted, follow each other, and belong to a table with seasons. Links can be changed. Photographs and
films wait in rows to be read; `webapp.photos.store` imports the files of a data directory when the server starts.
Confirmed cards of unknown artwork are learned.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import (
    Sql,
    both_ways,
    column,
    index,
    needed,
    numbered,
    reference,
    table,
    text,
    token,
)

revision = "0015"
down_revision = "0006"

ALONE: dict[str, Any] = {"primary_key": True, "autoincrement": False}
"""A key whose numbers the database does not count."""
COUNTED = (
    "INSERT INTO counted_form (match_id, token, number, undone) "
    "SELECT match_id, save_token, MIN(number), FALSE FROM round GROUP BY match_id, save_token"
)
"""The last form of each round that counts now, so that it counts no other."""

upgrade, downgrade = both_ways(
    Sql(back="DROP TABLE IF EXISTS rate_limit"),  # of 0.4.0; 0020
    *(column("match", name, sa.DateTime) for name in ("ended", "removed")),
    *(column("match", name, sa.String(32)) for name in ("series", "device")),
    index("match", "series"),
    column("round", "corrected", sa.DateTime),
    column("photo", "film", sa.JSON),
    column("visit", "revoked", sa.String(8)),
    Sql(back="DELETE FROM visit WHERE revoked IS NOT NULL"),  # phones do not regain lost access
    table(
        "our_table",
        *(numbered(), token(), text("name", 40), sa.Column("device", sa.String(32)), sa.Column("removed", sa.DateTime)),
        *needed(sa.DateTime, "created"),
    ),
    table(
        "table_match",
        reference("match", primary_key=True),
        reference("our_table", "table_id", nullable=False, index=True),
    ),
    table(
        "table_visit",
        sa.Column("device", sa.String(32), primary_key=True),
        reference("our_table", "table_id", primary_key=True),
        *needed(sa.DateTime, "seen"),
    ),
    table(
        "table_season",
        reference("our_table", "table_id", primary_key=True),
        sa.Column("began", sa.DateTime, primary_key=True),
    ),
    table(
        "entering",
        *(reference("match", primary_key=True), sa.Column("device", sa.String(32), primary_key=True)),
        *(*needed(sa.Integer, "number"), text("side", 80), *needed(sa.DateTime, "seen")),
    ),
    table(
        "counted_form",
        *(reference("match", primary_key=True), sa.Column("token", sa.String(32), primary_key=True)),
        *(*needed(sa.Integer, "number"), *needed(sa.Boolean, "undone")),
    ),
    Sql(COUNTED),
    table("changed_link", sa.Column("token", sa.String(32), primary_key=True), text("successor", 32, index=True)),
    table("shared_key", sa.Column("name", sa.String(20), primary_key=True), text("value", 200)),
    table(
        "deck_file",
        *(sa.Column("name", sa.String(40), primary_key=True), *needed(sa.Boolean, "club"), text("family", 20)),
        *(*needed(sa.Integer, "cards", "version"), *needed(sa.DateTime, "changed"), *needed(sa.LargeBinary, "content")),
    ),
    table(
        "picture",
        *(sa.Column("token", sa.String(32), primary_key=True), *needed(sa.LargeBinary, "data")),
        sa.Column("created", sa.DateTime, nullable=False, index=True),
    ),
    table(
        "upload",
        *(numbered(), token(), text("kind", 12)),
        *(reference(owner, index=True) for owner in ("match", "question", "enrolment")),
        *(text("place", 80), *needed(sa.JSON, "about"), text("replaces", 32), text("device", 32), text("pattern", 40)),
        *(sa.Column("data", sa.LargeBinary), text("state", 10, index=True), text("reason", 120)),
        *needed(sa.Integer, "tries", "turn"),
        *(sa.Column("created", sa.DateTime, nullable=False, index=True), sa.Column("begun", sa.DateTime)),
        *(text("film", 32, server_default=""), sa.Column("cards", sa.Integer), sa.Column("share", sa.Double)),
        sa.Column("live", sa.Boolean, nullable=False, server_default=sa.false()),
    ),
    table(
        "film_piece",
        *(sa.Column("film", sa.String(32), primary_key=True), sa.Column("number", sa.Integer, **ALONE)),
        *(*needed(sa.LargeBinary, "data"), sa.Column("created", sa.DateTime, nullable=False, index=True)),
    ),
    table(
        "live_film",
        *(reference("upload", **ALONE), *needed(sa.Integer, "packs"), sa.Column("family", sa.String(20))),
        *(sa.Column("frame", sa.LargeBinary), *needed(sa.Integer, "number"), *needed(sa.Double, "at")),
        *(*needed(sa.Boolean, "still"), sa.Column("reading", sa.Integer), sa.Column("begun", sa.DateTime)),
        *(*needed(sa.Integer, "read"), *needed(sa.LargeBinary, "memory"), *needed(sa.JSON, "cards", "again")),
        *(*needed(sa.Boolean, "full"), sa.Column("touched", sa.DateTime, nullable=False, index=True)),
    ),
    table(
        "live_frame",
        *(reference("upload", **ALONE), sa.Column("number", sa.Integer, **ALONE), *needed(sa.Double, "at")),
        *(*needed(sa.LargeBinary, "seen"), *needed(sa.Integer, "width", "height"), sa.Column("still", sa.LargeBinary)),
    ),
    table(
        "learned_card",
        *(numbered(), reference("match", nullable=False, index=True), text("deck", 40)),
        *(*needed(sa.Integer, "number", "seat"), text("code", 8), *needed(sa.LargeBinary, "embedding")),
    ),
)
