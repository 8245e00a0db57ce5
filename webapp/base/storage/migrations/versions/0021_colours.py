"""A match keeps the colour of each side."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the column; by default every side has the colour of its seat."""
    op.add_column("match", sa.Column("colours", sa.JSON, nullable=False, server_default="[]"))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("match", "colours")
