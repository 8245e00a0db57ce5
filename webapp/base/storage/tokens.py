"""Random tokens in links, forms and file names.

Knowing a link gives access. After a link is changed, its old token opens nothing and is never used again.
"""

import re
import secrets
from collections.abc import Callable

from sqlalchemy import update

from webapp.base.storage.db import database
from webapp.base.storage.orm import ChangedLink

BYTES = 16  # 128 bits: cannot be guessed, still a small QR code


def new_token() -> str:
    """A new token: 22 letters, digits, `-` or `_`.

    It begins and ends with a letter or digit: `-abc` would be a command line option, and chats cut `-` off a link.
    """
    token = secrets.token_urlsafe(BYTES)
    return token if token[0].isalnum() and token[-1].isalnum() else new_token()


def is_token(text: str | None) -> bool:
    """Whether `text` has the format of a token. Forms send tokens back, and nothing else may be stored as one."""
    return text is not None and re.fullmatch(r"[A-Za-z0-9_-]{22}", text) is not None


def form_token(text: str | None) -> str:
    """The token that a form sent back, or a new one."""
    return text if text is not None and is_token(text) else new_token()


def replaced(old: str) -> str:
    """Replace a token by a new one, which is returned."""
    new = new_token()
    with database().writing() as session:
        session.execute(update(ChangedLink).where(ChangedLink.successor == old).values(successor=new))
        session.merge(ChangedLink(token=old, successor=new))
    return new


def successor(token: str) -> str | None:
    """The token that now replaces `token`; None if it was never changed."""
    with database().reading() as session:
        found = session.get(ChangedLink, token)
    return found.successor if found else None


def successor_for(token: str, may_open: Callable[[str], bool]) -> str | None:
    """The token that now replaces `token`, on a device that `may_open` it; otherwise None."""
    now_at = successor(token)
    return now_at if now_at is not None and may_open(now_at) else None


def usable(form_token: str, may_open: Callable[[str], bool]) -> str:
    """The token for a match or table that a form creates: the form's own, unless that link was changed since.

    After a change it is the current token on a device that `may_open` it (the form has already arrived), otherwise a
    new one.
    """
    return form_token if successor(form_token) is None else successor_for(form_token, may_open) or new_token()
