"""Pieces of pages that many phones are shown alike: made once, and kept in the memory of the process for a while.

What a piece says follows from its key, or is forgotten before anybody minds (`seconds`). A form in it gets the CSRF
token of each phone that it is shown to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock

from cachetools import TTLCache
from flask import Flask, g, request
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from webapp.base.page_language import language
from webapp.base.tokens import new_token

LETTERS = 8_000_000
"""Of all pieces that a keeper holds."""
_TOKEN_HERE = f"csrf-{new_token()}"
"""Stands in a kept piece where the token of a phone belongs: nobody can have written it."""


def init_app(app: Flask) -> None:
    """Let templates of `app` keep what they say to everybody: `{% call same_for_all("name") %}...{% endcall %}`."""
    said = Pieces(seconds=3600)

    def same_for_all(name: str, caller: Callable[[], str]) -> Markup:
        return said.piece((name, language(), request.script_root), caller)

    app.jinja_env.globals["same_for_all"] = same_for_all


class Pieces:
    """Keeps pieces of pages by key, the latest that were used, for so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._kept: TTLCache[Hashable, str] = TTLCache(LETTERS, seconds, getsizeof=len)
        self._lock = Lock()

    def piece(self, key: Hashable, make: Callable[[], str]) -> Markup:
        """The piece of this key; `make` makes it where none is kept."""
        return self.get(key) or self.keep(key, make())

    def get(self, key: Hashable) -> Markup | None:
        """The piece of this key, for the phone that asks; None where none is kept."""
        with self._lock:
            found = self._kept.get(key)
        if found is None:
            return None
        return Markup(found.replace(_TOKEN_HERE, generate_csrf()) if _TOKEN_HERE in found else found)

    def keep(self, key: Hashable, made: str) -> Markup:
        """Keep what was made for the phone that asks, without its CSRF token; the piece as it was made."""
        # Flask-WTF notes there the token that it has put into the forms of this answer.
        token = g.get("csrf_token")
        kept = made.replace(token, _TOKEN_HERE) if token else made
        if len(kept) <= LETTERS:
            with self._lock:
                self._kept[key] = kept
        return Markup(made)
