"""The decks we draw ourselves: complete, harmless to put into a page, current, and no two cards alike."""

import io
import itertools
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import resvg_py
from PIL import Image

from scoring.cards import DECKS
from scoring.game import GAMES
from tests.shares import share
from tools.draw_cards.__main__ import ICONS, drawn_files, main
from tools.draw_cards.cards import DRAWN
from tools.draw_cards.icons import PNG_SIZES

STATIC = Path(__file__).parent.parent / "static"
BACK = STATIC / "cards" / "back.svg"
DECK_FILES = {
    name: [*(STATIC / "cards" / name / f"{card}.svg" for card in deck.cards), BACK] for name, (deck, _) in DRAWN.items()
}
"""Every deck with its back."""
CARD_FILES = sorted({file for files in DECK_FILES.values() for file in files})
SUITS = [
    (name, suit) for name, (deck, _) in DRAWN.items() for suit in dict.fromkeys(c.suit for c in deck.cards) if suit
]
SVG = "{http://www.w3.org/2000/svg}"
TAP_GRID_WIDTH = 34


@cache
def pixels(file: Path, width: int = TAP_GRID_WIDTH) -> np.ndarray:
    """The picture of an SVG file on white, height x width x 3, 0 to 255."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=file.read_text("utf-8"), width=width, height=width * 400 // 240))
    picture = Image.open(io.BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", picture.size, "white")
    return np.asarray(Image.alpha_composite(paper, picture).convert("RGB"), dtype=np.float64)


def test_every_deck_is_drawn_and_the_files_are_exactly_its_cards_and_the_back() -> None:
    assert {name: deck for name, (deck, _) in DRAWN.items()} == DECKS
    assert set((STATIC / "cards").rglob("*.svg")) == set(CARD_FILES)


def check_is_a_drawing_and_nothing_else(file: Path, view_box: str) -> None:
    root = ET.fromstring(file.read_text("utf-8"))
    assert (root.tag, root.get("viewBox")) == (f"{SVG}svg", view_box), file
    shapes = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert shapes <= {"svg", "g", "path", "circle", "ellipse", "rect"}, f"no text, style, script, image or use: {file}"
    names = {name for element in root.iter() for name in element.attrib}
    assert not names & {"id", "style", "class", "href"}, file
    assert not any(name.startswith("on") for name in names), file
    assert file.stat().st_size < 12_000, file


def test_a_card_is_a_small_drawing_and_nothing_else() -> None:
    for file in CARD_FILES:
        check_is_a_drawing_and_nothing_else(file, "0 0 240 400")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_emblem(game: str) -> None:
    check_is_a_drawing_and_nothing_else(STATIC / game / "emblem.svg", "0 0 64 64")


def test_the_committed_files_are_what_the_source_draws() -> None:
    assert [path for path, drawn in drawn_files().items() if (STATIC / path).read_text("utf-8") != drawn] == []


def test_the_files_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.draw_cards.__main__.STATIC", tmp_path)
    main()
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*.svg")} == set(drawn_files())


@pytest.mark.parametrize("deck", DRAWN)
def test_no_two_cards_look_alike_on_the_tap_grid(deck: str) -> None:
    """Also without colour: suits must be told apart by shape."""
    coloured = {file.stem: pixels(file) for file in DECK_FILES[deck]}
    for pictures in (coloured, {code: picture.mean(axis=2) for code, picture in coloured.items()}):
        difference = {
            (a, b): float(np.abs(pictures[a] - pictures[b]).mean()) for a, b in itertools.combinations(pictures, 2)
        }
        closest = min(difference, key=lambda pair: difference[pair])
        assert difference[closest] > 4, f"{closest} differ by {difference[closest]:.1f} of 255 in the mean"


@pytest.mark.parametrize(("name", "suit"), share(SUITS, 3, 0))
def test_the_corner_alone_tells_the_cards_of_a_suit_apart(name: str, suit: str) -> None:
    """In an overlapping row only the corner index is seen."""
    deck, _ = DRAWN[name]
    corners = {c: pixels(STATIC / "cards" / name / f"{c}.svg", 96)[:46, :20] for c in deck.of_suit(suit)}
    for a, b in itertools.combinations(corners, 2):
        assert np.abs(corners[a] - corners[b]).mean() > 4, (a, b)


def test_cards_are_dark_enough_to_be_seen_on_light_paper() -> None:
    for file in CARD_FILES:
        share = (pixels(file).min(axis=2) < 128).mean()
        assert share > 0.05, file.stem


@pytest.mark.parametrize(("name", "source", "width"), [(n, s, w) for n, (s, w) in PNG_SIZES.items()])
def test_the_icons_as_pixels_show_the_drawn_icon(name: str, source: str, width: int) -> None:
    icons = STATIC / ICONS
    with Image.open(icons / name) as file:
        picture = file.convert("RGBA")
    assert picture.size == (width, width)
    drawn = bytes(resvg_py.svg_to_bytes(svg_string=(icons / source).read_text("utf-8"), width=width, height=width))
    difference = np.abs(
        np.asarray(picture, dtype=np.float64)
        - np.asarray(Image.open(io.BytesIO(drawn)).convert("RGBA"), dtype=np.float64)
    )
    assert difference.mean() < 2
