"""A match records which round its chosen dealer deals; other turns follow from who was in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column; so far the dealer was always that of the first round."""
    op.add_column("match", sa.Column("dealt_from", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("match", "dealt_from")
