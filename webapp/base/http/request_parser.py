"""Parses the head of each request for waitress, and refuses bad requests before their body is received.

- `Transfer-Encoding` gets 411. No browser sends chunked requests, and waitress rescans an unfinished chunk line at
  every read, in the loop that serves all clients. This also prevents ambiguous body lengths (request smuggling).
- Bodies as large as films are accepted only at the addresses of views that take films.
- A head that waitress cannot parse gets 400; waitress alone would raise `ValueError`.
- Slow clients are disconnected. waitress only checks the last activity, so a byte now and then would hold one of the
  4,000 connections forever.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import Error, RequestEntityTooLarge
from werkzeug.exceptions import HTTPException

from webapp.base.http.security import body_limit
from webapp.base.running.config import MEGABYTE

HEAD_SECONDS = 10
"""Seconds for a whole head, however many bytes arrive."""
BODY_SECONDS, BYTES_A_SECOND = 20, 2000
"""Grace period in seconds, then the least average rate of a body: a tenth of what a phone with a weak signal sends."""
_TRANSFER_ENCODING = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_FOLDED = re.compile(rb"\n[ \t]")
"""A header continued on a second line: obsolete, and interpreted differently by other servers (RFC 9112, 5.2)."""


class LengthRequired(Error):
    """The request does not declare the length of its body."""

    code = 411
    reason = "Length Required"


class RequestParser(HTTPRequestParser):
    """The parser of one server: waitress's `max_request_body_size` limits films, `body_bytes` all other bodies."""

    body_bytes = MEGABYTE
    takes_film: Callable[[str], bool]

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.began = monotonic()

    def parse_header(self, header_plus: bytes) -> None:
        """Parse a head; raises `ParsingError`."""
        if _TRANSFER_ENCODING.search(header_plus):
            self.error = LengthRequired("Say how long the body is: Content-Length.")
            return
        if _FOLDED.search(header_plus):
            raise ParsingError("A header has more than one line")
        try:
            super().parse_header(header_plus)
        except ValueError:
            raise ParsingError("The request cannot be parsed") from None
        if self.content_length >= self.body_bytes and not self.takes_film(self.path):
            self.error = RequestEntityTooLarge(f"exceeds max_body of {self.body_bytes}")
            self.completed = True

    def is_late(self) -> bool:
        """Whether the head takes too long, or the body arrives too slowly."""
        seconds = monotonic() - self.began
        if not self.headers_finished:
            return seconds > HEAD_SECONDS
        return bool(self.body_bytes_received < BYTES_A_SECOND * (seconds - BODY_SECONDS))


class Channel(HTTPChannel):
    """A connection that closes when its request is late; the loop checks at least once a second."""

    def readable(self) -> bool:
        """Whether the loop may read from the connection."""
        if self.request is not None and not self.requests and not self.total_outbufs_len and self.request.is_late():
            self.will_close = True
        return bool(HTTPChannel.readable(self))


def channel_class(app: Flask) -> type[HTTPChannel]:
    most, films = app.config["PHOTO_BYTES"] + MEGABYTE, staticmethod(film_addresses(app))
    parser = type("BoundedParser", (RequestParser,), {"body_bytes": most, "takes_film": films})
    return type("BoundedChannel", (Channel,), {"parser_class": parser})


def film_addresses(app: Flask) -> Callable[[str], bool]:
    """A function that says of a path whether a view of `app` takes films there."""
    addresses = app.url_map.bind("")

    def takes_film(path: str) -> bool:
        try:
            endpoint, _ = addresses.match(path, method="POST")
        except HTTPException:
            return False
        return body_limit(endpoint) == "FILM_BYTES"

    return takes_film
