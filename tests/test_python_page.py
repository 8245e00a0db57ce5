"""The examples of docs/python.md run, on photographs of our own drawn cards under the names that the page uses."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import vision
from tests.photographs import compose

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
NEED_VISION = ("Read a photograph", "Teach a deck")
ITALIAN_SUITS = "DCSB"


def sections() -> Iterator[tuple[str, str]]:
    """(heading, text) of the page, in order; what stands before the first heading has none."""
    heading = ""
    for part in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE):
        yield heading and part.partition("\n")[0], part
        heading = "yes"


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    Path("pile.jpg").write_bytes(compose(["7D", "1C", "10S", "4B", "6D", "2C"], columns=3))
    for suit in ITALIAN_SUITS:
        Path(f"{suit}.jpg").write_bytes(compose([f"{rank}{suit}" for rank in range(1, 11)], columns=5))
    runner = doctest.DocTestRunner()
    parser, known, said = doctest.DocTestParser(), dict[str, object](), list[str]()
    for heading, text in sections():
        if heading in NEED_VISION and not callable(getattr(vision, "enrol", None)):
            continue  # `from vision import recognise, enrol` comes with another change: then these run as well
        example = parser.get_doctest(text, known, heading, str(PAGE), None)
        runner.run(example, out=said.append, clear_globs=False)
        known = example.globs
    assert runner.tries > 10
    assert not runner.failures, "".join(said)


def test_the_page_has_the_sections_that_need_photographs() -> None:
    """So that a heading that is changed does not switch its examples off."""
    assert {heading for heading, _ in sections()} >= set(NEED_VISION)
