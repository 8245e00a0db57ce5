"""The HTTP server: waitress, with a limit on the time that a client may take for each part of a request.

waitress receives heads and bodies, and sends answers, in one loop that waits for nobody: a client that stalls holds no
thread. What it lacks is here and in `webapp.base.http_connection`. It closes a connection by its last activity alone,
so that a head sent a byte a minute never ends; it accepts one connection a turn; it looks at every connection at each
turn, which costs more than an answer to a poll where eight hundred phones are connected; it wakes a thread for every
answer, which costs more than most answers; it ends without waiting for what is being answered.
"""

from __future__ import annotations

import select
import socket
from collections import deque
from collections.abc import Callable, Sequence
from threading import get_ident
from time import monotonic
from typing import Any
from wsgiref.types import WSGIApplication

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from webapp.base.at_once import Asked, AtOnce, Looker, Nothing
from webapp.base.http_connection import Connection, Limits, Request
from webapp.base.listening import connections
from webapp.base.turns import AT_A_TIME, Turns

HEAD_BYTES = 64 * 1024
LAST = 1
"""So many seconds it still takes requests on connections that it has."""
AT_ONCE = 64
"""So many connections are accepted in a turn."""


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
        takes_film: Callable[[str], bool] = lambda _path: False,
        at_once: AtOnce | None = None,
        threads: int = AT_A_TIME,
    ) -> None:
        """`body_bytes`: a larger body is refused before the application hears of it; `film_bytes`: where `takes_film`.

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
        bounds = {"body_bytes": body_bytes, "takes_film": staticmethod(takes_film)}
        self.parser_class = type("BoundedRequest", (Request,), bounds)
        adjustments = _adjustments(listening, film_bytes or body_bytes)
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
