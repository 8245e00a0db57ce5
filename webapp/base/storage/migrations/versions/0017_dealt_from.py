"""A match says which round its chosen dealer deals: the turns before and after it follow from who was in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; so far a dealer was always that of the first round."""
    op.add_column("match", sa.Column("dealt_from", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("match", "dealt_from")
