"""Photographs of an enrolment record which namer read them: results of different namers cannot be compared."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column; existing photographs were read by an earlier namer."""
    op.add_column("enrolment_photo", sa.Column("namer", sa.String(8), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("enrolment_photo", "namer")
