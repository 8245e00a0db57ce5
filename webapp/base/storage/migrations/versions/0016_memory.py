"""The tables of 0.4.0: memory beyond the evening, photographs and films in rows, data of several hosts.

Matches end, are deleted, follow each other, and belong to a table with seasons. Links can be changed. Photographs and
films wait in rows to be read; `webapp.photos.store` imports the files of a data directory when the server starts.
Confirmed cards of unknown artwork are learned.
"""

from __future__ import annotations

from webapp.base.storage.migrations.changes import Columns, Sql, Tables, both_ways

revision = "0016"
down_revision = "0006"

COUNTED = (
    "INSERT INTO counted_form (match_id, token, number, undone) "
    "SELECT match_id, save_token, MIN(number), FALSE FROM round GROUP BY match_id, save_token ON CONFLICT DO NOTHING"
)
"""The last form of each round that counts now, so that it counts no other."""

upgrade, downgrade = both_ways(
    Sql(back="DROP TABLE IF EXISTS rate_limit"),  # of 0.4.0; 0020
    Columns("match", "ended", "removed", "series", "device"),
    Columns("round", "corrected"),
    Columns("photo", "film"),
    Columns("enrolment_photo", "namer"),
    Columns("visit", "revoked"),
    Sql(back="DELETE FROM visit WHERE revoked IS NOT NULL"),  # phones do not regain lost access
    Tables("our_table", "table_match", "table_visit", "table_season", "entering", "counted_form", "changed_link"),
    Tables("shared_key", "deck_file", "picture", "upload", "film_piece", "live_frame", "learned_card"),
    Sql(back="DROP TABLE IF EXISTS live_film"),  # of 0.4.0; 0025
    Sql(COUNTED),
)
