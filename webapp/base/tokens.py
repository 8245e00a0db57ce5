"""Secrets in links: whoever knows a play link may play, so these never go to a log or another site."""

from __future__ import annotations

import re
import secrets

BYTES = 16  # 128 bits: not to be guessed, still a small QR code

# `/teach/` is what `/enrol/` and `/decks/` were before; phones still ask for it.
_IN_PATH = re.compile(r"(?<!/static)/(m|w|p|referee|enrol|decks|teach/deck|teach)/[A-Za-z0-9_-]{6,}")


def new_token() -> str:
    """Return a random token for a link, a form or a file name."""
    return secrets.token_urlsafe(BYTES)


def is_token(text: str | None) -> bool:
    """Say whether `text` looks like a token of ours: forms send them back, and only such are stored."""
    return text is not None and re.fullmatch(r"[A-Za-z0-9_-]{22}", text) is not None


def form_token(text: str | None) -> str:
    """Return the token that a form sent back, or a new one where it has none."""
    return text if text is not None and is_token(text) else new_token()


def redact(text: str) -> str:
    """Return `text` with the tokens of play and watch links taken out.

    >>> redact("GET /m/3Jq9xT-k2_pQ/rounds/2")
    'GET /m/.../rounds/2'
    """
    return _IN_PATH.sub(r"/\1/...", text)
