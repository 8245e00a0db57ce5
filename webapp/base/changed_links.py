"""Links that were changed: an old one opens nothing, and nothing new is ever made under it."""

from __future__ import annotations

from sqlalchemy import update
from sqlalchemy.orm import Session

from webapp.base.models import ChangedLink


def change(session: Session, old: str, new: str) -> None:
    """Note that the token `new` has taken the place of `old`."""
    session.execute(update(ChangedLink).where(ChangedLink.successor == old).values(successor=new))
    session.merge(ChangedLink(token=old, successor=new))


def successor(session: Session, token: str) -> str | None:
    """The token that has taken the place of `token` by now; None where it was never changed."""
    found = session.get(ChangedLink, token)
    return found.successor if found else None
