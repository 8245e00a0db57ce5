"""Pessimistic locking: the row of a match is locked while one transaction writes.

Between two forms nothing is locked: there optimistic locking refuses a draft by the version that it was begun from
(`webapp.match.rounds.conflict`).
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, selectinload

from webapp.base.models import Base, Match


def locked(session: Session, match_id: int) -> Match:
    """A match with its rounds, locked against other writers until the transaction of `session` ends."""
    return session.scalars(
        select(Match).where(Match.id == match_id).options(selectinload(Match.rounds)).with_for_update()
    ).one()


def added(session: Session, row: Base) -> bool:
    """Store a new row; False where another request has stored one with its key meanwhile, which counts then.

    On PostgreSQL writers are side by side: between looking for a row and adding it another may have come.
    """
    try:
        with session.begin_nested():
            session.add(row)
    except IntegrityError:
        return False
    return True
