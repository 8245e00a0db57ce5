"""docs/security.md tells the truth: every defence has a test that is there, every attacker has a row."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "security.md"
ATTACKERS = (
    "guest at the table", "photographed the QR code", "Another site", "hostile photograph", "flood", "stolen",
    "reading the logs", "reading a backup", "curious operator", "network of the pizzeria", "dependency",
)  # fmt: skip
COLUMNS = 5


def rows() -> list[list[str]]:
    """The cells of every row of the table, without its head."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@cache
def found_in(file: str) -> dict[str, bool]:
    """Every test that pytest collects of a file, and whether it is always skipped."""
    assert Path(file).name.startswith("test_"), f"pytest collects nothing of {file}"
    body = ast.parse((ROOT / file).read_text("utf-8")).body
    inside = [
        each for cls in body if isinstance(cls, ast.ClassDef) and cls.name.startswith("Test") for each in cls.body
    ]
    found = [each for each in (*body, *inside) if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")]
    return {
        each.name: any(re.search(r"mark\.(skip|xfail)\b", ast.unparse(mark)) for mark in each.decorator_list)
        for each in found
    }


def test_every_attacker_has_a_row() -> None:
    names = " ".join(row[0] for row in rows())
    assert not [name for name in ATTACKERS if name.lower() not in names.lower()]


@pytest.mark.parametrize("row", rows(), ids=lambda row: re.sub(r"[^A-Za-z ]", "", row[0]))
def test_what_holds_is_held_by_tests_that_are_there(row: list[str]) -> None:
    assert len(row) == COLUMNS
    who, wants, holds, held_by, _ = row
    assert who
    assert wants
    assert holds
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", held_by)
    assert named, f"{who}: no test holds this row"
    assert held_by.count("`") == 2 * len(named), f"{who}: what is quoted here is a test"
    missing = [f"{file}::{name}" for file, name in named if name not in found_in(file)]
    assert not missing
    assert not [name for file, name in named if found_in(file)[name]], "a test that is skipped holds nothing"


def test_no_file_of_the_page_is_left_out_of_the_run() -> None:
    """They all lie where `pytest` looks when nothing else is said."""
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.search(r'testpaths = \["tests"\]', settings)
