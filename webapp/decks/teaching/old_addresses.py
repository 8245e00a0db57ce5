"""Redirects old addresses (`/teach/...`), which phones still have in their history."""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

old_addresses = Blueprint("old_addresses", __name__, url_prefix="/teach")


@old_addresses.get("/deck/<deck>")
def enrolled_deck(deck: str) -> Response:
    return _moved(url_for("enrolled_deck.show", deck=deck))


@old_addresses.get("/")
@old_addresses.get("/<path:below>")
def enrolment(below: str = "") -> Response:
    """Everything else: the paths below `/teach` now lie below `/enrol`."""
    return _moved(url_for("enrol.start") + quote(below))


def _moved(address: str) -> Response:
    """Redirect permanently, keeping the query of the old address."""
    asked = request.query_string.decode("ascii", "replace")
    return redirect(f"{address}?{asked}" if asked else address, code=301)
