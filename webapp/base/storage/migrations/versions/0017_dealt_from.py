"""A match records which round its chosen dealer deals; other turns follow from who was in."""

from __future__ import annotations

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import both_ways, column

revision = "0017"
down_revision = "0016"

upgrade, downgrade = both_ways(column("match", "dealt_from", sa.Integer, server_default="1"))
