"""The page that explains how a phone trusts this machine (`settebello serve --https`)."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Blueprint, Response, abort, current_app, render_template, request

from webapp.base.language.i18n import LANGUAGES, current_language, use_language

trust = Blueprint("trust", __name__, url_prefix="/trust")
OPEN = ("/trust/", "/static/")
"""Address prefixes answered over plain HTTP; all others redirect to the first one."""


class OnlyTrust:
    """A WSGI layer before `behind` for plain HTTP that only serves the trust page."""

    def __init__(self, behind: WSGIApplication) -> None:
        self.behind = behind

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] in ("GET", "HEAD") and environ["PATH_INFO"].startswith(OPEN):
            return self.behind(environ, start_response)
        start_response("303 See Other", [("Location", OPEN[0]), ("Content-Length", "0"), ("Cache-Control", "no-store")])
        return [b""]


@trust.get("/")
def page() -> str:
    """Show the instructions, as three drawn ways, and offer the certificate."""
    _check()
    chosen = request.args.get("language", "")
    with use_language(chosen if chosen in LANGUAGES else current_language()):
        return render_template("help/trust.html", address=current_app.config["HTTPS_ADDRESS"])


@trust.get("/settebello.crt")
def authority() -> Response:
    """Send the certificate of the authority (DER), which iOS, Android and desktops can install."""
    _check()
    answer = Response(current_app.config["AUTHORITY"], mimetype="application/x-x509-ca-cert")
    answer.headers["Content-Disposition"] = "attachment; filename=settebello.crt"
    return answer


def _check() -> None:
    """Answer 404 unless this machine serves HTTPS itself."""
    if "AUTHORITY" not in current_app.config:
        abort(404)
