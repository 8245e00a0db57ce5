"""Changed links: an old token opens nothing, and nothing new is ever stored under it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import update
from sqlalchemy.orm import Session

from webapp.base.storage.models import ChangedLink
from webapp.base.storage.tokens import new_token


def change(session: Session, old: str, new: str) -> None:
    """Record that the token `new` has replaced `old`."""
    session.execute(update(ChangedLink).where(ChangedLink.successor == old).values(successor=new))
    session.merge(ChangedLink(token=old, successor=new))


def successor(session: Session, token: str) -> str | None:
    """The token that now replaces `token`; None if it was never changed."""
    found = session.get(ChangedLink, token)
    return found.successor if found else None


def usable(session: Session, form_token: str, may_open: Callable[[str], bool]) -> str:
    """The token for what a form creates: its own, unless that link was changed since.

    Then it is the successor on a device that `may_open` it (the form arrived before), otherwise a new token.
    """
    now_at = successor(session, form_token)
    if now_at is None:
        return form_token
    return now_at if may_open(now_at) else new_token()
