"""The examples in docstrings run, all of them."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = [file for package in ("scoring", "vision", "webapp", "tools") for file in (ROOT / package).rglob("*.py")]
NAMES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted(FILES)
    if ">>> " in file.read_text("utf-8")
]


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_tell_the_truth(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize(
    "name", ["scoring", "scoring.api", "scoring.cards", "scoring.match", "scoring.referee", "vision"]
)
def test_the_modules_that_teach_have_examples(name: str) -> None:
    assert name in NAMES
