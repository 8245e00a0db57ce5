"""The first tables, as version 0.2.0 had them: matches, questions, house rules and decks that are taught on a page."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = None


def _match_key() -> sa.Column[int]:
    return sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "match",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("play_token", sa.String(32), nullable=False, unique=True),
        sa.Column("watch_token", sa.String(32), nullable=False, unique=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("sides", sa.JSON, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("first_dealer", sa.Integer, nullable=False),
        sa.Column("deck", sa.String(40), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "round",
        sa.Column("id", sa.Integer, primary_key=True),
        _match_key(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.Column("save_token", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("saved", sa.DateTime, nullable=False),
        sa.UniqueConstraint("match_id", "number"),
    )
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer, primary_key=True),
        _match_key(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("method", sa.String(10), nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.Column("rest_side", sa.String(80)),
        sa.Column("base_version", sa.Integer),
        sa.Column("changed", sa.DateTime, nullable=False),
        sa.UniqueConstraint("match_id", "number", "device"),
    )
    op.create_table(
        "question",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), index=True),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("ask", sa.String(20), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("deck", sa.String(40), nullable=False),
        sa.Column("entry", sa.JSON, nullable=False),
        sa.Column("choice", sa.String(200)),
        sa.Column("decision", sa.String(200)),
        sa.Column("decided", sa.DateTime),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "photo",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("draft_id", sa.Integer, sa.ForeignKey("draft.id", ondelete="CASCADE"), index=True),
        sa.Column("side", sa.String(80), nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("findings", sa.JSON, nullable=False),
        sa.Column("notes", sa.JSON, nullable=False),
        sa.Column("checked", sa.Boolean, nullable=False),
        sa.Column("taken", sa.DateTime, nullable=False),
        sa.Column("question_id", sa.Integer, sa.ForeignKey("question.id", ondelete="CASCADE"), index=True),
    )
    op.create_table(
        "visit",
        sa.Column("device", sa.String(32), primary_key=True),
        sa.Column(
            "match_id", sa.Integer, sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("plays", sa.Boolean, nullable=False),
        sa.Column("seen", sa.DateTime, nullable=False),
    )
    op.create_table(
        "profile",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("removed", sa.DateTime),
        sa.Column("changed", sa.DateTime, nullable=False),
    )
    op.create_table(
        "teaching",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("family", sa.String(20), nullable=False),
        sa.Column("created", sa.DateTime, nullable=False),
    )
    op.create_table(
        "teaching_sheet",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("teaching_id", sa.Integer, sa.ForeignKey("teaching.id", ondelete="CASCADE"), nullable=False),
        sa.Column("suit", sa.String(8), nullable=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("corners", sa.JSON, nullable=False),
        sa.Column("directions", sa.LargeBinary, nullable=False),
        sa.Column("notes", sa.JSON, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.UniqueConstraint("teaching_id", "suit"),
    )
    op.create_table(
        "taught_deck",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("deck", sa.String(40), nullable=False, unique=True),
        sa.Column("device", sa.String(32), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("family", sa.String(20), nullable=False),
        sa.Column("club", sa.Boolean, nullable=False),
        sa.Column("learns", sa.Boolean, nullable=False),
        sa.Column("removed", sa.DateTime),
        sa.Column("created", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    enrolling = ("taught_deck", "teaching_sheet", "teaching")
    for table in (*enrolling, "profile", "visit", "photo", "question", "draft", "round", "match"):
        op.drop_table(table)
