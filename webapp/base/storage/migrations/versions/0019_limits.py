"""Rate limits are counted in the memory of each process; 0.4.0 counted them in a table, which the way back makes."""

from __future__ import annotations

from webapp.base.storage.migrations.changes import Sql, both_ways

revision = "0019"
down_revision = "0018"

NO_TABLE = "DROP TABLE IF EXISTS rate_limit"
COLUMNS = "key VARCHAR(32) PRIMARY KEY, count INTEGER NOT NULL, expires {} NOT NULL"

upgrade, downgrade = both_ways(
    Sql(back="CREATE INDEX ix_rate_limit_expires ON rate_limit (expires)"),
    Sql(NO_TABLE, f"CREATE TABLE rate_limit ({COLUMNS.format('DATETIME')})", "sqlite"),
    Sql(NO_TABLE, f"CREATE UNLOGGED TABLE rate_limit ({COLUMNS.format('TIMESTAMPTZ')})", "postgresql"),
)
