"""House rules under a name: profile."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "profile",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("removed", sa.DateTime),
        sa.Column("changed", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("profile")
