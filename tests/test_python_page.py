"""The examples of docs/python.md run, on photographs of our own drawn cards under the names that the page uses."""

import doctest
from pathlib import Path

import pytest

from tests.photographs import compose

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
ITALIAN_SUITS = "DCSB"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Path("pile.jpg").write_bytes(compose(["7D", "1C", "10S", "4B", "6D", "2C"], columns=3))
    for suit in ITALIAN_SUITS:
        Path(f"{suit}.jpg").write_bytes(compose([f"{rank}{suit}" for rank in range(1, 11)], columns=5))
    said: list[str] = []
    examples = doctest.DocTestParser().get_doctest(PAGE.read_text("utf-8"), {}, PAGE.name, str(PAGE), 0)
    failures, tried = doctest.DocTestRunner().run(examples, out=said.append)
    assert tried > 20
    assert not failures, "".join(said)
