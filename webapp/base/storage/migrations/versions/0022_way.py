"""A match keeps the colour of each side, by default that of its seat, and the way in which its people enter rounds."""

from __future__ import annotations

from webapp.base.storage.migrations.changes import Columns, both_ways

revision = "0022"
down_revision = "0020"

upgrade, downgrade = both_ways(Columns("match", "colours", "way"))
