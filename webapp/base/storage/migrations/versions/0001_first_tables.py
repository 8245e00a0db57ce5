"""The first tables: match, round, draft, photo, visit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _match_key() -> sa.Column[int]:
    return sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Make the tables of the first version."""
    op.create_table(
        "match",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("play_token", sa.String(32), nullable=False, unique=True),
        sa.Column("watch_token", sa.String(32), nullable=False, unique=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("sides", sa.JSON, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("first_dealer", sa.Integer, nullable=False),
        sa.Column("deck", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "round",
        sa.Column("id", sa.Integer, primary_key=True),
        _match_key(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.Column("save_token", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("saved", sa.DateTime, nullable=False),
        sa.UniqueConstraint("match_id", "number"),
    )
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer, primary_key=True),
        _match_key(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("method", sa.String(10), nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.Column("rest_side", sa.String(80)),
        sa.Column("base_version", sa.Integer),
        sa.Column("changed", sa.DateTime, nullable=False),
        sa.UniqueConstraint("match_id", "number", "device"),
    )
    op.create_table(
        "photo",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("draft_id", sa.Integer, sa.ForeignKey("draft.id", ondelete="CASCADE"), nullable=False, index=True),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("findings", sa.JSON, nullable=False),
        sa.Column("notes", sa.JSON, nullable=False),
        sa.Column("checked", sa.Boolean, nullable=False),
        sa.Column("taken", sa.DateTime, nullable=False),
    )
    op.create_table(
        "visit",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column(
            "match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("plays", sa.Boolean, nullable=False),
        sa.Column("seen", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("visit", "photo", "draft", "round", "match"):
        op.drop_table(table)
