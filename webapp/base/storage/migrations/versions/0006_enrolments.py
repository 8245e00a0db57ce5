"""Names of version 0.3.0: teaching -> enrolment, teaching_sheet -> enrolment_photo, taught_deck -> enrolled_deck.

Every row is kept. The statements are the same in SQLite (3.25 or newer) and PostgreSQL; PostgreSQL also names keys,
constraints and sequences after the table and its columns, and those names follow.
"""

from __future__ import annotations

from webapp.base.storage.migrations.changes import Sql, both_ways, renamed

revision = "0006"
down_revision = "0004"

TABLES = (("teaching", "enrolment"), ("teaching_sheet", "enrolment_photo"), ("taught_deck", "enrolled_deck"))
COLUMNS = (
    ("enrolment_photo", "teaching_id", "enrolment_id"),
    ("enrolment_photo", "directions", "embeddings"),
    ("photo", "findings", "detections"),
)
INDEXED_BY_DEVICE = (("teaching", "enrolment"), ("taught_deck", "enrolled_deck"))
CONSTRAINTS = (
    ("enrolment", "teaching_pkey", "enrolment_pkey"),
    ("enrolment", "teaching_token_key", "enrolment_token_key"),
    ("enrolment_photo", "teaching_sheet_pkey", "enrolment_photo_pkey"),
    ("enrolment_photo", "teaching_sheet_token_key", "enrolment_photo_token_key"),
    ("enrolment_photo", "teaching_sheet_teaching_id_fkey", "enrolment_photo_enrolment_id_fkey"),
    ("enrolment_photo", "teaching_sheet_teaching_id_suit_key", "enrolment_photo_enrolment_id_suit_key"),
    ("enrolled_deck", "taught_deck_pkey", "enrolled_deck_pkey"),
    ("enrolled_deck", "taught_deck_deck_key", "enrolled_deck_deck_key"),
)
INDEX, NO_INDEX = "CREATE INDEX ix_{0}_device ON {0} (device)", "DROP INDEX ix_{0}_device"

upgrade, downgrade = both_ways(
    *(Sql(NO_INDEX.format(old), INDEX.format(old)) for old, _ in INDEXED_BY_DEVICE),
    *(renamed("ALTER TABLE {} RENAME TO {}", *names) for names in TABLES),
    *(renamed(f"ALTER TABLE {table} RENAME COLUMN {{}} TO {{}}", *names) for table, *names in COLUMNS),
    *(Sql(INDEX.format(new), NO_INDEX.format(new)) for _, new in INDEXED_BY_DEVICE),
    *(
        renamed(f"ALTER TABLE {table} RENAME CONSTRAINT {{}} TO {{}}", old, new, "postgresql")
        for table, old, new in CONSTRAINTS
    ),
    *(renamed("ALTER SEQUENCE {}_id_seq RENAME TO {}_id_seq", *names, dialect="postgresql") for names in TABLES),
)
