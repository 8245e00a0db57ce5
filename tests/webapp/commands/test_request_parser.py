"""Requests refused before their body is received: chunked ones, heads that cannot be parsed, too large bodies."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import pytest
from waitress.server import create_server

from webapp.commands.serve import request_parser
from webapp.commands.serve.request_parser import Channel

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

FILM = "/m/some-Token_22/rounds/1/entry/piles/0/film"


@pytest.fixture
def asked() -> list[str]:
    """The paths that the application was asked for."""
    return []


@pytest.fixture
def port(asked: list[str]) -> Iterator[int]:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        asked.append(environ["PATH_INFO"])
        start_response("200 OK", [("Content-Length", "5")])
        return [b"there"]

    place = socket.create_server(("127.0.0.1", 0))
    sockets: dict[int, object] = {}
    server = create_server(answer, map=sockets, sockets=[place], max_request_body_size=5_000_000)
    server.channel_class = Channel

    def run() -> None:
        with contextlib.suppress(OSError):  # its sockets are closed while it waits for them, to stop it
            server.run()

    thread = threading.Thread(target=run)
    thread.start()
    yield server.effective_port
    server.pull_trigger()
    server.task_dispatcher.shutdown()
    server.asyncore.close_all(sockets)
    thread.join(5)
    assert not thread.is_alive()


def told(port: int, sent: bytes) -> bytes:
    """All that a server answers until it closes the connection; it must, within some seconds."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(sent)
        got = b""
        try:
            while piece := client.recv(65536):
                got += piece
        except ConnectionResetError:
            pass
        return got


CHUNKED = b"5\r\nthere\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1\r\nTransfer-Encoding: chunked",
        b"HTTP/1.1\r\ntransfer-encoding:chunked",
        b"HTTP/1.0\r\nTransfer-Encoding: chunked",
        b"HTTP/1.1\r\nTransfer-Encoding: chunked, chunked",
        b"HTTP/1.1\r\nTransfer-Encoding: gzip",
        b"HTTP/1.1\r\nTransfer-Encoding:",
        b"HTTP/1.1\r\nTransfer-Encoding:\r\n chunked",
        b"HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked",
        b"HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3",
    ],
)
def test_a_chunked_request_is_refused_and_the_connection_closed(port: int, asked: list[str], head: bytes) -> None:
    answer = told(port, b"POST /x " + head + b"\r\nHost: localhost\r\n\r\n" + CHUNKED)
    assert answer.split(b" ", 2)[1] == b"411"
    assert answer.count(b"HTTP/1.") == 1
    assert b"connection: close" in answer.lower()
    assert asked == []


@pytest.mark.parametrize("endless", [b"1;a=" + b"a" * 3_000_000, b"0\r\nX: " + b"a" * 3_000_000])
def test_an_endless_chunk_line_slows_nobody(port: int, endless: bytes) -> None:
    began = time.process_time()
    head = f"POST {FILM} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
    pieces = (endless[at : at + 8192] for at in range(0, len(endless), 8192))
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(head)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            any(client.sendall(piece) or time.sleep(0.0005) for piece in pieces)
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "request_",
    [
        b"GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n",
    ],
)
def test_what_cannot_be_parsed_is_a_bad_request(
    port: int, asked: list[str], request_: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    assert told(port, request_).split(b" ", 2)[1] == b"400"
    assert asked == []
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(("size", "status"), [(4_999_999, b"200"), (5_000_000, b"413")])
def test_no_body_is_larger_than_a_film(port: int, asked: list[str], size: int, status: bytes) -> None:
    head = f"POST {FILM} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {size}\r\n\r\n".encode()
    answer = told(port, head + bytes(size if status == b"200" else 0))
    assert answer.split(b" ", 2)[1] == status
    assert asked == ([FILM] if status == b"200" else [])


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients have a fraction of the time."""
    for name, value in (("HEAD_SECONDS", 0.5), ("BODY_SECONDS", 0.5), ("BYTES_A_SECOND", 8_000)):
        monkeypatch.setattr(request_parser, name, value)


HEAD = b"POST /photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 48000\r\n\r\n"


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("began", [HEAD[:-2], HEAD], ids=["head", "body"])
def test_who_sends_a_byte_now_and_then_is_closed(port: int, asked: list[str], began: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=0.1) as client:
        ends = time.monotonic() + 20
        client.sendall(began)
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < ends:
                client.sendall(b"x")
                with contextlib.suppress(TimeoutError):
                    if not client.recv(1):
                        break
        assert time.monotonic() < ends
    assert asked == []


@pytest.mark.usefixtures("hurried")
def test_a_body_that_comes_slowly_but_steadily_is_taken(port: int, asked: list[str]) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(HEAD)
        for _ in range(24):
            client.sendall(bytes(2000))
            time.sleep(0.04)
        assert client.recv(65536).startswith(b"HTTP/1.1 200 ")
    assert asked == ["/photo"]


def test_who_closes_its_side_after_asking_is_answered(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.shutdown(socket.SHUT_WR)
        assert b"there" in b"".join(iter(lambda: client.recv(65536), b""))
