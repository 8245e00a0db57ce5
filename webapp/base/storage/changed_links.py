"""Links that were changed: an old one opens nothing, and nothing new is ever made under it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import update
from sqlalchemy.orm import Session

from webapp.base.storage.models import ChangedLink
from webapp.base.storage.tokens import new_token


def change(session: Session, old: str, new: str) -> None:
    """Note that the token `new` has taken the place of `old`."""
    session.execute(update(ChangedLink).where(ChangedLink.successor == old).values(successor=new))
    session.merge(ChangedLink(token=old, successor=new))


def successor(session: Session, token: str) -> str | None:
    """The token that has taken the place of `token` by now; None where it was never changed."""
    found = session.get(ChangedLink, token)
    return found.successor if found else None


def usable(session: Session, form_token: str, may_open: Callable[[str], bool]) -> str:
    """The token of what a form makes: its own, or where that link was changed since, one that is not.

    On a device that `may_open` what the form has made already that is the token which it has now.
    """
    now_at = successor(session, form_token)
    if now_at is None:
        return form_token
    return now_at if may_open(now_at) else new_token()
