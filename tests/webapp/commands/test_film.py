"""`settebello film`: what it asks of the reader, how it prints the answer, what it says of files that are no film."""

from pathlib import Path
from typing import Any

import pytest

from scoring.cards import ITALIAN
from tests.films import dealt, encoded, sound
from tests.webapp.commands.terminal import Terminal, codes
from vision.errors import BadFilm
from vision.types import FilmCard, FilmReading, Note
from webapp import explain
from webapp.photos.work.processes import FILM, Limits, Readers

SQUARE = ((1.0, 2.0), (3.0, 2.0), (3.0, 5.0), (1.0, 5.0))


def test_the_entry_of_a_film(settebello: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def run(_: object, limits: Limits, _function: object, path: Path, deck: str, **cards: object) -> FilmReading:
        asked.append((path, deck, cards))
        assert limits is FILM
        if not path.exists():
            raise BadFilm("unreadable")
        other = ((ITALIAN.parse("6D"), 0.01),)
        cards = (
            FilmCard(ITALIAN.parse("7D"), 0.999, False, SQUARE, other, 1.3, 2.0, 1.6001),
            FilmCard(None, 0.2, True, SQUARE, (), 2.5, 2.5, 2.5),
        )
        return FilmReading(14.2, (720, 1280), cards, (Note("dark", 40),), 6.1)

    monkeypatch.setattr(Readers, "run", run)
    film, missing = tmp_path / "pile.mp4", tmp_path / "none.mp4"
    film.write_bytes(b"film")
    status, entries = settebello("film", str(film), str(missing), "--deck", "napoletane", "--packs", "2")
    assert status == 2
    cards = {"packs": 2, "as_family": None, "taught": []}
    assert asked == [(film, "napoletane", cards), (missing, "napoletane", cards)]
    square = [list(corner) for corner in SQUARE]
    assert entries[0] == {
        "film": str(film),
        "duration": 14.2,
        "size": [720, 1280],
        "seconds": 6.1,
        "notes": [{"code": "dark", "message": explain.film_note_text("dark", 40)}],
        "cards": [
            {
                "code": "7D",
                "confidence": 0.999,
                "doubtful": False,
                "from": 1.3,
                "to": 2.0,
                "frame": 1.6,
                "corners": square,
                "alternatives": [["6D", 0.01]],
            },
            {
                "code": None,
                "confidence": 0.2,
                "doubtful": True,
                "from": 2.5,
                "to": 2.5,
                "frame": 2.5,
                "corners": square,
                "alternatives": [],
            },
        ],
    }
    assert entries[1] == {
        "film": str(missing),
        "error": {"code": "bad_film", "message": explain.film_text("unreadable")},
    }


@pytest.mark.slow
def test_a_bad_film_stops_no_other(settebello: Terminal, tmp_path: Path) -> None:
    files = {
        "sound.mp4": sound(),
        "empty.mp4": b"",
        "text.mp4": b"not a film at all",
        "pile.mp4": encoded(dealt(["7D"])),
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    status, entries = settebello("film", *(str(tmp_path / name) for name in files), "--deck", "settebello")
    assert status == 2
    said = [entry["error"]["message"] for entry in entries[:3]]
    assert said == [explain.film_text(reason) for reason in ("no_picture", "empty", "kind")]
    assert [card["code"] for card in entries[3]["cards"]] == ["7D"]


def test_an_unknown_deck(settebello: Terminal) -> None:
    status, document = settebello("film", "a.mp4", "--deck", "bierdeckel")
    assert (status, codes(document)) == (2, ["unknown_deck"])


def test_every_reason_has_its_sentence() -> None:
    reasons = ["unreadable", "empty", "too_many_bytes", "kind", "no_picture", "too_long", "too_large", "too_small"]
    reasons += ["broken", "too_slow", "lost"]
    assert len({explain.film_text(reason) for reason in reasons}) == len(reasons)
    notes = ["dark", "blurred", "far", "cut_card", "unknown_deck"]
    assert len({explain.film_note_text(code) for code in notes}) == len(notes)
