"""The scans that networks learn from: every deck keeps a name of its own, and belongs to the pattern it is."""

import gzip
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.decks.catalogue import ASPECTS, FAMILIES, PATTERNS
from vision.training.synthesis import scans as decks

PAPER, SHEET = 230, 120  # greys, to tell a folder's cards from those of a sheet


def picture(path: Path, grey: int, width: int, height: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), np.full((height, width, 3), grey, np.uint8))


@pytest.fixture
def scans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, decks.Scan]]:
    """A folder with two cards of an Anglo deck, and a sheet of Debian's deck of that name, rasterised before."""
    monkeypatch.setattr(decks, "AISLERIOT", tmp_path / "not installed")
    picture(tmp_path / "decks" / "french-anglo" / "AS.png", PAPER, 60, 90)
    picture(tmp_path / "decks" / "french-anglo" / "JOKER-2.png", PAPER, 60, 90)
    picture(tmp_path / "cache" / "anglo.png", SHEET, 13 * 30, 5 * 45)
    return decks.load([tmp_path / "decks"], tmp_path / "cache")


def test_debians_decks_stand_beside_those_of_the_same_name_in_a_folder(
    scans: dict[str, dict[str, decks.Scan]],
) -> None:
    assert set(scans["french-anglo"]) == {"AS", "JOKER-2"}
    assert len(scans["debian-anglo"]) == 54
    assert scans["french-anglo"]["AS"].levels[0][200, 100, 0] == PAPER
    assert scans["debian-anglo"]["AS"].levels[0][200, 100, 0] == SHEET


def test_debians_decks_are_french_ones(scans: dict[str, dict[str, decks.Scan]]) -> None:
    cards = [card for deck in scans.values() for card in deck.values()]
    assert {card.pattern for card in cards} == {"french"}
    assert {card.deck for card in scans["debian-anglo"].values()} == {"debian-anglo"}


def test_a_second_drawing_of_a_card_is_that_card(scans: dict[str, dict[str, decks.Scan]]) -> None:
    assert scans["french-anglo"]["JOKER-2"].code == "JOKER"


def test_no_folder_can_take_the_name_of_a_deck_of_debian() -> None:
    assert not {decks.DEBIAN + name for name in decks.AISLERIOT_FRENCH} & set(decks.PATTERNS)


def test_the_last_row_of_a_sheet_begins_with_two_jokers(scans: dict[str, dict[str, decks.Scan]]) -> None:
    assert {scans["debian-anglo"][key].code for key in ("JOKER-1", "JOKER-2")} == {"JOKER"}


def test_every_deck_belongs_to_a_pattern_that_can_be_asked_for() -> None:
    assert set(decks.PATTERNS.values()) <= set(PATTERNS)


def test_a_sheet_that_is_being_drawn_is_not_there_yet_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decks, "AISLERIOT", tmp_path)
    (tmp_path / "berlin.svgz").write_bytes(gzip.compress(b"<svg/>"))
    _, drawn = cv2.imencode(".png", np.full((45, 130, 3), SHEET, np.uint8))
    seen: list[Path] = []

    def convert(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        if "-o" in command:
            Path(command[command.index("-o") + 1]).write_bytes(drawn.tobytes()[:40])
        seen.extend((tmp_path / "cache").glob("berlin.png"))
        return subprocess.CompletedProcess(command, 0, drawn.tobytes())

    monkeypatch.setattr(subprocess, "run", convert)
    sheet = decks.sheet_of("berlin", tmp_path / "cache")
    assert sheet is not None
    assert sheet[0, 0, 0] == SHEET
    assert not seen
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["berlin.png"]


def test_every_pattern_and_family_says_how_wide_its_cards_are(drawn: dict[str, decks.Scan]) -> None:
    assert set(ASPECTS) == set(PATTERNS) | set(FAMILIES)
    assert ASPECTS["settebello"] == pytest.approx(drawn["7D"].aspect, abs=0.01)
