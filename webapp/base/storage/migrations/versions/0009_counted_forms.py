"""Every form that has counted a round is remembered, so that none counts again after its round was undone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, with the forms of the rounds that count now: of each the one that saved it last."""
    op.create_table(
        "counted_form",
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("undone", sa.Boolean, nullable=False),
    )
    op.execute(
        "INSERT INTO counted_form (match_id, token, number, undone) "
        "SELECT match_id, save_token, MIN(number), FALSE FROM round GROUP BY match_id, save_token"
    )


def downgrade() -> None:
    """Forget them; a round still knows the form that saved it last."""
    op.drop_table("counted_form")
