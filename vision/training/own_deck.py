"""Our own drawn deck as scans: rasterises static/cards/italian/*.svg into DECKS/settebello."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import resvg_py

CARDS = Path(__file__).parents[2] / "static" / "cards" / "italian"
EDGE = 3  # the drawn card's edge lies inside its picture


def rasterise(code: str, height: int = 560) -> np.ndarray:
    """The drawn card `code` as a BGR picture of the given height, cut to the card's edges."""
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(CARDS / f"{code}.svg"), height=height, background="#ffffff"))
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture[EDGE:-EDGE, EDGE:-EDGE]


def main() -> None:
    folder = Path(sys.argv[1]) / "settebello"
    folder.mkdir(parents=True, exist_ok=True)
    for suit in "DCSB":
        for rank in range(1, 11):
            cv2.imwrite(str(folder / f"{rank}{suit}.png"), rasterise(f"{rank}{suit}"))


if __name__ == "__main__":
    main()
