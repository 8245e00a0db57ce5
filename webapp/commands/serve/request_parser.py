"""Parses the head of each request for waitress, and refuses bad requests before their body is received.

- `Transfer-Encoding` gets 411. No browser sends chunked requests, and waitress rescans an unfinished chunk line at
  every read, in the loop that serves all clients. This also prevents ambiguous body lengths (request smuggling).
- A head that waitress cannot parse gets 400; waitress alone would raise `ValueError`.
- Slow clients are disconnected. waitress only checks the last activity, so a byte now and then would hold one of the
  4,000 connections forever.
"""

import re
from time import monotonic

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.utilities import Error

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
    """Parses a request; waitress itself limits the sizes of head and body."""

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

    def is_late(self) -> bool:
        """Whether the head takes too long, or the body arrives too slowly."""
        seconds = monotonic() - self.began
        if not self.headers_finished:
            return seconds > HEAD_SECONDS
        return bool(self.body_bytes_received < BYTES_A_SECOND * (seconds - BODY_SECONDS))


class Channel(HTTPChannel):
    """A connection that closes when its request is late; checked at least once a second."""

    parser_class = RequestParser

    def readable(self) -> bool:
        """Whether the loop may read from the connection."""
        if self.request is not None and not self.requests and not self.total_outbufs_len and self.request.is_late():
            self.will_close = True
        return bool(HTTPChannel.readable(self))
