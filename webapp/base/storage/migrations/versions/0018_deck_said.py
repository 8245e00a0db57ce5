"""A match records which deck the table said lies there, so that nobody is asked twice."""

from __future__ import annotations

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import both_ways, column

revision = "0018"
down_revision = "0017"

upgrade, downgrade = both_ways(column("match", "deck_said", sa.String(40), server_default=""))
