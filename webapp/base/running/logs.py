"""Logging for the server and its libraries, as text or JSON lines, with all tokens redacted.

Readers of a log must not be able to play. Formatters therefore redact the complete text of every record: message,
traceback, database errors. A filter of a logger would see neither tracebacks nor records of other loggers.
"""

import json
import logging
import re
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

NUMBER, ENDPOINT = "settebello.number", "settebello.endpoint"
"""WSGI environment keys: the number of the request, and the endpoint that answers it."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_IN_PATH = re.compile(r"(?<!/static/[0-9a-f]{12})/(m|w|p|t|referee|enrol|decks)/[A-Za-z0-9_-]{6,}")
# Any other token, anywhere: in a database error, a traceback, or a file name.
_ANYWHERE = re.compile(r"(?<![A-Za-z0-9_-])(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")
_OF_TABLE = re.compile(r"(?<=[?&]table=)[A-Za-z0-9_-]{6,}")  # a new match that will belong to a table


current: ContextVar[dict[str, Any] | None] = ContextVar("current", default=None)
"""The WSGI environment of the current request."""

answers = logging.getLogger("settebello.answers")
"""Logs a line for every answer, if the log is JSON."""


class Text(logging.Formatter):
    """Formats records as lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Format a record, with the number of its request."""
        environ = current.get()
        number = f"[{environ[NUMBER]}] " if environ and NUMBER in environ else ""
        return number + redact(super().format(record))


class Json(logging.Formatter):
    """Formats records for machines: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record; unknown parts are left out."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redact(record.getMessage()),
        }
        if environ := current.get():
            line |= {"request": environ.get(NUMBER), "method": method(environ)}
            if endpoint := environ.get(ENDPOINT):
                line["endpoint"] = endpoint
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = redact(self.formatException(record.exc_info))
        if record.stack_info:
            line["stack"] = redact(record.stack_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def method(environ: dict[str, Any]) -> str:
    """The method of a request; an invented one is `other`."""
    asked = str(environ["REQUEST_METHOD"])
    return asked if asked in METHODS else "other"


def set_up(form: str) -> None:
    """Log to standard error: warnings and worse as `text`; as `json` also a line for every answer."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    answers.setLevel(logging.INFO if form == "json" else logging.WARNING)
    # Waitress warns whenever no thread is idle; metrics already show response times.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    logging.captureWarnings(True)
    sys.excepthook = lambda *error: root.critical("The program broke", exc_info=error)
    threading.excepthook = lambda broken: root.critical(
        "A thread broke: %s", broken.thread.name if broken.thread else "?", exc_info=broken.exc_value
    )


def redact(text: str) -> str:
    """`text` without the tokens of links and anything that looks like a token.

    >>> redact("GET /m/3Jq9xT-k2_pQ/rounds/2")
    'GET /m/.../rounds/2'
    """
    return _ANYWHERE.sub("...", _OF_TABLE.sub("...", _IN_PATH.sub(r"/\1/...", text)))
