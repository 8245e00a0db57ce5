"""Protection of matches and of the server: headers, rate limits, CSRF protection, device cookie."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, abort, current_app, g, request, session
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from flask_limiter import Limit, Limiter
from flask_limiter.util import get_remote_address
from flask_wtf.csrf import CSRFProtect
from itsdangerous import TimestampSigner, URLSafeTimedSerializer
from werkzeug.datastructures import MultiDict

from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token

# Nothing inline, nothing from other hosts; `blob:` shows a photograph before it is uploaded.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not `no-referrer`: the CSRF protection compares the Referer of forms sent over HTTPS.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
CACHE_CONTROL = "private, no-cache"
"""Cache-Control of answers that set none themselves."""


def match_and_address() -> str:
    """The key of a rate limit: the link's token, if any, and the client's address."""
    return f"{g.get('token', '-')} {get_remote_address()}"


def _limit(setting: str) -> Callable[[], str]:
    """The rate limit of this setting, read at each request."""
    return lambda: str(current_app.config[setting])


csrf = CSRFProtect()
limiter = Limiter(match_and_address, default_limits=[Limit(_limit("LIMIT_DEFAULT"))])
photo_limit, film_limit, frame_limit = _limit("LIMIT_PHOTO"), _limit("LIMIT_FILM"), _limit("LIMIT_FRAME")
new_match_limit, new_question_limit = _limit("LIMIT_NEW_MATCH"), _limit("LIMIT_NEW_QUESTION")
new_deck_limit = _limit("LIMIT_NEW_DECK")

BODIES = {"upload": "PHOTO_BYTES", "upload_film": "FILM_BYTES", "upload_frame": "FRAME_BYTES"}
"""View -> the setting that limits what it takes beside a form; the bodies of all others are forms."""
NUL = "\x00"
STATIC = "static"
"""The endpoint whose answers are the same for everybody."""


@limiter.request_filter
def _is_static() -> bool:
    return request.endpoint == STATIC


class CookieSigner(TimestampSigner):
    """Signs cookies and reads them whatever their age: the browser drops a cookie after 400 days.

    Otherwise correcting a wrong clock of the server would invalidate every phone's list of matches.
    """

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """Return the payload; raises `BadSignature`."""
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class Sessions(SecureCookieSessionInterface):
    """The session in its signed cookie; static files set no cookie, so that caches can share them."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The serializer that signs and reads the cookie."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = CookieSigner
        return serializer

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie if the session has changed, and once a month so that the browser keeps it.

        Setting it with every answer would let a slow answer bring back the language that was chosen before.
        """
        month = f"{now():%Y-%m}"
        if request.endpoint != STATIC and session.permanent and session.get("month") != month:
            session["month"] = month
        super().save_session(app, session, response)


def device_id() -> str:
    """The random id of this browser, from its signed cookie; created on the first call."""
    if "device" not in session:
        session.permanent = True
        session["device"] = new_token()
    return str(session["device"])


def init_app(app: Flask) -> None:
    app.session_interface = Sessions()
    # The order matters: the body size is limited before the CSRF protection reads the body.
    app.before_request(_bound_body)
    limiter.init_app(app)
    csrf.init_app(app)
    app.after_request(_add_headers)
    # Runs before the blueprints look up the match of a link by the values of the address.
    app.url_value_preprocessor(_check_address)
    app.before_request(_check_form)


def _check_address(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Refuse NUL in addresses and forms: PostgreSQL cannot store it, and no browser sends it for a player."""
    if NUL in request.path or _has_nul(request.args):
        abort(404)


def _check_form() -> None:
    # A multipart part without a name has None as its name, whatever the types say.
    if request.method == "POST" and (None in {*request.form, *request.files} or _has_nul(request.form)):
        abort(400)


def _has_nul(fields: MultiDict[str, str]) -> bool:
    return any(NUL in name or NUL in value for name, value in fields.items(multi=True))


def _bound_body() -> None:
    config, limit = current_app.config, body_limit(request.endpoint)
    beside = config["FORM_BYTES"] if limit in ("FILM_BYTES", "FRAME_BYTES") else 0
    request.max_content_length = config[limit] + beside


def body_limit(endpoint: str | None) -> str:
    """The setting that limits the body of this request: a form, photograph, frame or film."""
    return BODIES.get((endpoint or "").rpartition(".")[2], "FORM_BYTES")


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != STATIC and "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = CACHE_CONTROL
    return response
