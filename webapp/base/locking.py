"""Pessimistic locking: the row of a match is locked while one transaction writes.

Between two forms nothing is locked: there optimistic locking refuses a draft by the version that it was begun from
(`webapp.match.rounds.conflict`).
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from webapp.base.models import Match


def locked(session: Session, match_id: int) -> Match:
    """A match with its rounds, locked against other writers until the transaction of `session` ends."""
    return session.scalars(
        select(Match).where(Match.id == match_id).options(selectinload(Match.rounds)).with_for_update()
    ).one()
