"""Pessimistic locking: the row of a match is locked while one transaction writes.

Between two forms nothing is locked: there optimistic locking refuses a draft by the version that it was begun from
(`webapp.match.rounds.conflict`).
"""

from __future__ import annotations

from sqlalchemy import bindparam, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp.base.models import Base, Match

_LOCKED = select(Match).where(Match.id == bindparam("match")).with_for_update()


def locked(session: Session, match_id: int) -> Match:
    """A match, locked against other writers until the transaction of `session` ends; its rounds are loaded on use."""
    return session.scalars(_LOCKED, {"match": match_id}).one()


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
