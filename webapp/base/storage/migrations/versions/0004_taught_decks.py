"""Decks that are taught on a page: teaching, teaching_sheet, taught_deck."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "teaching",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("family", sa.String(20), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "teaching_sheet",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("teaching_id", sa.Integer, sa.ForeignKey("teaching.id", ondelete="CASCADE"), nullable=False),
        sa.Column("suit", sa.String(8), nullable=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("corners", sa.JSON, nullable=False),
        sa.Column("directions", sa.LargeBinary, nullable=False),
        sa.Column("notes", sa.JSON, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.UniqueConstraint("teaching_id", "suit"),
    )
    op.create_table(
        "taught_deck",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("deck", sa.String(40), nullable=False, unique=True),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("family", sa.String(20), nullable=False),
        sa.Column("club", sa.Boolean, nullable=False),
        sa.Column("learns", sa.Boolean, nullable=False),
        sa.Column("removed", sa.DateTime),
        sa.Column("created", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("taught_deck", "teaching_sheet", "teaching"):
        op.drop_table(table)
