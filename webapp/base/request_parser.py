"""Parses the head of each request for waitress, and refuses before the body is received.

- `Transfer-Encoding` is answered with 411: no browser sends chunked requests, and waitress rescans an unfinished chunk
  line at every read, in the loop that answers everybody. This also ends ambiguous body lengths (request smuggling).
- A body as large as a film is received only at the addresses of views that take films.
- A head that waitress cannot parse is answered with 400, where it raises `ValueError` by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import Flask
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import Error, RequestEntityTooLarge
from werkzeug.exceptions import HTTPException

from webapp.base.config import MEGABYTE
from webapp.base.security import FILM_VIEW

_TRANSFER_ENCODING = re.compile(rb"\ntransfer-encoding[ \t]*:", re.IGNORECASE)
_FOLDED = re.compile(rb"\n[ \t]")
"""A header continued on a second line: obsolete, and other servers read it otherwise (RFC 9112, 5.2)."""


class LengthRequired(Error):
    """The request does not say how long its body is."""

    code = 411
    reason = "Length Required"


class RequestParser(HTTPRequestParser):
    """The parser of one server: `max_request_body_size` of waitress bounds films, `body_bytes` all other bodies."""

    body_bytes = MEGABYTE
    takes_film: Callable[[str], bool]

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


def film_addresses(app: Flask) -> Callable[[str], bool]:
    """Says of a path whether a view of `app` takes films there."""
    addresses = app.url_map.bind("")

    def takes_film(path: str) -> bool:
        try:
            endpoint, _ = addresses.match(path, method="POST")
        except HTTPException:
            return False
        return bool(endpoint.endswith(FILM_VIEW))

    return takes_film
