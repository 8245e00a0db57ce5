"""`settebello serve` as a player starts it: a process, an address, a QR code, pages in the phone's language."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import pytest
from flask import Flask

from tests.webapp.commands.serving import COMMAND, served
from webapp.base.language.i18n import use_language
from webapp.commands import serve
from webapp.commands.cli import main
from webapp.commands.serve import listening

pytestmark = pytest.mark.slow


def fetch(url: str, language: str = "en") -> str:
    request = urllib.request.Request(url, headers={"Accept-Language": language})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(answer.read().decode())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server of its own, by the command line; yields its address and the file with what it printed."""
    with served(tmp_path_factory.mktemp("serve")) as running:
        yield f"http://127.0.0.1:{running.port}", running.printed


def test_the_address_is_printed_and_no_phone_is_sent_to_a_machine_that_only_serves_itself(
    server: tuple[str, Path],
) -> None:
    url, printed = server
    text = printed.read_text()
    assert url in text
    assert "Only this machine can open it." in text
    assert "█" not in text
    assert "phone" not in text


@pytest.mark.parametrize(
    ("language", "phone"), [("en", "phone"), ("it", "telefono"), ("de", "Telefon"), ("es", "teléfono")]
)
def test_phones_get_the_address_as_a_qr_code(language: str, phone: str, capsys: pytest.CaptureFixture[str]) -> None:
    with use_language(language):
        serve.announce("https://192.168.1.2:8000", "http://192.168.1.2:8001")
    text = capsys.readouterr().out
    assert "https://192.168.1.2:8000" in text
    assert "http://192.168.1.2:8001" in text
    assert "█" in text
    assert phone in text


@pytest.mark.parametrize(
    ("language", "word"), [("it", "partita"), ("de", "Partie"), ("es", "partida"), ("en", "match")]
)
def test_every_phone_gets_its_own_language(server: tuple[str, Path], language: str, word: str) -> None:
    page = fetch(server[0], language)
    assert f'<html lang="{language}"' in page
    assert word in page


def test_links_do_not_show_up_in_what_is_printed(server: tuple[str, Path]) -> None:
    url, printed = server
    secret = "AbCdEfGhIjKlMnOpQrStUv"
    with pytest.raises(urllib.error.HTTPError):
        fetch(f"{url}/m/{secret}/")
    assert secret not in printed.read_text()


def test_there_is_no_page_of_trust_where_it_serves_plain_http(server: tuple[str, Path]) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetch(f"{server[0]}/trust/")


def test_a_phone_that_walked_away_while_sending_delays_nobody(server: tuple[str, Path]) -> None:
    port = int(server[0].rpartition(":")[2])
    head = b"POST /m/x/photo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n"
    away = [socket.create_connection(("127.0.0.1", port)) for _ in range(32)]
    try:
        for at, client in enumerate(away):
            client.sendall(head + b"x" * 5000 if at % 2 else head[:60])
        began = time.monotonic()
        for _ in range(5):
            assert "Settebello" in fetch(server[0])
        assert time.monotonic() - began < 8  # nobody is waited for: a head may take ten seconds, a body twenty
    finally:
        for client in away:
            client.close()


