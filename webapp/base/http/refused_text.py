"""Refuses requests with NUL characters or unnamed fields before any view runs.

PostgreSQL stores no NUL in a text, SQLite does. No browser sends either on a player's behalf.
"""

from __future__ import annotations

from typing import Any

from flask import Flask, abort, request
from werkzeug.datastructures import MultiDict

NUL = "\x00"


def init_app(app: Flask) -> None:
    """Refuse such addresses (404) and forms (400) for every view of `app`."""
    # Runs before the blueprints look up the match of a link by the values of the address.
    app.url_value_preprocessor(_check_address)
    app.before_request(_check_form)


def _check_address(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    if NUL in request.path or _has_nul(request.args):
        abort(404)


def _check_form() -> None:
    # A multipart part without a name has None as its name, whatever the types say.
    if request.method == "POST" and (None in {*request.form, *request.files} or _has_nul(request.form)):
        abort(400)


def _has_nul(fields: MultiDict[str, str]) -> bool:
    return any(NUL in name or NUL in value for name, value in fields.items(multi=True))
