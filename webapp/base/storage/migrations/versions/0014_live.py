"""Live films of piles: the frame that waits to be read, and the cards seen on earlier frames."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the tables and the column."""
    op.add_column("upload", sa.Column("live", sa.Boolean, nullable=False, server_default=sa.false()))
    upload = sa.ForeignKey("upload.id", ondelete="CASCADE")
    op.create_table(
        "live_film",
        sa.Column("upload_id", sa.Integer, upload, primary_key=True, autoincrement=False),
        sa.Column("packs", sa.Integer, nullable=False),
        sa.Column("family", sa.String(20)),
        sa.Column("frame", sa.LargeBinary),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("still", sa.Boolean, nullable=False),
        sa.Column("reading", sa.Integer),
        sa.Column("begun", sa.DateTime),
        sa.Column("read", sa.Integer, nullable=False),
        sa.Column("memory", sa.LargeBinary, nullable=False),
        sa.Column("cards", sa.JSON, nullable=False),
        sa.Column("again", sa.JSON, nullable=False),
        sa.Column("full", sa.Boolean, nullable=False),
        sa.Column("touched", sa.DateTime, nullable=False),
    )
    op.create_index("ix_live_film_touched", "live_film", ["touched"])
    upload = sa.ForeignKey("upload.id", ondelete="CASCADE")
    op.create_table(
        "live_frame",
        sa.Column("upload_id", sa.Integer, upload, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("seen", sa.LargeBinary, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("still", sa.LargeBinary),
    )


def downgrade() -> None:
    """Drop them, and the unread films."""
    op.execute(sa.text("DELETE FROM upload WHERE live = :live").bindparams(live=True))
    op.drop_table("live_frame")
    op.drop_table("live_film")
    op.drop_column("upload", "live")
