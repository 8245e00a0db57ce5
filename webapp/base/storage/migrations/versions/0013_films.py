"""Films: their pieces until they are read, the progress of reading, and the contact sheet of each."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table and the columns."""
    op.create_table(
        "film_piece",
        sa.Column("film", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_index("ix_film_piece_created", "film_piece", ["created"])
    op.add_column("upload", sa.Column("film", sa.String(32), nullable=False, server_default=""))
    op.add_column("upload", sa.Column("cards", sa.Integer))
    op.add_column("upload", sa.Column("share", sa.Double))
    op.add_column("photo", sa.Column("film", sa.JSON))


def downgrade() -> None:
    """Drop them; unread films are lost, read ones stay as photographs."""
    op.execute("DELETE FROM upload WHERE film <> ''")
    op.drop_table("film_piece")
    for column in ("film", "cards", "share"):
        op.drop_column("upload", column)
    op.drop_column("photo", "film")
