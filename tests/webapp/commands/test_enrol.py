"""`settebello enrol`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest

from scoring.cards import ITALIAN
from tests.photographs import compose
from vision.pipeline.enrolment import ENROLLABLE
from webapp.commands.cli import main

pytestmark = pytest.mark.slow


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    given = []
    for letter in "DCSB":
        path = tmp_path / f"{letter}.jpg"
        path.write_bytes(compose([c.code for c in ITALIAN.of_suit(letter)], columns=5, size=(1500, 1100)))
        given.append(f"{letter}={path}")
    return given


def test_an_enrolled_deck_is_a_deck_for_recognise(photos: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "nonna", "--like", "italian", *photos]) == 0
    stored = json.loads(capsys.readouterr().out)
    assert (stored["deck"], stored["like"], len(stored["cards"])) == ("nonna", "italian", 40)
    assert set(stored["cards"][0]) == {"code", "photo", "corners", "nearest", "apart"}
    assert main(["recognise", photos[0].partition("=")[2], "--deck", "nonna"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert [card["code"] for card in entry["cards"]] == [card.code for card in ITALIAN.of_suit("D")]


def test_every_refusal_comes_at_once_and_says_what_was_seen(
    photos: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    coins, cups, _, batons = photos
    few = Path(batons.partition("=")[2])
    few.write_bytes(compose(["1B", "2B", "3B"], columns=3))
    assert main(["enrol", "nonna", "--like", "italian", coins, f"{cups}.no", batons]) == 2
    errors = json.loads(capsys.readouterr().out)["errors"]
    assert {(e["code"], e.get("field"), e.get("value")) for e in errors} == {
        ("bad_image", "C", "unreadable"),
        ("missing_photo", "S", None),
        ("wrong_count", "B", 3),
    }
    assert all(error["message"] for error in errors)


def test_every_family_is_offered_and_another_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "nonna", "--like", "tarocchi", "D=photo.jpg"]) == 2
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    families = ", ".join(map(repr, ENROLLABLE))
    assert error["value"] == f"argument --like: invalid choice: 'tarocchi' (choose from {families})"


def codes(capsys: pytest.CaptureFixture[str]) -> set[str]:
    return {error["code"] for error in json.loads(capsys.readouterr().out)["errors"]}


def test_wrong_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    none = [f"{letter}=none.jpg" for letter in "DCSB"]
    assert main(["enrol", "napoletane", "--like", "italian", *none]) == 2
    assert codes(capsys) == {"bad_deck_name", "bad_image"}
    assert main(["enrol", "../nonna", "--like", "french", *none]) == 2
    assert codes(capsys) >= {"bad_deck_name", "unknown_photo"}
