"""A match keeps the colour of each side; by default every side has the colour of its seat."""

from __future__ import annotations

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import both_ways, column

revision = "0021"
down_revision = "0020"

upgrade, downgrade = both_ways(column("match", "colours", sa.JSON, server_default="[]"))
