"""A match keeps the way in which its people enter rounds; matches that run say it by their last round."""

from __future__ import annotations

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import both_ways, column

revision = "0022"
down_revision = "0021"

upgrade, downgrade = both_ways(column("match", "way", sa.String(10), server_default=""))
