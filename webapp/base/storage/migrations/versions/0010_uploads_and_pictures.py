"""Photographs that wait to be read, and pictures of read ones, move from files into the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the tables; `webapp.photos.store` imports the files of a data directory when the server starts."""
    op.create_table(
        "picture",
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_index("ix_picture_created", "picture", ["created"])
    op.create_table(
        "upload",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE")),
        sa.Column("question_id", sa.Integer, sa.ForeignKey("question.id", ondelete="CASCADE")),
        sa.Column("enrolment_id", sa.Integer, sa.ForeignKey("enrolment.id", ondelete="CASCADE")),
        sa.Column("place", sa.String(80), nullable=False),
        sa.Column("about", sa.JSON, nullable=False),
        sa.Column("replaces", sa.String(32), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("pattern", sa.String(40), nullable=False),
        sa.Column("data", sa.LargeBinary),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(120), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
        sa.Column("begun", sa.DateTime),
    )
    for column in ("match_id", "question_id", "enrolment_id", "state", "created"):
        op.create_index(f"ix_upload_{column}", "upload", [column])


def downgrade() -> None:
    """Drop them, with the photographs of rounds being entered."""
    op.drop_table("upload")
    op.drop_table("picture")
