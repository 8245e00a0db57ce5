"""New names: teaching -> enrolment, teaching_sheet -> enrolment_photo, taught_deck -> enrolled_deck.

Every row is kept. The statements are the same in SQLite (3.25 or newer) and PostgreSQL; PostgreSQL also names keys,
constraints and sequences after the table and its columns, and those names follow.
"""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"

TABLES = (("teaching", "enrolment"), ("teaching_sheet", "enrolment_photo"), ("taught_deck", "enrolled_deck"))
COLUMNS = (("enrolment_photo", "teaching_id", "enrolment_id"), ("enrolment_photo", "directions", "embeddings"))
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


def upgrade() -> None:
    """Give the tables, columns and indexes their new names."""
    for old, new in TABLES:
        op.rename_table(old, new)
    for table, old, new in COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    for old, new in INDEXED_BY_DEVICE:
        op.drop_index(f"ix_{old}_device", new)
        op.create_index(f"ix_{new}_device", new, ["device"])
    if op.get_bind().dialect.name == "postgresql":
        for table, old, new in CONSTRAINTS:
            op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")
        for old, new in TABLES:
            op.execute(f"ALTER SEQUENCE {old}_id_seq RENAME TO {new}_id_seq")


def downgrade() -> None:
    """Give them their old names again."""
    if op.get_bind().dialect.name == "postgresql":
        for old, new in TABLES:
            op.execute(f"ALTER SEQUENCE {new}_id_seq RENAME TO {old}_id_seq")
        for table, old, new in CONSTRAINTS:
            op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {new} TO {old}")
    for old, new in INDEXED_BY_DEVICE:
        op.drop_index(f"ix_{new}_device", new)
        op.create_index(f"ix_{old}_device", new, ["device"])
    for table, old, new in COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}")
    for old, new in TABLES:
        op.rename_table(new, old)
