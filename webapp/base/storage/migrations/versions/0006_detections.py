"""Renames the column photo.findings to photo.detections, the word used in the code. Every row is kept."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Give the column its new name; SQLite (3.25 or newer) and PostgreSQL understand the same statement."""
    op.execute("ALTER TABLE photo RENAME COLUMN findings TO detections")


def downgrade() -> None:
    """Give it its old name again."""
    op.execute("ALTER TABLE photo RENAME COLUMN detections TO findings")
