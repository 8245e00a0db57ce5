"""A WSGI layer before the application: health checks and allowed hosts; it numbers, times and counts each request.

Unchanged polls are answered before Flask and must be counted too, so this layer does not use Flask's request.

The check of hosts prevents DNS rebinding: another site can point its own name at an address of this network. It could
then read our pages as its own. The `Host` of such requests is the other name. The check also keeps foreign names out of
shared links.
"""

import ipaddress
import random
import re
import socket
from collections.abc import Iterable
from functools import cache, lru_cache
from time import perf_counter
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response

from webapp.base.http import health
from webapp.base.http.health import Health
from webapp.base.http.security import STATIC
from webapp.base.language.i18n import gettext, use_language
from webapp.base.language.page_language import preferred
from webapp.base.running import logs

HEADER = "X-Request-ID"
GIVEN = re.compile("[0-9a-fA-F-]{8,64}")
"""Format of a request number taken from a proxy; tokens of links do not match it."""
POLL, NONE, REFUSED = "poll", "none", "refused_host"
"""Endpoint names for requests that Flask did not see or has no endpoint for."""
QUIET = {POLL, STATIC}
"""Endpoints that are not logged: hundreds of requests a second without any information."""


class Front:
    """A WSGI layer before `behind`, which is the rest of the application `app`."""

    def __init__(self, app: Flask, behind: WSGIApplication) -> None:
        self.app = app
        self.behind = behind
        self.health = Health(app)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if (answer := self.health.answer(environ)) is not None:
            return answer(environ, start_response)
        began = perf_counter()
        environ[logs.NUMBER] = number = number_of(environ)
        status = "500"

        def start(line: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            nonlocal status
            status = line[:3]
            headers = [*headers, (HEADER, number)]
            return start_response(line, headers, exc_info) if exc_info else start_response(line, headers)

        mark = logs.current.set(environ)
        try:
            host = environ.get("HTTP_HOST") or environ["SERVER_NAME"]
            if is_allowed(host, self.app.config["HOSTS"]):
                return self.behind(environ, start)
            environ[logs.ENDPOINT] = REFUSED
            return _refusal(host, environ)(environ, start)
        finally:
            seconds = perf_counter() - began
            endpoint = environ.get(logs.ENDPOINT) or (POLL if status == "204" else NONE)
            health.answered(endpoint, status, seconds)
            if endpoint not in QUIET and logs.answers.isEnabledFor(20):
                said = {"endpoint": endpoint, "status": int(status), "milliseconds": round(1000 * seconds, 1)}
                logs.answers.info("answered", extra={"fields": said})
            logs.current.reset(mark)


def number_of(environ: WSGIEnvironment) -> str:
    """The id of a request: the proxy's, or a new one short enough to read out on the telephone."""
    given = environ.get("HTTP_X_REQUEST_ID")
    if given and GIVEN.fullmatch(given):
        return str(given)
    number = f"{int(1e9 * random.random()):09}"  # finds a line in the log; no secret
    return f"{number[:3]}-{number[3:6]}-{number[6:]}"


def _refusal(host: str, environ: WSGIEnvironment) -> Response:
    with use_language(preferred(environ.get("HTTP_ACCEPT_LANGUAGE", ""))):
        sentence = refusal(host)
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
    return Response(f"{sentence}\n", 400, headers, mimetype="text/plain")


def init_app(app: Flask) -> None:
    """Record the endpoint of each answer, and give pages of `app` the id of their request."""

    @app.url_value_preprocessor
    def note(endpoint: str | None, _values: dict[str, Any] | None) -> None:
        request.environ[logs.ENDPOINT] = endpoint


def put_before(app: Flask) -> None:
    """Put the layer before `app`, behind the configured number of proxy layers."""
    front: WSGIApplication = Front(app, app.wsgi_app)
    if count := app.config["PROXIES"]:
        front = ProxyFix(front, x_for=count, x_proto=count, x_host=count)
    app.wsgi_app = front  # type: ignore[method-assign,assignment]


@lru_cache(maxsize=256)
def is_allowed(host: str, names: tuple[str, ...]) -> bool:
    """Whether a request may name `host` (with its port, if any).

    `names` are those of the setting. If empty: localhost, numeric addresses, and this machine's name, plain or with
    `.local`.
    """
    name = without_port(host)
    return name in names if names else name in own_names() or is_address(name)


def without_port(host: str) -> str:
    """The name or address in lower case, without port and without the trailing dot of a full name."""
    return re.sub(r":[0-9]*\Z", "", host.strip()).removesuffix(".").lower()


def is_address(name: str) -> bool:
    """Whether a name is a numeric address, which cannot be pointed elsewhere by DNS."""
    try:
        if name.startswith("["):
            return name.endswith("]") and bool(ipaddress.IPv6Address(name[1:-1]))
        return bool(ipaddress.IPv4Address(name))
    except ValueError:
        return False


@cache
def own_names() -> frozenset[str]:
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return frozenset({"localhost", full, short, f"{short}.local"})


def refusal(host: str) -> str:
    """The sentence that answers a request for another name."""
    name = without_port(host)
    if not re.fullmatch("[a-z0-9.-]{1,80}", name):
        return gettext("This server does not have that name. Open the address that it showed at its start.")
    return gettext(
        "This server is not called %(name)s. Open the address that it showed at its start. Whoever runs it can allow "
        "the name: SETTEBELLO_HOSTS=%(name)s.",
        name=name,
    )
