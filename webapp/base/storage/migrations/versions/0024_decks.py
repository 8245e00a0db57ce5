"""Taught decks are rows on SQLite, too: those of a data directory are taken in, and their files stay where they are."""

from __future__ import annotations

from alembic import context, op

from webapp.base.storage.migrations.older_files import take_in

revision = "0024"
down_revision = "0023"

TAUGHT_AGAIN = (
    "UPDATE enrolled_deck SET removed = NULL WHERE club AND removed < "
    "(SELECT changed FROM deck_file WHERE name = enrolled_deck.deck AND cards > 0)"
)
"""A deck that a phone removed, and the command line has taught since, was known by the time of its file."""


def upgrade() -> None:
    """Take in the files of the decks."""
    if directory := context.config.attributes.get("directory"):
        take_in(op.get_bind(), directory)
    op.execute(TAUGHT_AGAIN)


def downgrade() -> None:
    """Keep the rows: on SQLite the version before reads its files, which are still there."""
