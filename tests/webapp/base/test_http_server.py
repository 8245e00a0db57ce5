"""A client that stalls holds nobody up, and no client takes for ever; an end lets what was begun come to its end."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import pytest

from webapp.base.at_once import IS_AT_ONCE, Asked
from webapp.base.http_connection import Limits
from webapp.base.http_server import Server
from webapp.base.listening import listening
from webapp.base.turns import AT_A_TIME, WAITING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

HALF_HEAD = b"POST /photo HTTP/1.1\r\nHost: localhost\r\nConte"
HEAD = b"POST /photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n"
HALF_BODY = HEAD + b"x" * 5000
GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
LARGE = 12_000_000
POLLS = b"".join(b"GET /poll?%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % number for number in range(3))
EMPTY = {"/unchanged": "204 NO CONTENT", "/not-modified": "304 NOT MODIFIED"}
QUICK = Limits(head=0.3, pause=0.3, rate=5000, answer=0.5, idle=0.6, unfinished=400_000, look=0.05)


def until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + 5
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.01)


class EvenOnes:
    """Says that polls are answered at once whose number is even; and fails for 13."""

    def __init__(self, waits: bool) -> None:
        self.waits = waits

    def may_be(self, asked: Asked) -> bool:
        return asked.path == "/poll"

    def are(self, asked: Sequence[Asked]) -> Sequence[bool]:
        assert all(self.may_be(each) for each in asked)
        if any(each.query == "13" for each in asked):
            raise OSError
        return [int(each.query) % 2 == 0 for each in asked]


class Running:
    """A server in a thread, and an application whose answers can be held back."""

    def __init__(self, limits: Limits, patience: float = 5, waits: bool = False) -> None:
        self.go, self.begun = threading.Event(), threading.Semaphore(0)
        self.asked: list[str] = []
        self.clients: list[socket.socket] = []
        self.at_once: list[bool] = []
        place, films = listening("127.0.0.1", 0), "/film".__eq__
        self.server = Server(self.answer, place, 5_000_000, limits, 9_500_000, films, EvenOnes(waits))
        self.thread = threading.Thread(target=self.server.serve, args=(patience,))
        self.thread.start()

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        self.asked.append(path)
        if path == "/poll":
            self.at_once.append(environ[IS_AT_ONCE])
            assert environ[IS_AT_ONCE] == (threading.current_thread() is self.thread)
        if path == "/waiting":
            with environ[WAITING]():
                self.begun.release()
                self.go.wait(10)
        if path == "/held":
            self.begun.release()
            self.go.wait(10)
        if path in EMPTY:
            start_response(EMPTY[path], [("Date", "there")])
            return []
        body = bytes(LARGE) if path == "/large" else b"there"
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    def client(self, sent: bytes = b"") -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self.server.port), timeout=5)
        self.clients.append(made)
        if sent:
            made.sendall(sent)
        return made

    def end(self) -> None:
        self.go.set()
        for client in self.clients:
            client.close()
        self.server.tell()
        self.thread.join(10)
        until(lambda: not self.server.task_dispatcher.threads)
        self.server.trigger.close()


@contextlib.contextmanager
def running(limits: Limits, patience: float = 5, waits: bool = False) -> Iterator[Running]:
    made = Running(limits, patience, waits)
    try:
        yield made
    finally:
        made.end()
        assert not made.thread.is_alive()


def answered(client: socket.socket) -> bytes:
    """The answer, whose body is `there`; what came instead where the connection was closed."""
    got = b""
    while not got.endswith(b"there"):
        piece = client.recv(65536)
        if not piece:
            break
        got += piece
    return got


def is_closed_within(client: socket.socket, seconds: float) -> bool:
    client.settimeout(seconds)
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("stalled", [HALF_HEAD, HALF_BODY, b""], ids=["head", "body", "nothing"])
def test_stalled_clients_delay_no_answer(stalled: bytes) -> None:
    with running(Limits()) as served:
        for _ in range(4 * AT_A_TIME):
            served.client(stalled)
        asking = served.client()
        began = time.monotonic()
        for _ in range(5):
            asking.sendall(GET)
            assert answered(asking).startswith(b"HTTP/1.1 200 OK")
        assert time.monotonic() - began < 2
        assert served.asked == ["/"] * 5


@pytest.mark.parametrize("sent", [HALF_HEAD, HALF_BODY, b"", GET], ids=["head", "body", "nothing", "between two"])
def test_what_stalls_is_closed(sent: bytes) -> None:
    with running(QUICK) as served, served.client(sent) as client:
        if sent == GET:
            answered(client)
        assert is_closed_within(client, 3)


@pytest.mark.parametrize("began", [HALF_HEAD, HEAD], ids=["head", "body"])
def test_who_sends_a_byte_now_and_then_is_closed_too(began: bytes) -> None:
    with running(QUICK) as served, served.client(began) as client:
        ends = time.monotonic() + 3
        with contextlib.suppress(ConnectionError):
            while not is_closed_within(client, 0.05):
                assert time.monotonic() < ends
                client.sendall(b"x")
        assert served.asked == []


def test_who_comes_when_another_is_closed_is_answered() -> None:
    with running(QUICK) as served:
        for _ in range(3):
            assert is_closed_within(served.client(HALF_HEAD), 3)
            assert answered(served.client(GET)).endswith(b"there")


def test_a_body_that_comes_slowly_but_steadily_is_taken() -> None:
    with running(QUICK) as served:
        client = served.client(HEAD.replace(b"3000000", b"48000"))
        for _ in range(24):  # twice the limit of a pause
            client.sendall(b"x" * 2000)
            time.sleep(0.025)
        assert answered(client).endswith(b"there")


@pytest.mark.parametrize("path", EMPTY)
def test_a_phone_that_polls_keeps_its_connection(path: str) -> None:
    """An answer without a body ends with its head: waitress alone would close the connection, every second anew."""
    asks = GET.replace(b"GET /", f"GET {path}".encode())
    with running(Limits()) as here:
        client = here.client(asks)
        assert b"close" not in client.recv(65536)
        client.sendall(asks)
        assert b"there" in client.recv(65536)
        client.sendall(asks.replace(b"Host", b"Connection: close\r\nHost"))
        assert b"Connection: close" in client.recv(65536)
        assert is_closed_within(client, 5)


def test_answers_that_wait_hold_no_others_up() -> None:
    with running(QUICK) as server:
        waiting = [server.client(GET.replace(b"/", b"/waiting", 1)) for _ in range(2 * AT_A_TIME)]
        for _ in waiting:
            assert server.begun.acquire(timeout=5)
        assert answered(server.client(GET)).endswith(b"there")
        server.go.set()
        assert all(answered(client).endswith(b"there") for client in waiting)
        until(lambda: len(server.server.task_dispatcher.threads) == AT_A_TIME)


@pytest.mark.parametrize("waits", [False, True])
def test_what_is_answered_at_once_needs_no_thread(waits: bool) -> None:
    """Its client is answered while every thread is held; also where a request for a thread came in between."""
    with running(QUICK, waits=waits) as server:
        for _ in range(AT_A_TIME):
            server.client(GET.replace(b"/", b"/held", 1))
            server.begun.acquire()
        poll = GET.replace(b"/", b"/poll?8", 1)
        client = server.client(poll)
        assert answered(client).endswith(b"there")
        client.sendall(poll)
        assert answered(client).endswith(b"there")
        assert server.at_once == [True, True]
        server.client(POLLS)
        until(lambda: len(server.at_once) == 3)
        server.go.set()
        until(lambda: len(server.at_once) == 5)
        assert server.at_once[2:] == [True, False, True]


@pytest.mark.parametrize("waits", [False, True])
def test_a_thread_answers_where_the_look_fails(waits: bool) -> None:
    with running(QUICK, waits=waits) as server:
        client = server.client(GET.replace(b"/", b"/poll?13", 1))
        assert answered(client).endswith(b"there")
        assert server.at_once == [False]
        client.sendall(GET.replace(b"/", b"/poll?2", 1))
        assert answered(client).endswith(b"there")
        assert server.at_once == [False, True]


def test_who_does_not_read_its_answer_is_closed_and_holds_no_thread() -> None:
    with running(QUICK) as served:
        large = GET.replace(b"GET /", b"GET /large")
        for _ in range(AT_A_TIME):
            served.client(large)
        assert answered(served.client(GET))
        until(lambda: not served.server.active_channels)


def test_of_too_many_unfinished_bodies_the_largest_ends() -> None:
    with running(Limits(unfinished=400_000, look=0.05)) as served:
        small, large = served.client(HEAD + b"x" * 100_000), served.client(HEAD + b"x" * 350_000)
        assert is_closed_within(large, 3)
        assert not is_closed_within(small, 0.2)


def test_a_body_that_is_too_large_is_refused_before_it_is_received() -> None:
    with running(Limits()) as served, served.client(HEAD.replace(b"3000000", b"9000000")) as client:
        assert client.recv(1000).startswith(b"HTTP/1.1 413 ")
        assert served.asked == []


def test_only_a_film_may_be_larger_than_a_photograph() -> None:
    head = HEAD.replace(b"3000000", b"9000000").replace(b"/photo", b"/film")
    with running(Limits()) as served, served.client(head + bytes(9_000_000)) as client:
        assert client.recv(1000).startswith(b"HTTP/1.1 200 ")
        assert served.asked == ["/film"]
    with running(Limits()) as served, served.client(head.replace(b"9000000", b"9900000")) as client:
        assert client.recv(1000).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("nonsense", [b"\x16\x03\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"x" * 70_000 + b"\r\n\r\n"])
def test_what_is_no_request_is_answered_without_a_name(nonsense: bytes) -> None:
    with running(Limits()) as served, served.client(nonsense) as client:
        answer = client.recv(1000)
        assert answer.startswith(b"HTTP/1.0 4")
        assert b"waitress" not in answer
        assert b"Server:" not in answer


def test_urgent_data_keep_nobody_busy() -> None:
    with running(Limits()) as served, served.client(GET) as client:
        answered(client)
        client.send(b"!", socket.MSG_OOB)
        assert is_closed_within(client, 3)


def test_who_left_while_waiting_is_not_answered() -> None:
    with running(Limits()) as served:
        held = GET.replace(b"GET /", b"GET /held")
        waiting = [served.client(held) for _ in range(AT_A_TIME)]
        for _ in waiting:
            assert served.begun.acquire(timeout=5)
        served.client(GET).close()
        queue = served.server.task_dispatcher.queue
        until(lambda: len(queue) == 1 and not queue[0].connected)
        served.go.set()
        for client in waiting:
            answered(client)
        assert served.asked == ["/held"] * AT_A_TIME


def test_an_end_finishes_what_was_begun_and_accepts_nothing_more() -> None:
    with running(Limits()) as served:
        port = served.server.port
        held, idle = served.client(GET.replace(b"GET /", b"GET /held")), served.client(GET)
        answered(idle)
        assert served.begun.acquire(timeout=5)
        served.server.tell()
        assert is_closed_within(idle, 3)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5)
        served.go.set()
        answer = answered(held)
        assert answer.startswith(b"HTTP/1.1 200 OK")
        assert b"Connection: close" in answer


def test_an_end_waits_only_so_long() -> None:
    with running(Limits(), patience=0.3) as served:
        stalled = served.client(HALF_BODY)
        answered(served.client(GET))
        served.server.tell()
        assert is_closed_within(stalled, 3)


def test_ipv6_is_listened_to() -> None:
    try:
        opened = listening("::1", 0)
    except OSError:
        pytest.skip("no IPv6 here")
    server = Server(lambda *_: [], opened, 1000)
    assert server.port
    server.task_dispatcher.shutdown()
    server.trigger.close()
    server.close()
