"""Memory beyond the evening: matches end, are deleted, follow each other, and belong to a table.

Rounds record corrections; the app knows who is entering which pile.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables and columns; old rows leave these empty, nothing is rewritten."""
    op.add_column("match", sa.Column("ended", sa.DateTime))
    op.add_column("match", sa.Column("removed", sa.DateTime))
    op.add_column("match", sa.Column("series", sa.String(32)))
    op.create_index("ix_match_series", "match", ["series"])
    op.add_column("round", sa.Column("corrected", sa.DateTime))
    op.create_table(
        "our_table",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("season", sa.DateTime),
        sa.Column("removed", sa.DateTime),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "table_match",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("our_table.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_table_match_table_id", "table_match", ["table_id"])
    op.create_table(
        "table_visit",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("our_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seen", sa.DateTime, nullable=False),
    )
    op.create_table(
        "entering",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("seen", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables and columns; matches and rounds stay."""
    for table in ("entering", "table_visit", "table_match", "our_table"):
        op.drop_table(table)
    op.drop_column("round", "corrected")
    op.drop_index("ix_match_series", "match")
    for column in ("series", "removed", "ended"):
        op.drop_column("match", column)
