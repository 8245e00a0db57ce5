"""Pessimistic locking: one writer at a time to a match."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from webapp.base.models import Match


def locked(session: Session, match_id: int) -> Match:
    """The match with its rounds, locked against other writers until the transaction ends."""
    return session.scalars(
        select(Match).where(Match.id == match_id).options(selectinload(Match.rounds)).with_for_update()
    ).one()
