"""The audit of dependencies: red for a known hole that a new version mends, never for want of a network."""

import re
from typing import Any

import pytest

from tools.audit import LOCK, report, verdict


def package(name: str, *holes: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": list(holes)}


def hole(*fixes: str) -> dict[str, Any]:
    return {"id": "PYSEC-1", "fix_versions": list(fixes), "aliases": [], "description": ""}


def test_what_is_needed_to_run_is_audited_and_nothing_else() -> None:
    packages = set(re.findall(r"^([\w-]+)==", LOCK.read_text(), re.MULTILINE))
    assert {"flask", "werkzeug", "markupsafe", "sqlalchemy", "pillow", "numpy", "psycopg"} <= packages
    assert not {"pytest", "ruff", "playwright", "hypothesis", "pip"} & packages


def test_a_known_hole_that_is_mended_is_red() -> None:
    status, said = verdict({"dependencies": [package("flask"), package("pillow", hole(), hole("1.1", "2.0"))]})
    assert status == 1
    assert "audit: pillow 1.0 has a known hole, PYSEC-1; mended in 1.1, 2.0." in said
    assert "audit: pillow 1.0 has a known hole, PYSEC-1; no version mends it yet." in said


def test_a_hole_that_nobody_has_mended_is_said_and_not_red() -> None:
    status, (said,) = verdict({"dependencies": [package("pillow", hole())]})
    assert (status, "no version mends it yet" in said) == (0, True)


def test_what_could_not_be_looked_up_is_said() -> None:
    skipped = {"name": "settebello", "skip_reason": "not on PyPI"}
    assert verdict({"dependencies": [package("flask"), skipped]}) == (0, ["audit: not looked up: settebello."])
    assert verdict({"dependencies": [package("flask")]}) == (0, ["audit: no known hole in 1 packages."])
    for nothing in (None, {"dependencies": [skipped]}, {"dependencies": []}):
        status, (said,) = verdict(nothing)
        assert (status, "cannot be reached" in said) == (0, True)


def test_no_package_that_is_needed_to_run_has_a_known_hole() -> None:
    status, said = verdict(report())
    assert status == 0, said
    if not said[0].startswith("audit: no known hole"):
        pytest.skip("; ".join(said))  # in the summary, as nothing else of a test that passed is


def test_an_audit_that_takes_too_long_is_given_up() -> None:
    assert report(timeout_s=0.05) is None
