"""A match keeps the way in which its people enter rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add it; matches that run say it by their last round."""
    op.add_column("match", sa.Column("way", sa.String(10), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("match", "way")
