"""The tables of version 0.2.0, the first that still opens: matches, questions, house rules, decks that are taught."""

from __future__ import annotations

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import both_ways, needed, numbered, reference, table, text, token

revision = "0004"
down_revision = None

upgrade, downgrade = both_ways(
    table(
        "match",
        *(numbered(), token("play_token"), token("watch_token"), text("game", 20), text("deck", 40)),
        *needed(sa.JSON, "options", "sides", "players"),
        *needed(sa.Integer, "first_dealer", "version"),
        *needed(sa.DateTime, "created"),
    ),
    table(
        "round",
        *(numbered(), reference("match", nullable=False), text("save_token", 32)),
        *needed(sa.Integer, "number", "version"),
        *needed(sa.JSON, "entry"),
        *needed(sa.DateTime, "saved"),
        sa.UniqueConstraint("match_id", "number"),
    ),
    table(
        "draft",
        *(numbered(), reference("match", nullable=False), text("device", 32, index=True), text("method", 10)),
        *needed(sa.Integer, "number"),
        *needed(sa.JSON, "entry"),
        sa.Column("rest_side", sa.String(80)),
        sa.Column("base_version", sa.Integer),
        *needed(sa.DateTime, "changed"),
        sa.UniqueConstraint("match_id", "number", "device"),
    ),
    table(
        "question",
        *(numbered(), token(), reference("match", index=True), text("device", 32), text("ask", 20), text("game", 20)),
        text("deck", 40),
        *needed(sa.JSON, "entry"),
        *(
            sa.Column("choice", sa.String(200)),
            sa.Column("decision", sa.String(200)),
            sa.Column("decided", sa.DateTime),
        ),
        *needed(sa.DateTime, "created"),
    ),
    table(
        "photo",
        *(numbered(), token(), reference("draft", index=True), reference("question", index=True), text("side", 80)),
        *needed(sa.Integer, "width", "height"),
        *needed(sa.JSON, "findings", "notes"),
        *needed(sa.Boolean, "checked"),
        *needed(sa.DateTime, "taken"),
    ),
    table(
        "visit",
        sa.Column("device", sa.String(32), primary_key=True),
        reference("match", primary_key=True, nullable=False),
        *needed(sa.Boolean, "plays"),
        *needed(sa.DateTime, "seen"),
    ),
    table(
        "profile",
        *(numbered(), token(), text("device", 32, index=True), text("game", 20), text("name", 40)),
        *needed(sa.JSON, "options"),
        sa.Column("removed", sa.DateTime),
        *needed(sa.DateTime, "changed"),
    ),
    table(
        "teaching",
        numbered(),
        token(),
        text("device", 32, index=True),
        text("name", 40),
        text("family", 20),
        *needed(sa.DateTime, "created"),
    ),
    table(
        "teaching_sheet",
        *(numbered(), reference("teaching", nullable=False), text("suit", 8), token()),
        *needed(sa.Integer, "width", "height"),
        *needed(sa.JSON, "corners", "notes"),
        *needed(sa.LargeBinary, "directions"),
        *needed(sa.Boolean, "confirmed"),
        sa.UniqueConstraint("teaching_id", "suit"),
    ),
    table(
        "taught_deck",
        *(
            numbered(),
            sa.Column("deck", sa.String(40), nullable=False, unique=True),
            text("device", 32, index=True),
            text("name", 40),
        ),
        text("family", 20),
        *needed(sa.Boolean, "club", "learns"),
        sa.Column("removed", sa.DateTime),
        *needed(sa.DateTime, "created"),
    ),
)
