"""The HTTP server: waitress, with a limit on the time that a client may take for each part of a request.

waitress receives heads and bodies, and sends answers, in one loop that waits for nobody: a client that stalls holds no
thread. What it lacks is here. It closes a connection by its last activity alone, so that a head sent a byte a minute
never ends; it accepts one connection a turn; it looks at every connection at each turn, which costs more than an answer
to a poll where eight hundred phones are connected; it wakes a thread for every answer, which costs more than most
answers; it ends without waiting for what is being answered.
"""

from __future__ import annotations

import select
import socket
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from threading import get_ident
from time import monotonic
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask

from webapp.base.at_once import IS_AT_ONCE, Asked, AtOnce, Looker, Nothing
from webapp.base.listening import connections
from webapp.base.turns import AT_A_TIME, WAITING, Turns

HEAD_BYTES = 64 * 1024
FILM = "/film"
"""The end of the addresses that take films."""
STALLED = 2
"""A server that ends does not wait for a body of which nothing has come for so many seconds."""
LAST = 1
"""So many seconds it still takes requests on connections that it has."""
AT_ONCE = 64
"""So many connections are accepted in a turn."""


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


class Request(HTTPRequestParser):
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

    def parse_header(self, header_plus: bytes) -> None:
        """Read the head; a body that is no film may be as large as a photograph."""
        super().parse_header(header_plus)
        if self.path.endswith(FILM):
            self.adj = self.adj.film

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


