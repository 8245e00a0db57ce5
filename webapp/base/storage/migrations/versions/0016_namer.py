"""Photographs of an enrolment say which namer saw their cards: what two namers see cannot be compared."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; an earlier namer saw those that are there."""
    op.add_column("enrolment_photo", sa.Column("namer", sa.String(8), nullable=False, server_default=""))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("enrolment_photo", "namer")
