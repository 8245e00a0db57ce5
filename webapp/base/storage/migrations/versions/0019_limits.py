"""Rate limits are counted in the memory of each process: drops their table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Drop the table; counts of some minutes are lost."""
    op.drop_table("rate_limit")


def downgrade() -> None:
    """Create the table as 0011 did."""
    on_postgresql = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "rate_limit",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        prefixes=["UNLOGGED"] if on_postgresql else [],
    )
    op.create_index("ix_rate_limit_expires", "rate_limit", ["expires"])
