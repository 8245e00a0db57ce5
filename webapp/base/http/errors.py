"""Pages for HTTP errors: a sentence about what happened, and a way on."""

from math import ceil
from time import time

from flask import Flask, current_app, g, render_template, request, url_for
from flask_limiter.errors import RateLimitExceeded
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from webapp.base.http.htmx import is_htmx
from webapp.base.http.security import body_limit, limiter
from webapp.base.language.i18n import gettext, ngettext
from webapp.base.running import logs
from webapp.base.running.config import KILOBYTE, MEGABYTE
from webapp.base.storage.db import CANNOT_STORE

SECONDS_A_MINUTE = 60
RETRY_SECONDS = 5


def init_app(app: Flask) -> None:
    """Answer every HTTP error of `app` with an error page."""
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http_error)
    for error in CANNOT_STORE:
        app.register_error_handler(error, _cannot_store)


def _http_error(error: HTTPException) -> tuple[str, int] | HTTPException:
    if isinstance(error, RateLimitExceeded):
        return _error_page(gettext("A little slower, please"), _when_again()), 429
    code = error.code or 500
    return error if code < 400 else (_error_page(*_sentences(code), broken=code == 500), code)


def _when_again() -> str:
    """Whole minutes until the limit that was hit is reset; some limits are per minute, others per hour."""
    limit = limiter.current_limit
    # Capped at the length of the limit: reset times round up, so an hour would become 61 minutes.
    seconds = min(limit.reset_at - time(), limit.limit.get_expiry()) if limit else SECONDS_A_MINUTE
    return ngettext(
        "Too many requests in a short time. Wait %(num)d minute; what you entered is kept.",
        "Too many requests in a short time. Wait %(num)d minutes; what you entered is kept.",
        max(1, ceil(seconds / SECONDS_A_MINUTE)),
    )


def _stale_form(_error: CSRFError) -> tuple[str, int, dict[str, str]]:
    """Answer a form whose CSRF token does not match the cookie, because cookies were cleared or disabled.

    `Retry-After` tells a phone with a waiting round to send it again: the round itself is not refused
    (`static/base/outbox.js`).
    """
    text = gettext("Reload the page and send it again. Cookies must be allowed here.")
    return _error_page(gettext("This page is too old"), text), 400, {"Retry-After": str(RETRY_SECONDS)}


def _cannot_store(error: Exception) -> tuple[str, int, dict[str, str]]:
    """Answer when the database is locked, full, read-only or gone; the form's page keeps its input."""
    current_app.logger.error("The database cannot answer: %s", getattr(error, "orig", error))
    heading, text = gettext("Nothing could be saved"), gettext("What you entered is still on this page: try again.")
    if request.method != "POST":
        heading, text = gettext("This page cannot be shown just now"), gettext("Try again in a moment.")
    elif not is_htmx():
        text = gettext("Go back: what you entered is still there. Then try again.")
    return _error_page(heading, text), 503, {"Retry-After": str(RETRY_SECONDS)}


def _sentences(code: int) -> tuple[str, str]:
    """Heading and text for a status code of 400 or more."""
    known = {
        404: (
            gettext("There is nothing here"),
            gettext("This page is not there, or not any more. A link may have been renewed: scan the code again."),
        ),
        413: (gettext("That is too large"), _too_large(body_limit(request.endpoint))),
        503: (
            gettext("Too many photographs at once"),
            gettext("Other photographs are being read just now. Try again in a moment; what you entered is kept."),
        ),
    }
    if code in known:
        return known[code]
    if code < 500:
        return gettext("That did not work"), gettext("Go back to the match and try again from there.")
    return (
        gettext("Something broke on our side"),
        gettext("Nothing that was counted has changed, and what you entered is kept. Please try again."),
    )


def _too_large(limit: str) -> str:
    most = current_app.config[limit]
    if limit == "PHOTO_BYTES":
        return gettext("A photograph may have at most %(most)s MB. What you entered is kept.", most=most // MEGABYTE)
    if limit == "FILM_BYTES":
        return gettext(
            "A film may have at most %(most)s MB. Film the pile again, shorter. What you entered is kept.",
            most=most // MEGABYTE,
        )
    return gettext("A file may have at most %(most)s KB.", most=most // KILOBYTE)


def _error_page(heading: str, text: str, *, broken: bool = False) -> str:
    """The error page; with `broken` it shows the request number, by which an operator finds the failure in the log."""
    back = None
    if "match" in g:
        back = url_for("match.board" if g.plays else "watch.board")
    number = request.environ.get(logs.NUMBER) if broken else None
    return render_template("base/error.html", heading=heading, text=text, back=back, number=number)
