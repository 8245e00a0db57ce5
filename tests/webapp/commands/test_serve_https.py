"""`settebello serve --https`: HTTPS by an authority of its own, and on the next port how a phone trusts it."""

import os
import socket
import ssl
import subprocess
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webapp.commands.serving import COMMAND, Served, served
from webapp.commands.cli import main
from webapp.commands.serve.https import AUTHORITY, AUTHORITY_KEY, SERVER

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("https"), "--https") as running:
        yield running


def fetch(url: str, directory: Path | None = None, language: str = "en") -> tuple[bytes, str]:
    """The body of an answer and the address that it came from; HTTPS by the authority of `directory`."""
    context = ssl.create_default_context(cafile=str(directory / AUTHORITY)) if directory else None
    request = urllib.request.Request(url, headers={"Accept-Language": language})
    with urllib.request.urlopen(request, timeout=60, context=context) as answer:
        return answer.read(), answer.geturl()


def test_whoever_trusts_the_authority_gets_pages(server: Served) -> None:
    page, _ = fetch(f"https://127.0.0.1:{server.port}/", server.directory)
    assert b"Settebello" in page


def test_who_does_not_trust_it_gets_none(server: Served) -> None:
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        urllib.request.urlopen(f"https://127.0.0.1:{server.port}/", context=ssl.create_default_context(), timeout=60)


def test_the_cookie_is_for_https_alone(server: Served) -> None:
    context = ssl.create_default_context(cafile=str(server.directory / AUTHORITY))
    with urllib.request.urlopen(f"https://127.0.0.1:{server.port}/new/scopa", context=context, timeout=60) as answer:
        assert "Secure" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Trust this machine"),
        ("it", "Fidati di questo computer"),
        ("de", "Diesem Rechner vertrauen"),
        ("es", "Confiar en este equipo"),
    ],
)
def test_the_next_port_says_how_phones_trust_it_and_nothing_else(server: Served, language: str, title: str) -> None:
    plain = f"http://127.0.0.1:{server.port + 1}"
    for path in ("/", "/new/scopa", "/trust/"):
        page, address = fetch(plain + path, language=language)
        assert address == f"{plain}/trust/"
        assert title in page.decode()
    assert b"<svg" in page


def test_it_hands_out_the_authority(server: Served) -> None:
    given, _ = fetch(f"http://127.0.0.1:{server.port + 1}/trust/settebello.crt")
    assert ssl.DER_cert_to_PEM_cert(given).split() == (server.directory / AUTHORITY).read_text().split()


def test_no_phone_reads_the_metrics(server: Served) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetch(f"https://127.0.0.1:{server.port}/metrics", server.directory)


def test_a_client_that_says_nothing_holds_up_nobody(server: Served) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    try:
        assert fetch(f"https://127.0.0.1:{server.port}/", server.directory)[0]
    finally:
        for each in silent:
            each.close()


def test_no_key_is_in_a_backup(server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(server.directory.parent))
    assert main(["backup", str(tmp_path / "b")]) == 0
    with zipfile.ZipFile(tmp_path / "b") as archive:
        names = archive.namelist()
        data = b"".join(archive.read(name) for name in names)
    assert not set(names) & {AUTHORITY, AUTHORITY_KEY, SERVER}
    assert (server.directory / AUTHORITY_KEY).read_bytes().splitlines()[1] not in data


def test_a_certificate_that_cannot_be_stored_is_a_sentence(server: Served) -> None:
    (server.directory / "https.new").mkdir()
    command = [*COMMAND, "serve", "--https", "--host", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "XDG_DATA_HOME": str(server.directory.parent)}
    done = subprocess.run(command, env=environment, capture_output=True)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"settebello: Nothing can be stored in ")
