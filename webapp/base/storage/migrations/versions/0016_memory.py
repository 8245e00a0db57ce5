"""The tables of 0.4.0: memory beyond the evening, photographs and films in rows, data of several hosts.

Matches end, are deleted, follow each other, and belong to a table with seasons. Links can be changed. Photographs and
films wait in rows to be read; `webapp.photos.store` imports the files of a data directory when the server starts.
Confirmed cards of unknown artwork are learned.
"""

from alembic import op

from webapp.base.storage.migrations.changes import complete, drop_columns, drop_tables

revision = "0016"
down_revision = "0006"

COUNTED = (
    "INSERT INTO counted_form (match_id, token, number, undone) "
    "SELECT match_id, save_token, MIN(number), FALSE FROM round GROUP BY match_id, save_token ON CONFLICT DO NOTHING"
)
"""The last form of each round that counts now, so that it counts no other."""


def upgrade() -> None:
    complete()
    op.execute(COUNTED)


def downgrade() -> None:
    for name in ("live_film", "rate_limit"):  # of 0.4.0 alone
        op.execute(f"DROP TABLE IF EXISTS {name}")
    drop_tables("shared_key", "deck_file", "picture", "upload", "film_piece", "live_frame", "learned_card")
    drop_tables("our_table", "table_match", "table_visit", "table_season", "entering", "counted_form", "changed_link")
    op.execute("DELETE FROM visit WHERE revoked IS NOT NULL")  # phones do not regain lost access
    drop_columns("visit", "revoked")
    drop_columns("enrolment_photo", "namer")
    drop_columns("photo", "film")
    drop_columns("round", "corrected")
    drop_columns("match", "ended", "removed", "series", "device")
