"""Remembers every form that has counted a round, so that none counts again after its round was undone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table, with the last saving form of each round that counts now."""
    op.create_table(
        "counted_form",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
    )
    op.execute(
        "INSERT INTO counted_form (match_id, token, number, undone) "
        "SELECT match_id, save_token, MIN(number), FALSE FROM round GROUP BY match_id, save_token"
    )


def downgrade() -> None:
    """Drop the table; a round still knows the form that saved it last."""
    op.drop_table("counted_form")
