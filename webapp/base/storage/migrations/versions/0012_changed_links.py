"""Links can be changed: records who started a match or table, which phones lost access, and dead links.

A series gets a random name; before, its name was the play link of its first match.
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the columns and the table, and rename every series."""
    op.add_column("match", sa.Column("device", sa.String(32)))
    op.add_column("our_table", sa.Column("device", sa.String(32)))
    op.add_column("visit", sa.Column("revoked", sa.String(8)))
    op.create_table(
        "changed_link",
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("successor", sa.String(32), nullable=False, index=True),
    )
    match = sa.table("match", sa.column("series"))
    connection = op.get_bind()
    for series in connection.scalars(sa.select(match.c.series).where(match.c.series.is_not(None)).distinct()).all():
        renamed = match.update().where(match.c.series == series).values(series=secrets.token_urlsafe(16))
        connection.execute(renamed)


def downgrade() -> None:
    """Drop them; phones do not regain lost access, and series keep their names."""
    op.execute("DELETE FROM visit WHERE revoked IS NOT NULL")
    op.drop_table("changed_link")
    op.drop_column("visit", "revoked")
    op.drop_column("our_table", "device")
    op.drop_column("match", "device")
