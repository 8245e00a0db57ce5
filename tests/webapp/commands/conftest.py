"""A terminal for the tests of the command line."""

from __future__ import annotations

import pytest

from tests.webapp.commands.terminal import Terminal


@pytest.fixture
def settebello(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Terminal:
    return Terminal(monkeypatch, capfdbinary)
