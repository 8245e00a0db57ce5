"""A match keeps the colour of each side, by default that of its seat, and the way in which its people enter rounds."""

from __future__ import annotations

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import both_ways, column

revision = "0022"
down_revision = "0020"

upgrade, downgrade = both_ways(
    column("match", "colours", sa.JSON, server_default="[]"),
    column("match", "way", sa.String(10), server_default=""),
)
