"""Data that several hosts share through PostgreSQL: the key of the cookies, files of taught decks, rate limits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Create the tables. Rate limits are unlogged: they may be lost in a crash of PostgreSQL.

    On SQLite, which only one host uses, the tables stay empty.
    """
    op.create_table(
        "shared_key",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
    )
    op.create_table(
        "deck_file",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("club", sa.Boolean, nullable=False),
        sa.Column("family", sa.String(20), nullable=False),
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.DateTime, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    on_postgresql = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "rate_limit",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        prefixes=["UNLOGGED"] if on_postgresql else [],
    )
    op.create_index("ix_rate_limit_expires", "rate_limit", ["expires"])


def downgrade() -> None:
    """Forget them: every browser gets a new cookie, and decks taught on PostgreSQL are lost."""
    op.drop_table("rate_limit")
    op.drop_table("deck_file")
    op.drop_table("shared_key")
