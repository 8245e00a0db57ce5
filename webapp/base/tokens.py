"""Random tokens in links, forms and file names. Who knows a link may use it, so logs show no token of one."""

from __future__ import annotations

import re
import secrets

BYTES = 16  # 128 bits: not to be guessed, still a small QR code

# `/teach/` is what `/enrol/` and `/decks/` were before; phones still ask for it.
_IN_PATH = re.compile(r"(?<!/static/[0-9a-f]{12})/(m|w|p|t|referee|enrol|decks|teach/deck|teach)/[A-Za-z0-9_-]{6,}")
# Any other token, wherever it stands: in what a database says of a row, in a traceback, in the name of a file.
_ANYWHERE = re.compile(r"(?<![A-Za-z0-9_-])(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")
_OF_TABLE = re.compile(r"(?<=[?&]table=)[A-Za-z0-9_-]{6,}")  # a new match that is to be put on a table


def new_token() -> str:
    """A new token: 22 letters, digits, `-` or `_`.

    It begins and ends with a letter or a digit: `-abc` is an option to a command line, and chats cut `-` off a link.
    """
    token = secrets.token_urlsafe(BYTES)
    return token if token[0].isalnum() and token[-1].isalnum() else new_token()


def is_token(text: str | None) -> bool:
    """Whether `text` has the form of a token. Forms send tokens back, and nothing else may be stored as one."""
    return text is not None and re.fullmatch(r"[A-Za-z0-9_-]{22}", text) is not None


def form_token(text: str | None) -> str:
    """The token that a form sent back, or a new one where it sent none."""
    return text if text is not None and is_token(text) else new_token()


def redact(text: str) -> str:
    """`text` without the tokens of links, and without whatever else looks like one.

    >>> redact("GET /m/3Jq9xT-k2_pQ/rounds/2")
    'GET /m/.../rounds/2'
    """
    return _ANYWHERE.sub("...", _OF_TABLE.sub("...", _IN_PATH.sub(r"/\1/...", text)))