class Server(TcpWSGIServer):
    """waitress on one open socket."""

    channel_class = Connection

    def __init__(
        self,
        application: WSGIApplication,
        listening: socket.socket,
        body_bytes: int,
        limits: Limits | None = None,
        film_bytes: int | None = None,
        at_once: AtOnce | None = None,
        threads: int = AT_A_TIME,
    ) -> None:
        """`body_bytes`: a larger body is refused before the application hears of it; `film_bytes`: where films go.

        `at_once`: which requests the loop lets the application answer itself. `threads`: how many others are computed
        at the same time.
        """
        self.limits = limits or Limits()
        self.loop = get_ident()
        self.looker: Looker[Connection] = Looker(at_once or Nothing(), self._looked)
        self.looked: deque[tuple[Connection, bool]] = deque()
        self.told = False
        self.next_look = 0.0
        self.changed: deque[Connection] = deque()
        """With these something has happened, here or in a thread: the next turn asks them what they wait for."""
        self.epoll = select.epoll() if hasattr(select, "epoll") else None
        self.watched: dict[int, int] = {}
        adjustments = _adjustments(listening, body_bytes)
        adjustments.film = _adjustments(listening, film_bytes or body_bytes)
        super().__init__(
            application,
            map={},
            _sock=listening,
            bind_socket=False,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            adj=adjustments,
        )
        self.turns = Turns(threads, self.task_dispatcher.set_thread_count)
        self.next_channel_cleanup = float("inf")  # `_turn` does it, by a clock that nobody sets

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.effective_port)

    def handle_accept(self) -> None:
        """Accept those who wait."""
        for _ in range(AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before or not super().readable():
                break

    def part_with_late_ones(self, now: float) -> None:
        """Close connections whose client takes too long, and the largest of too many unfinished bodies."""
        unfinished = []
        for connection in list(self.active_channels.values()):
            if connection.is_late(now, self.limits):
                # Not `will_close`: it waits until the client takes some more of its answer.
                connection.handle_close()
            elif connection.received_bytes:
                unfinished.append(connection)
        together = sum(connection.received_bytes for connection in unfinished)
        for connection in sorted(unfinished, key=lambda each: each.received_bytes, reverse=True):
            if together <= self.limits.unfinished:
                break
            together -= connection.received_bytes
            connection.handle_close()

    def add_task(self, task: Connection) -> None:
        """Let a thread answer, if not the loop itself."""
        asked = task.requests[0]
        is_other = asked.error or "UPGRADE" in asked.headers
        if is_other or not self.looker.takes(Asked(asked.command, asked.path, asked.query), task):
            super().add_task(task)

    def _looked(self, found: Sequence[tuple[Connection, bool]]) -> None:
        """Take what the looker knows now."""
        self.looked.extend(found)
        self.pull_trigger()

    def pull_trigger(self) -> None:
        """Wake the loop; it looks by itself after what it does itself."""
        if get_ident() != self.loop:
            super().pull_trigger()

    def tell(self) -> None:
        """Ask it to end; a signal handler and other threads may."""
        self.told = True
        super().pull_trigger()  # the handler of a signal runs in the thread of the loop, while it waits

    def serve(self, patience: float) -> None:
        """Answer until told to end; then accept nothing more and finish what was begun, for `patience` seconds."""
        self.loop = get_ident()
        while not self.told:
            self._turn(self.limits.look)
        self.handle_accept()
        self.forget(self)
        wasyncore.dispatcher.close(self)
        self._turn(0)  # what was sent before it was told is read
        began = monotonic()
        while (now := monotonic()) < began + patience:
            for connection in list(self.active_channels.values()):
                # A phone may just be sending its next request: that one is answered, and told to come anew.
                if now > began + LAST and not connection.is_busy(now):
                    connection.handle_close()
            if not self.active_channels:
                break
            self._turn(0.1)
        self.looker.end()
        self.turns.end()
        self.task_dispatcher.shutdown(timeout=0.1)
        # Not the pipe that wakes the loop: a thread that still answers writes into it at its end, and its number may by
        # then be that of another file.
        for connection in list(self.active_channels.values()):
            connection.handle_close()

    def forget(self, connection: Any) -> None:
        """Wait for nothing more of it."""
        if self.epoll and self.watched.pop(connection._fileno, None) is not None:
            self.epoll.unregister(connection._fileno)

    def _turn(self, seconds: float) -> None:
        # Not while waitress collects what to wait for, as it does it itself: the number of a socket that is closed then
        # may be that of a new one when it looks who has sent something, and the new one is closed, too.
        now = monotonic()
        if now >= self.next_look:
            self.next_look = now + self.limits.look
            self.part_with_late_ones(now)
        if self.epoll is None:  # a system that is not Linux
            wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)
            self._answer_looked()
            return
        if self.socket:
            self._watch(self.epoll, self)
        self._watch(self.epoll, self.trigger)
        # Those alone with which something has happened: hundreds may wait for a thread.
        for connection in {self.changed.popleft() for _ in range(len(self.changed))}:
            if self.active_channels.get(connection._fileno) is connection:
                self._watch(self.epoll, connection)
        for number, events in self.epoll.poll(seconds):
            found = self._map.get(number)
            if found is not None:
                wasyncore.readwrite(found, events)
                if number in self.active_channels:
                    self.changed.append(self.active_channels[number])
        self._answer_looked()

    def _answer_looked(self) -> None:
        """Answer what is answered at once, and let threads answer the rest."""
        self.looker.look()
        while self.looked:
            connection, is_at_once = self.looked.popleft()
            if not is_at_once:
                super().add_task(connection)
            elif connection.requests:
                connection.requests[0].is_at_once = True
                connection.service()
                connection.send_at_once()

    def _watch(self, epoll: select.epoll, each: Any) -> None:
        """Wait for what `each` can take now."""
        events = select.EPOLLIN | select.EPOLLPRI if each.readable() else 0
        if each.writable() and not each.accepting:
            events |= select.EPOLLOUT
        known = self.watched.get(each._fileno)
        if known is None:
            epoll.register(each._fileno, events)
        elif known != events:
            epoll.modify(each._fileno, events)
        self.watched[each._fileno] = events


def _adjustments(listening: socket.socket, body_bytes: int) -> Adjustments:
    """The settings of waitress; of bodies of at most so many bytes."""
    return Adjustments(
        sockets=[listening],
        threads=AT_A_TIME,
        ident=None,
        max_request_header_size=HEAD_BYTES,
        max_request_body_size=body_bytes,
        connection_limit=connections(),
        asyncore_use_poll=True,
        # A client that leaves while its request waits for a thread is noticed, and nothing is done for it.
        channel_request_lookahead=1,
        # What proxies say is judged by `webapp.serving`.
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        server_name="localhost",
    )
