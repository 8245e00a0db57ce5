"""The log: one set-up for everything that the server uses, without a token anywhere, in text or as lines of JSON.

Who reads a log must not be able to play. So the finished text of every record is redacted, whatever it was put
together from: message, traceback, what a database said. That is the work of the formatter; a filter of a logger sees
neither the traceback nor the records of other loggers.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

NUMBER, ENDPOINT = "settebello.number", "settebello.endpoint"
"""What an environment of WSGI says besides: the number of the request, and the endpoint that answers it."""
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
# `/teach/` is what `/enrol/` and `/decks/` were before; phones still ask for it.
_IN_PATH = re.compile(r"(?<!/static/[0-9a-f]{12})/(m|w|p|t|referee|enrol|decks|teach/deck|teach)/[A-Za-z0-9_-]{6,}")
# Any other token, wherever it stands: in what a database says of a row, in a traceback, in the name of a file.
_ANYWHERE = re.compile(r"(?<![A-Za-z0-9_-])(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")
_OF_TABLE = re.compile(r"(?<=[?&]table=)[A-Za-z0-9_-]{6,}")  # a new match that is to be put on a table


current: ContextVar[dict[str, Any] | None] = ContextVar("current", default=None)
"""The environment of the request that is being answered."""

answers = logging.getLogger("settebello.answers")
"""A line for every answer, where the log is JSON."""


class Text(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """One record, with the number of its request."""
        environ = current.get()
        number = f"[{environ[NUMBER]}] " if environ and NUMBER in environ else ""
        return number + redact(super().format(record))


class Json(logging.Formatter):
    """Lines for machines: an object each."""

    def format(self, record: logging.LogRecord) -> str:
        """One record; what is not known of it is left out."""
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
    """The method of a request; what a client made up is `other`."""
    asked = str(environ["REQUEST_METHOD"])
    return asked if asked in METHODS else "other"


def set_up(form: str) -> None:
    """Write the log to standard error: warnings and worse, as `text`; as `json` also a line for every answer."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    answers.setLevel(logging.INFO if form == "json" else logging.WARNING)
    # It says so at every request that finds no idle thread; the metrics say how long answers take.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    logging.captureWarnings(True)
    sys.excepthook = lambda *error: root.critical("The program broke", exc_info=error)
    threading.excepthook = lambda broken: root.critical(
        "A thread broke: %s", broken.thread.name if broken.thread else "?", exc_info=broken.exc_value
    )


def redact(text: str) -> str:
    """`text` without the tokens of links, and without whatever else looks like one.

    >>> redact("GET /m/3Jq9xT-k2_pQ/rounds/2")
    'GET /m/.../rounds/2'
    """
    return _ANYWHERE.sub("...", _OF_TABLE.sub("...", _IN_PATH.sub(r"/\1/...", text)))
