"""A table remembers all its seasons, so that an old one can still be looked at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create a row for every season; the column of the last one becomes its row."""
    op.create_table(
        "table_season",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("our_table.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("began", sa.DateTime, primary_key=True),
    )
    op.execute("INSERT INTO table_season (table_id, began) SELECT id, season FROM our_table WHERE season IS NOT NULL")
    op.drop_column("our_table", "season")


def downgrade() -> None:
    """Keep only the last season."""
    op.add_column("our_table", sa.Column("season", sa.DateTime))
    op.execute(
        "UPDATE our_table SET season = (SELECT MAX(began) FROM table_season WHERE table_season.table_id = our_table.id)"
    )
    op.drop_table("table_season")
