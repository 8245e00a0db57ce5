"""Our own drawings as scans: rasterises static/cards/italian and french into DECKS/settebello, settebello-french."""

import sys
from pathlib import Path

import cv2
import numpy as np
import resvg_py

from vision.decks.catalogue import FAMILIES

CARDS = Path(__file__).parents[3] / "static" / "cards"
DRAWN = {"settebello": "italian", "settebello-french": "french"}
EDGE = 3  # pixels from the picture's border to the card's edge


def rasterise(code: str, height: int = 560, family: str = "italian") -> np.ndarray:
    """Rasterise the drawn card `code` as a BGR picture of this height, cropped to the card's edges."""
    drawing = CARDS / family / f"{code}.svg"
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(drawing), height=height, background="#ffffff"))
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture[EDGE:-EDGE, EDGE:-EDGE]


def main() -> None:
    for deck, family in DRAWN.items():
        folder = Path(sys.argv[1]) / deck
        folder.mkdir(parents=True, exist_ok=True)
        for card in FAMILIES[family].cards:
            cv2.imwrite(str(folder / f"{card.code}.png"), rasterise(card.code, family=family))


if __name__ == "__main__":
    main()
