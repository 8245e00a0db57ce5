"""A match records which deck the table said lies there, so that nobody is asked twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column; no table has said anything yet."""
    op.add_column("match", sa.Column("deck_said", sa.String(40), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("match", "deck_said")
