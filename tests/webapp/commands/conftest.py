"""A terminal for the tests of the command line, and places where it is backed up and restored."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import databases
from tests.webapp.commands.backups import Places
from tests.webapp.commands.places import Place
from tests.webapp.commands.terminal import Terminal


@pytest.fixture
def settebello(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Terminal:
    return Terminal(monkeypatch, capfdbinary)


@pytest.fixture
def between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Places]:
    """Where it is backed up, and where it is restored: each with its engine, migrated and empty."""
    with ExitStack() as lent:

        def place(name: str, engine: str) -> Place:
            home = tmp_path / name
            (home / "settebello").mkdir(parents=True)
            url = lent.enter_context(databases.database(engine)) if engine == databases.POSTGRESQL else None
            return Place(home, url, monkeypatch, capsys)

        yield lambda here, there: (place("here", here), place("there", there))


@pytest.fixture
def places(between: Places, engine: str) -> tuple[Place, Place]:
    return between(engine, engine)
