"""One client of the HTTP server: what it sends, what it is answered, and how long it may take for each."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import Any
from wsgiref.types import WSGIEnvironment

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask

from webapp.base.at_once import IS_AT_ONCE
from webapp.base.request_parser import RequestParser
from webapp.base.turns import WAITING

STALLED = 2
"""A server that ends does not wait for a body of which nothing has come for so many seconds."""


@dataclass(frozen=True)
class Limits:
    """How long a client may take; seconds, unless it says otherwise."""

    head: float = 10
    """For a whole head, however many bytes come."""
    pause: float = 20
    """Between two pieces of a body."""
    rate: float = 2000
    """Bytes a second of a body, on average, once it has taken longer than `pause`: a phone at the edge of its network
    sends ten times that."""
    answer: float = 120
    """Until it has taken its answer."""
    idle: float = 75
    """Between two requests: longer than nginx keeps a connection (60 s), so that it is nginx who ends it."""
    unfinished: int = 1024 * 1024 * 1024
    """Bytes of all unfinished bodies together; the largest ends first."""
    look: float = 1
    """How often all of this is looked at."""


class Request(RequestParser):
    """A request that knows since when it is being received."""

    adj: Any

    def __init__(self, adj: Adjustments) -> None:
        super().__init__(adj)
        self.began = monotonic()
        self.body_began: float | None = None
        self.is_at_once = False

    def received(self, data: bytes) -> int:
        """Take what has come."""
        taken: int = super().received(data)
        if self.body_began is None and self.headers_finished:
            self.body_began = monotonic()
        return taken

    def is_late(self, now: float, heard: float, limits: Limits) -> bool:
        """Whether its client, last heard at `heard`, takes too long."""
        if self.body_began is None:
            return now - self.began > limits.head
        least = limits.rate * (now - self.body_began - limits.pause)
        return now - heard > limits.pause or self.body_bytes_received < least


class Answer(WSGITask):
    """An answer that says that the connection ends, where the server is about to or the client wants it."""

    def get_environment(self) -> WSGIEnvironment:
        """What the application is asked."""
        environ: WSGIEnvironment = super().get_environment()
        environ[IS_AT_ONCE] = self.request.is_at_once
        environ[WAITING] = self.channel.server.turns.waiting
        return environ

    def build_response_header(self) -> bytes:
        """The status line and the headers."""
        if self.channel.server.told:
            super().set_close_on_finish()
        header: bytes = super().build_response_header()
        return header

    def set_close_on_finish(self) -> None:
        """End the connection after this answer; not because it has no body, as waitress would after every 204."""
        asked = self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or asked:
            super().set_close_on_finish()


class PlainError(ErrorTask):
    """What is answered to what is no request: a sentence, and not which server this is."""

    def execute(self) -> None:
        """Send it."""
        error = self.request.error
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", "text/plain; charset=utf-8"))
        self.set_close_on_finish()
        body = f"{error.reason}.\n".encode()
        self.content_length = len(body)
        self.write(body)


class Connection(HTTPChannel):
    """One client."""

    parser_class = Request
    task_class = Answer
    error_task_class = PlainError

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parser_class = self.server.parser_class
        self.heard = monotonic()
        self.unread_since: float | None = None

    def add_channel(self, map: Any = None) -> None:
        """Note that it is there."""
        super().add_channel(map)
        self.server.changed.append(self)

    def del_channel(self, map: Any = None) -> None:
        """Note that it is gone, before its number is another's."""
        self.server.forget(self)
        super().del_channel(map)

    def service(self) -> None:
        """Answer what has come, in a thread; then the loop looks at it anew."""
        try:
            super().service()
        finally:
            self._tell()

    def write_soon(self, data: Any) -> int:
        """Take a part of an answer, in a thread; the loop sends it where it is much."""
        taken: int = super().write_soon(data)
        if self.total_outbufs_len >= self.adj.send_bytes:
            self._tell()
        return taken

    def send_at_once(self) -> None:
        """Send what was answered without asking first whether the client takes it: nearly always it does."""
        if self.connected and not self.requests:
            self.handle_write()

    def _tell(self) -> None:
        self.server.changed.append(self)
        self.server.pull_trigger()

    def handle_read(self) -> None:
        """Take what has come."""
        self.heard = monotonic()
        super().handle_read()

    def handle_expt(self) -> None:
        """Part with who sends urgent data: no browser does, and it would wake the loop until somebody reads it."""
        self.handle_close()

    def is_late(self, now: float, limits: Limits) -> bool:
        """Whether the client takes too long for what it does, or does nothing for too long."""
        if self.total_outbufs_len:
            self.unread_since = self.unread_since or now
        else:
            self.unread_since = None
        if self.requests or self.unread_since:
            self.heard = now
            if self.request:  # the next one, which came with this one: its time begins when this one is answered
                self.request.began = now
            return self.unread_since is not None and now - self.unread_since > limits.answer
        if self.request:
            late: bool = self.request.is_late(now, self.heard, limits)
            return late
        return now - self.heard > limits.idle

    @property
    def received_bytes(self) -> int:
        """How much of an unfinished body is kept."""
        return self.request.body_bytes_received if self.request else 0

    def is_busy(self, now: float) -> bool:
        """Whether a request is being answered, or its body still comes in."""
        coming = self.request and self.request.headers_finished and now - self.heard < STALLED
        return bool(self.requests or self.total_outbufs_len or coming)
