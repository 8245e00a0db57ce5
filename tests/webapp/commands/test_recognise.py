"""`settebello recognise`: what it asks of the recogniser, and how it prints the answer."""

from pathlib import Path
from typing import Any

import pytest

from scoring.cards import FRENCH, ITALIAN
from tests.hostile_pictures import blank, progressive_jpeg
from tests.photographs import compose
from tests.webapp.commands.terminal import Terminal, codes
from vision.decks.store import deck_names
from vision.errors import BadImage
from vision.types import DeckGuess, Note, Recognition, SeenCard
from webapp import explain
from webapp.photos.work.processes import Readers

SQUARE = ((1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0))


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, str, int, str | None]]:
    """Recognition that answers the same to every photograph and remembers what it was asked."""
    asked: list[tuple[bytes, str, int, str | None]] = []

    def run(
        _: object,
        _limits: object,
        _function: object,
        data: bytes,
        deck: str,
        *,
        packs: int,
        as_family: str | None,
        taught: object,
    ) -> Recognition:
        asked.append((data, deck, packs, as_family))
        if not data.startswith(b"photo"):
            raise BadImage("kind")
        found = (
            SeenCard(ITALIAN.parse("7D"), 0.99, False, SQUARE, ((ITALIAN.parse("6D"), 0.01),)),
            SeenCard(None, 0.2, True, SQUARE),
        )
        return Recognition((30, 40), found, (Note("far"),), 0.5)

    monkeypatch.setattr(Readers, "run", run)
    return asked


def test_recognise(settebello: Terminal, tmp_path: Path, seen: list[Any]) -> None:
    photo = tmp_path / "a.jpg"
    photo.write_bytes(b"photo")
    status, entries = settebello(
        "recognise", str(photo), "--deck", "french", "--packs", "2", "--as", "italian", "--json"
    )
    assert status == 0
    assert seen == [(b"photo", "french", 2, "italian")]
    assert entries == [
        {
            "photo": str(photo),
            "size": [30, 40],
            "seconds": 0.5,
            "notes": [{"code": "far", "message": entries[0]["notes"][0]["message"]}],
            "cards": [
                {
                    "code": "7D",
                    "confidence": 0.99,
                    "doubtful": False,
                    "corners": [[1.0, 2.0], [3.0, 2.0], [3.0, 5.0], [1.0, 5.0]],
                    "alternatives": [["6D", 0.01]],
                },
                {
                    "code": None,
                    "confidence": 0.2,
                    "doubtful": True,
                    "corners": [[1.0, 2.0], [3.0, 2.0], [3.0, 5.0], [1.0, 5.0]],
                    "alternatives": [],
                },
            ],
        }
    ]


def test_without_a_deck_the_piles_decide_and_what_one_leaves_open_the_others_say(
    settebello: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart, alike, near = {"piacentine": 0, "napoletane": -7}, {"piacentine": 0, "napoletane": 0}, {"italian": 0.9}
    sure = DeckGuess("piacentine", 0.998, False, (("napoletane", 0.001),), "italian", apart, near)
    open_ = DeckGuess("napoletane", 0.5, True, (("piacentine", 0.5),), "italian", alike, near)
    none = DeckGuess(None, 0.0, True, (("napoletane", 0.6),), "italian")
    asked = []

    def run(_: object, _limits: object, _function: object, data: bytes, deck: str, **_others: object) -> Recognition:
        asked.append((data, deck))
        guess = {b"sure": sure, b"open": open_, b"none": none}[data]
        return Recognition((30, 40), (), (), 0.5, guess)

    monkeypatch.setattr(Readers, "run", run)
    paths = [tmp_path / name for name in ("sure", "open")]
    for path in (*paths, tmp_path / "none"):
        path.write_bytes(path.name.encode())
    status, entries = settebello("recognise", *map(str, paths))
    assert status == 0
    assert asked == [(b"sure", "auto"), (b"open", "auto"), (b"open", "piacentine")]
    assert entries[0]["deck"] == {
        "name": "piacentine", "confidence": 0.998, "doubtful": False, "alternatives": [["napoletane", 0.001]]
    }  # fmt: skip
    assert (entries[1]["deck"]["name"], entries[1]["deck"]["doubtful"]) == ("piacentine", False)
    _, (entry,) = settebello("recognise", str(tmp_path / "none"))
    assert (entry["deck"]["name"], entry["deck"]["like"]) == (None, "italian")


def test_the_other_photographs_are_answered(settebello: Terminal, tmp_path: Path, seen: list[Any]) -> None:
    good, bad, missing = tmp_path / "a.jpg", tmp_path / "b.txt", tmp_path / "c.jpg"
    good.write_bytes(b"photo")
    bad.write_bytes(b"text")
    status, entries = settebello("recognise", str(bad), str(missing), str(good), "--deck", "napoletane")
    assert status == 2
    assert [entry["photo"] for entry in entries] == [str(bad), str(missing), str(good)]
    assert [entry.get("error", {}).get("code") for entry in entries] == ["bad_image", "bad_image", None]
    assert all(entry["error"]["message"] and "cards" not in entry for entry in entries[:2])


@pytest.mark.slow
def test_a_hostile_file_is_refused_within_seconds_and_ends_no_command(settebello: Terminal, tmp_path: Path) -> None:
    scans, bomb, good = tmp_path / "scans.jpg", tmp_path / "bomb.webp", tmp_path / "good.jpg"
    scans.write_bytes(progressive_jpeg(4000, 3000, 8000))
    bomb.write_bytes(blank("WEBP", 16_000, 1_600, lossless=True, method=0))
    good.write_bytes(compose(["7D"], columns=1, size=(500, 600)))
    status, entries = settebello("recognise", str(scans), str(bomb), str(good), "--deck", "settebello")
    assert status == 2
    said = [entry["error"]["message"] for entry in entries[:2]]
    assert said == [explain.image_text("too_many_scans"), explain.image_text("too_large")]
    assert [card["code"] for card in entries[2]["cards"]] == ["7D"]


def test_an_unknown_deck(settebello: Terminal) -> None:
    status, document = settebello("recognise", "a.jpg", "--deck", "bierdeckel")
    assert (status, codes(document)) == (2, ["unknown_deck"])


def test_the_reasons_of_the_recogniser_have_sentences() -> None:
    reasons = ["empty", "too_many_bytes", "kind", "too_large", "too_small", "broken", "unreadable"]
    reasons += ["progressive", "too_many_scans", "too_slow", "lost"]
    assert len({explain.image_text(reason) for reason in reasons}) == len(reasons)
    notes = [explain.note_text(code) for code in ["dark", "blurred", "far", "cut_card", "unknown_deck"]]
    assert len(set(notes)) == 5
    assert deck_names()
    assert FRENCH.name in deck_names()
