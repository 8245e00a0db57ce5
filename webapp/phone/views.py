"""The page "This phone": what is remembered of it, its matches as one file, and forgetting all of it."""

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
"""A phone may have played for years, and its file is made anew each time."""


@phone.get("/")
def show() -> str:
    """Show what is remembered of this phone."""
    return render_template("phone/phone.html", memory=store.memory_of(device_id()))


@phone.get("/matches.zip")
@limiter.limit(EXPORTS)
def export() -> FlaskResponse:
    """Send the matches that this phone plays in, each as the JSON of `settebello score`."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as folder:
        for number, match in enumerate(store.played(device_id()), 1):
            folder.writestr(_name(number, match), transfer.as_json(match))
    file.seek(0)
    answer = send_file(file, "application/zip", as_attachment=True, download_name="settebello.zip")
    answer.headers["Cache-Control"] = CACHE_CONTROL
    return answer


def _name(number: int, match: Match) -> str:
    """What a match is called in the file: no name of a player, for it may be sent on."""
    return f"{number:04d}-{match.created:%Y-%m-%d}-{match.game}.json"


@phone.post("/forget")
def forget() -> Response:
    """Forget this phone, and let it forget: the next page clears what its browser keeps."""
    store.forget(device_id(), delete_matches="alone" in request.form)
    session.clear()
    return htmx.redirect(url_for(".forgotten"))


@phone.get("/forgotten")
def forgotten() -> FlaskResponse:
    """Say that it is forgotten; phone/forget.js empties what scripts have kept in the browser.

    The header has the browser drop its own copies of pages. It could drop the rest, too ("storage"), but not without
    ending the service worker that is just handing over this answer: the page then fails now and then.
    """
    answer = make_response(render_template("phone/forgotten.html"))
    answer.headers["Clear-Site-Data"] = '"cache"'
    return answer
