"""A live film is its upload and its frames: each is read as it comes, and none waits in a table of its own.

That table, `live_film`, stays unused: processes of 0.4.0 that run until they are restarted delete from it at the end of
every photograph. The way back makes it where it is missing.
"""

from __future__ import annotations

from webapp.base.storage.migrations.changes import Sql, both_ways

revision = "0025"
down_revision = "0024"

LIVE_FILM = (
    "CREATE TABLE IF NOT EXISTS live_film (upload_id INTEGER PRIMARY KEY REFERENCES upload (id) ON DELETE CASCADE, "
    "packs INTEGER NOT NULL, family VARCHAR(20), frame BYTEA, number INTEGER NOT NULL, at FLOAT NOT NULL, "
    "still BOOLEAN NOT NULL, reading INTEGER, begun TIMESTAMP, read INTEGER NOT NULL, memory BYTEA NOT NULL, "
    'cards JSON NOT NULL, again JSON NOT NULL, "full" BOOLEAN NOT NULL, touched TIMESTAMP NOT NULL)'
)

upgrade, downgrade = both_ways(
    Sql("UPDATE upload SET begun = created WHERE state = 'filming'"),  # ended when the server starts
    Sql(back="CREATE INDEX IF NOT EXISTS ix_live_film_touched ON live_film (touched)"),
    Sql(back=LIVE_FILM),
)
