"""Questions to the referee; a photograph belongs to a draft or to a question."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of questions and let photographs belong to one."""
    op.create_table(
        "question",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), index=True),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("ask", sa.String(20), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("deck", sa.String(40), nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.Column("choice", sa.String(200)),
        sa.Column("decision", sa.String(200)),
        sa.Column("decided", sa.DateTime),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    with op.batch_alter_table("photo") as photo:
        photo.alter_column("draft_id", existing_type=sa.Integer, nullable=True)
        photo.add_column(sa.Column("question_id", sa.Integer, nullable=True))
        photo.create_foreign_key("photo_question_id_fkey", "question", ["question_id"], ["id"], ondelete="CASCADE")
        photo.create_index("ix_photo_question_id", ["question_id"])


def downgrade() -> None:
    """Drop the questions with their photographs."""
    op.execute("DELETE FROM photo WHERE draft_id IS NULL")
    with op.batch_alter_table("photo") as photo:
        photo.drop_index("ix_photo_question_id")
        photo.drop_constraint("photo_question_id_fkey", type_="foreignkey")
        photo.drop_column("question_id")
        photo.alter_column("draft_id", existing_type=sa.Integer, nullable=False)
    op.drop_table("question")
