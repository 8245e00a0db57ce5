"""The tables of version 0.2.0, the first that still opens: matches, questions, house rules, decks that are taught."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = None


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _token(name: str = "token") -> sa.Column[str]:
    return sa.Column(name, sa.String(32), nullable=False, unique=True)


def _text(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _needed(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, nullable=False) for name in names]


def _of(table: str, **options: Any) -> sa.Column[int]:
    return sa.Column(f"{table}_id", sa.Integer, sa.ForeignKey(f"{table}.id", ondelete="CASCADE"), **options)


def _device() -> sa.Column[str]:
    return sa.Column("device", sa.String(32), nullable=False, index=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "match",
        *(_id(), _token("play_token"), _token("watch_token"), _text("game", 20), _text("deck", 40)),
        *_needed(sa.JSON, "options", "sides", "players"),
        *_needed(sa.Integer, "first_dealer", "version"),
        *_needed(sa.DateTime, "created"),
    )
    op.create_table(
        "round",
        *(_id(), _of("match", nullable=False), _text("save_token", 32)),
        *_needed(sa.Integer, "number", "version"),
        *_needed(sa.JSON, "entry"),
        *_needed(sa.DateTime, "saved"),
        sa.UniqueConstraint("match_id", "number"),
    )
    op.create_table(
        "draft",
        *(_id(), _of("match", nullable=False), _device(), _text("method", 10)),
        *_needed(sa.Integer, "number"),
        *_needed(sa.JSON, "entry"),
        sa.Column("rest_side", sa.String(80)),
        sa.Column("base_version", sa.Integer),
        *_needed(sa.DateTime, "changed"),
        sa.UniqueConstraint("match_id", "number", "device"),
    )
    op.create_table(
        "question",
        *(_id(), _token(), _of("match", index=True), _text("device", 32), _text("ask", 20), _text("game", 20)),
        _text("deck", 40),
        *_needed(sa.JSON, "entry"),
        *(
            sa.Column("choice", sa.String(200)),
            sa.Column("decision", sa.String(200)),
            sa.Column("decided", sa.DateTime),
        ),
        *_needed(sa.DateTime, "created"),
    )
    op.create_table(
        "photo",
        *(_id(), _token(), _of("draft", index=True), _of("question", index=True), _text("side", 80)),
        *_needed(sa.Integer, "width", "height"),
        *_needed(sa.JSON, "findings", "notes"),
        *_needed(sa.Boolean, "checked"),
        *_needed(sa.DateTime, "taken"),
    )
    op.create_table(
        "visit",
        sa.Column("device", sa.String(32), primary_key=True),
        _of("match", primary_key=True, nullable=False),
        *_needed(sa.Boolean, "plays"),
        *_needed(sa.DateTime, "seen"),
    )
    op.create_table(
        "profile",
        *(_id(), _token(), _device(), _text("game", 20), _text("name", 40)),
        *_needed(sa.JSON, "options"),
        sa.Column("removed", sa.DateTime),
        *_needed(sa.DateTime, "changed"),
    )
    op.create_table(
        "teaching", _id(), _token(), _device(), _text("name", 40), _text("family", 20), *_needed(sa.DateTime, "created")
    )
    op.create_table(
        "teaching_sheet",
        *(_id(), _of("teaching", nullable=False), _text("suit", 8), _token()),
        *_needed(sa.Integer, "width", "height"),
        *_needed(sa.JSON, "corners", "notes"),
        *_needed(sa.LargeBinary, "directions"),
        *_needed(sa.Boolean, "confirmed"),
        sa.UniqueConstraint("teaching_id", "suit"),
    )
    op.create_table(
        "taught_deck",
        *(_id(), sa.Column("deck", sa.String(40), nullable=False, unique=True), _device(), _text("name", 40)),
        _text("family", 20),
        *_needed(sa.Boolean, "club", "learns"),
        sa.Column("removed", sa.DateTime),
        *_needed(sa.DateTime, "created"),
    )


def downgrade() -> None:
    """Drop the tables."""
    tables = ("taught_deck", "teaching_sheet", "teaching", "profile", "visit", "photo", "question", "draft", "round")
    for table in (*tables, "match"):
        op.drop_table(table)
