"""Photographs of an enrolment record which namer read them: results of different namers cannot be compared."""

from __future__ import annotations

import sqlalchemy as sa

from webapp.base.storage.migrations.changes import both_ways, column

revision = "0016"
down_revision = "0015"

upgrade, downgrade = both_ways(column("enrolment_photo", "namer", sa.String(8), server_default=""))
