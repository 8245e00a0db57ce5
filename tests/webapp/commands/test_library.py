"""The command line and the library answer alike: `settebello score FILE` is `explained(score(match))`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scoring import InvalidEntry, referee, score
from tests.scoring.rounds import A, B, match, won
from tests.scoring.test_cases import cases
from webapp.commands.cli import main
from webapp.explain import explained

Command = Callable[[dict[str, Any]], Any]
COMMANDS: dict[str, Command] = {"score": score, "referee": referee}
QUESTION: dict[str, Any] = {"ask": "captures", "game": "scopa", "table": ["1D", "3C", "4B"], "card": "7S"}
OWN: list[tuple[str, dict[str, Any]]] = [
    ("score", match(won(A, B, None, A, sweeps={B: 2}))),
    ("score", match(won(A), target=0)),
    ("referee", QUESTION),
    ("referee", {**QUESTION, "card": "11S"}),
]
SHARED = [(name, case["input"]) for name in COMMANDS for file in (name, f"{name}-revised") for case in cases(file)]


def test_the_json_of_the_command_line_is_that_of_the_library(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "document.json"
    for command, document in OWN + SHARED:
        file.write_text(json.dumps(document), "utf-8")
        status = main([command, str(file), "--lang", "de"])
        printed = json.loads(capfdbinary.readouterr().out)
        try:
            expected = explained(COMMANDS[command](document), lang="de")
        except InvalidEntry as invalid:
            assert status == 2, document
            assert all(error.pop("message") for error in printed["errors"]), document
            expected = json.loads(json.dumps(invalid.as_dict()))
        else:
            assert status == 0, document
        assert printed == expected, document
