"""Refuses requests with NUL characters or unnamed fields before any view runs.

PostgreSQL stores no NUL in a text, SQLite does. No browser sends either on a player's behalf.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask, abort, request

NUL = "\x00"


def init_app(app: Flask) -> None:
    """Refuse such addresses (404) and forms (400) for every view of `app`."""
    # Runs before the blueprints look up the match of a link by the values of the address.
    app.url_value_preprocessor(_check_address)
    app.before_request(_check_form)


def _check_address(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    if NUL in request.path or _has_nul(_parts(request.args.items(multi=True))):
        abort(404)


def _check_form() -> None:
    if request.method != "POST":
        return
    # A multipart part without a name has None as its name, whatever the types say.
    if None in {*request.form, *request.files} or _has_nul(_parts(request.form.items(multi=True))):
        abort(400)


def _parts(pairs: Iterable[tuple[str, str]]) -> Iterable[str]:
    return (text for pair in pairs for text in pair)


def _has_nul(texts: Iterable[str]) -> bool:
    return any(NUL in text for text in texts)
