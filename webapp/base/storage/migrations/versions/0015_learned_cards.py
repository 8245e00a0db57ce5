"""Confirmed cards of a match whose artwork is unknown: later photographs of the match are read with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "learned_card",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), nullable=False),
        sa.Column("deck", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("embedding", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_learned_card_match_id", "learned_card", ["match_id"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("learned_card")
