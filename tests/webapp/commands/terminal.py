"""A terminal to type `settebello` in: what goes in as bytes, what comes out as documents."""

import io
import json
from typing import Any

import pytest

from webapp.commands.cli import main


class Terminal:
    """Runs subcommands in this process with bytes as standard input, and reads what they print."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        self.monkeypatch = monkeypatch
        self.captured = capfdbinary

    def __call__(self, *arguments: str, data: object = b"") -> tuple[int, Any]:
        """The exit status and the document."""
        given = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(arguments)
        printed = self.captured.readouterr().out
        assert printed.count(b"\n") == 1
        return status, json.loads(printed)


def codes(document: Any) -> list[str]:
    """The codes of the errors of an answer, each of which has a sentence."""
    assert all(error["message"] for error in document["errors"])
    return [error["code"] for error in document["errors"]]
