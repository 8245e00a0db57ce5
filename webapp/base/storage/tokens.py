"""Random tokens in links, forms and file names. Knowing a link gives access."""

from __future__ import annotations

import re
import secrets

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