def test_it_ends_at_once_and_well(tmp_path: Path) -> None:
    """By the keyboard; by SIGTERM the next test ends it."""
    command = [sys.executable, "-c", "import sys; from webapp.commands.cli import main; sys.exit(main())"]
    process = subprocess.Popen(
        [*command, "serve", "--host", "127.0.0.1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    assert process.stdout is not None
    with process, process.stdout:
        url = next(line for line in process.stdout if "http://" in line).split()[-1]
        assert fetch(f"{url}/healthz") == "ok\n"
        assert fetch(f"{url}/readyz") == "ready\n"
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(20) == 0
        assert time.monotonic() - began < 10
    assert "Traceback" not in rest


def test_who_is_let_in_is_answered_when_it_ends(tmp_path: Path) -> None:
    """Behind a proxy an update has no gap: whom this process refuses, the next one answers."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--host", "127.0.0.1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    assert process.stdout is not None
    with process, process.stdout:
        port = int(next(line for line in process.stdout if "http://" in line).rpartition(":")[2])

        def ask_until_refused() -> list[bytes]:
            """The ends of the answers; each request comes by a connection of its own, as from nginx."""
            ends = []
            while True:
                try:
                    opened = socket.create_connection(("127.0.0.1", port), timeout=20)
                except ConnectionRefusedError:
                    return ends
                answer = b""
                with opened, suppress(ConnectionError):
                    opened.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    answer = b"".join(iter(partial(opened.recv, 65536), b""))
                ends.append(answer.rstrip()[-7:])

        with ThreadPoolExecutor(8) as pool:
            phones = [pool.submit(ask_until_refused) for _ in range(8)]
            time.sleep(0.3)
            process.send_signal(signal.SIGTERM)
            answers = [answer for phone in phones for answer in phone.result()]
        assert "Traceback" not in process.stdout.read()
        assert process.wait(20) == 0
    assert len(answers) > 2
    # One may connect between the last accept and the close, which no program can tell the kernel as one.
    assert sum(answer != b"</html>" for answer in answers) <= 1


def test_what_keeps_it_from_starting_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("SETTEBELLO_PROXIES", "one")
    assert main(["--lang", "de", "serve"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("settebello: Die Einstellung SETTEBELLO_PROXIES kann nicht „one“ sein.")
    assert main(["export", "x"]) == 2
    assert '"code": "no_start"' in capsys.readouterr().out


@pytest.mark.parametrize("text", ["abc", "-1", "65536"])
def test_a_port_that_is_none_is_said(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["serve", "--port", text]) == 2
    assert f"{text} is no port" in capsys.readouterr().out


def test_a_port_that_is_taken_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use") as error:
            listening("127.0.0.1", taken.getsockname()[1])
    assert "--port 8001" in serve.no_port("127.0.0.1", 8000, error.value)
    assert "--port 8000" in serve.no_port("", 65535, error.value)


def test_a_machine_without_ipv6_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_socket(*_arguments: object) -> None:
        raise OSError(errno.EAFNOSUPPORT, "no")

    monkeypatch.setattr(socket, "has_dualstack_ipv6", lambda: False)
    monkeypatch.setattr(socket, "socket", no_socket)
    with pytest.raises(OSError, match="no") as error:
        listening("::", 8000)
    assert "has no address ::" in serve.no_port("::", 8000, error.value)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(errno.EACCES, "no"), "is not allowed for this user"),
        (OSError(errno.EADDRNOTAVAIL, "no"), "has no address 203.0.113.7"),
        (socket.gaierror(-2, "no"), "has no address 203.0.113.7"),
    ],
)
def test_why_nothing_can_listen(error: OSError, said: str) -> None:
    assert said in serve.no_port("203.0.113.7", 80, error)


def test_what_is_no_name_of_a_host_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["serve", "--host", "a..b", "--port", "0"]) == 2
    assert "has no address a..b" in capsys.readouterr().err


def test_the_address_for_phones() -> None:
    assert serve.address("192.168.1.7", 8000) == "http://192.168.1.7:8000"
    assert serve.address("fe80::1", 8000) == "http://[fe80::1]:8000"
    assert serve.address("0.0.0.0", 80).startswith("http://")
    assert "0.0.0.0" not in serve.address("0.0.0.0", 80)


def test_a_club_serves_behind_its_proxy(tmp_path: Path) -> None:
    program = (
        "from webapp.commands.serve import application; c = application().test_client();"
        "forwarded = {'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'club.example', 'X-Forwarded-For': '10.0.0.9'};"
        "answer = c.get('/', headers=forwarded);"
        "print(answer.status_code, 'Secure' in answer.headers['Set-Cookie'])"
    )
    settings = {"SETTEBELLO_PROXIES": "1", "SETTEBELLO_HTTPS": "1", "SETTEBELLO_HOSTS": "club.example"}
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), **settings}
    environment.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["200", "True"]


def test_after_the_last_port_the_page_of_trust_says_the_one_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has = []

    def create_server(_app: object, sockets: list[socket.socket], **_tuning: object) -> Mock:
        with sockets[0]:
            has.append(sockets[0].getsockname()[1])
        return Mock()

    monkeypatch.setattr(serve, "create_server", create_server)
    monkeypatch.setattr(serve, "TlsProxy", Mock())
    app = Flask(__name__)
    app.config["DATA_DIRECTORY"] = tmp_path
    last = Mock(**{"getsockname.return_value": ("127.0.0.1", 65535)})
    serve._serve_https(app, "127.0.0.1", last, 1)
    assert app.config["TRUST_ADDRESS"] == f"http://127.0.0.1:{has[0]}"
