"""The page "This phone": the data stored about it, its matches as a file, and deletion of all of it."""

from __future__ import annotations

import zipfile
from io import BytesIO

from flask import Blueprint, make_response, render_template, request, send_file, session, url_for
from flask import Response as FlaskResponse
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.security import CACHE_CONTROL, device_id, limiter
from webapp.match.manage import transfer
from webapp.match.models import Match
from webapp.phone import store

phone = Blueprint("phone", __name__, url_prefix="/phone")

EXPORTS = "20 per hour"
"""Rate limit: the file can contain years of matches and is created anew each time."""


@phone.get("/")
def show() -> str:
    """Show the data stored about this phone."""
    return render_template("phone/phone.html", memory=store.memory_of(device_id()))


@phone.get("/matches.zip")
@limiter.limit(EXPORTS)
def export() -> FlaskResponse:
    """Send the matches that this phone plays in, each as JSON for `settebello score`."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as folder:
        for number, match in enumerate(store.played(device_id()), 1):
            folder.writestr(_name(number, match), transfer.as_json(match))
    file.seek(0)
    answer = send_file(file, "application/zip", as_attachment=True, download_name="settebello.zip")
    answer.headers["Cache-Control"] = CACHE_CONTROL
    return answer


def _name(number: int, match: Match) -> str:
    """The file name of a match, without players' names, since the file may be forwarded."""
    return f"{number:04d}-{match.created:%Y-%m-%d}-{match.game}.json"


@phone.post("/forget")
def forget() -> Response:
    """Delete the data of this phone; the next page clears its browser storage."""
    store.forget(device_id(), delete_matches="alone" in request.form)
    session.clear()
    return htmx.redirect(url_for(".forgotten"))


@phone.get("/forgotten")
def forgotten() -> FlaskResponse:
    """Confirm the deletion; phone/forget.js clears the browser storage of scripts.

    The header makes the browser drop its cached pages. Clearing "storage" too would end the service worker that is
    delivering this answer, and the page would sometimes fail.
    """
    answer = make_response(render_template("phone/forgotten.html"))
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer
