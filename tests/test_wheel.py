"""The wheel is complete: built, installed into an empty environment, and played with from another folder.

Installing every dependency takes half a minute and 400 MB. Instead, the environment links to the installed packages
that pyproject.toml requires, and to their requirements. An undeclared dependency is missing there, as it would be after
`pip install`.
"""

import json
import os
import re
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from packaging.requirements import Requirement
from werkzeug import Request
from werkzeug.test import Client

from tests.photographs import compose
from tests.webapp.conftest import start
from tests.webapp.pages import Visitor
from webapp import __version__

pytestmark = pytest.mark.wheel
ROOT = Path(__file__).parents[1]
CODES = ["7D", "1C", "10S", "4B", "6D", "2C"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    (built,) = folder.glob("*.whl")
    return built


class Installed:
    """The wheel in an environment of its own; `folder` is where its commands run, far from the checkout."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", with_pip=False)
        self.bin = folder / "venv" / "bin"
        (self.packages,) = (folder / "venv" / "lib").glob("python*/site-packages")
        link_dependencies(wheel, self.packages)
        pip("--python", str(self.bin / "python"), "install", "--no-deps", "--no-index", "--no-compile", str(wheel))
        hidden = ("PYTHONPATH", "DATABASE_URL", "SETTEBELLO_WEIGHTS")
        kept = {name: value for name, value in os.environ.items() if name not in hidden}
        self.environment = {**kept, "XDG_DATA_HOME": str(folder / "data"), "HOME": str(folder)}

    def run(self, *arguments: str, data: object = None) -> Any:
        """The JSON output of `settebello` with these arguments."""
        return json.loads(self.text(str(self.bin / "settebello"), *arguments, data=json.dumps(data)))

    def text(self, *command: str, data: str = "") -> str:
        """The output of a command."""
        done = subprocess.run(
            command, input=data, capture_output=True, text=True, cwd=self.folder, env=self.environment, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheel, tmp_path_factory.mktemp("elsewhere"))


def pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def required(lines: list[str], extras: set[str]) -> Iterator[tuple[str, set[str]]]:
    """The names of the requirements that hold here, with the extras that are asked for."""
    for line in lines:
        requirement = Requirement(line)
        if not requirement.marker or any(requirement.marker.evaluate({"extra": extra}) for extra in (extras | {""})):
            yield requirement.name, requirement.extras


def link_dependencies(wheel: Path, packages: Path) -> None:
    """Link the wheel's requirements, and theirs, into `packages`."""
    with zipfile.ZipFile(wheel) as files:
        (metadata,) = (name for name in files.namelist() if name.endswith(".dist-info/METADATA"))
        lines = re.findall(r"^Requires-Dist: (.*)$", files.read(metadata).decode(), re.MULTILINE)
    waiting, linked = list(required(lines, set())), set[str]()
    while waiting:
        name, extras = waiting.pop()
        if name in linked:
            continue
        linked.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError as missing:
            raise AssertionError(f"{name} is required and not installed here: make test installs it") from missing
        waiting += required(found.requires or [], extras)
        for top in {file.parts[0] for file in found.files or [] if file.parts[0] not in ("..", "__pycache__")}:
            source, link = Path(str(found.locate_file(top))), packages / top
            if not link.exists():
                link.symlink_to(source)


def test_the_wheel_has_what_an_application_needs_and_no_more(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
    info = f"settebello-{__version__}.dist-info"
    for folder in ("templates", "static"):
        there = {f"webapp/{file.relative_to(ROOT)}" for file in (ROOT / folder).rglob("*") if file.is_file()}
        assert there <= names
    for package in ("scoring", "vision", "webapp"):
        assert f"{package}/py.typed" in names
        assert {str(file.relative_to(ROOT)) for file in (ROOT / package).rglob("*.po")} <= names
    assert {str(file.relative_to(ROOT)) for file in (ROOT / "vision" / "weights").iterdir()} <= names
    assert "webapp/base/storage/migrations/versions/0006_oldest.py" in names
    assert f"{info}/licenses/LICENSE" in names
    assert {name.split("/")[0] for name in names} == {"scoring", "vision", "webapp", info}
    assert not [name for name in names if "training" in name or "test" in name.split("/")[-1]]


def test_nothing_of_the_checkout_is_seen(installed: Installed) -> None:
    program = "import sys, webapp.app; print(webapp.app.folder('static'), webapp.app.folder('templates'), *sys.path)"
    assert str(ROOT) not in installed.text(str(installed.bin / "python"), "-c", program)
    assert installed.text(str(installed.bin / "settebello"), "--version") == f"settebello {__version__}\n"


def test_it_scores_and_referees(installed: Installed) -> None:
    match = {"game": "scopa", "sides": ["Anna", "Bruno"], "rounds": [{"piles": {"Anna": CODES}}]}
    scored = installed.run("score", "-", "--lang", "it", data=match)
    assert scored["totals"] == {"Anna": 1, "Bruno": 3}
    assert scored["rounds"][0]["lines"][0]["text"] == "Più carte per Bruno: 34, contro 6 di Anna."
    question = {"ask": "captures", "game": "scopa", "table": ["1D", "6S", "4B"], "card": "7S"}
    assert installed.run("referee", "-", data=question)["captures"] == [["1D", "6S"]]


def test_it_reads_a_photograph(installed: Installed) -> None:
    photo = installed.folder / "pile.jpg"
    photo.write_bytes(compose(CODES, columns=3))
    (entry,) = installed.run("recognise", str(photo), "--deck", "settebello")
    assert sorted(card["code"] for card in entry["cards"]) == sorted(CODES)


class Served:
    """`settebello serve`, visited like an application in the tests: every request goes there over HTTP."""

    def __init__(self, address: str) -> None:
        self.host = address.removeprefix("http://")

    def test_client(self) -> Client:
        """A client that keeps cookies."""
        return Client(self._forward)

    def _forward(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        request = Request(environ)
        path = f"{request.path}?{request.query_string.decode()}".removesuffix("?")
        connection = HTTPConnection(self.host, timeout=60)
        connection.request(request.method, path, request.get_data(), dict(request.headers))
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        start_response(f"{answer.status} {answer.reason}", answer.getheaders())
        return [body]


@pytest.fixture
def served(installed: Installed) -> Iterator[Served]:
    """A server that chose its port by itself and printed it."""
    command = [str(installed.bin / "settebello"), "serve", "--host", "127.0.0.1", "--port", "0"]
    folder, printed = installed.folder, installed.folder / "printed"
    with printed.open("w") as output:
        server = subprocess.Popen(command, cwd=folder, env=installed.environment, stdout=output, stderr=output)
    try:
        for _ in range(1200):
            if address := re.search(r"http://127\.0\.0\.1:\d+", printed.read_text()):
                yield Served(address[0])
                return
            assert server.poll() is None, printed.read_text()
            time.sleep(0.25)
        raise AssertionError(printed.read_text())
    finally:
        server.terminate()
        server.wait(20)


def test_a_round_of_scopa_over_http(served: Served) -> None:
    """From the first page to the board: forms, style sheets, scripts, the database and its migrations are there."""
    anna = Visitor(served)
    first = anna.get("/")
    assert f"Settebello {__version__}" in first.text
    linked = [link.get("href") for link in first.root.iter("link")]
    for address in [*linked, *(script.get("src") for script in first.root.iter("script"))]:
        assert anna.client.get(address).status_code == 200, address
    board = start(anna)
    path = f"{board.path}rounds/1/entry/"
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=CODES)
    entry = anna.send(anna.get(path), "entry/", button="rest/1")
    receipt = anna.send(entry, "entry/", button="count")
    assert "Most cards for Bruno: 34, against 6 for Anna." in receipt.words
    assert "Anna 1 10 to go" in anna.get(board.path).words
