"""The palette of the decks: a few strong flat colours, the same on every card."""

from dataclasses import dataclass

PAPER = "#fffdf5"
EDGE = "#c9bfa9"
INK = "#2b2420"
GOLD = "#efb32b"
GOLD_LIGHT = "#fbdc7c"
GOLD_DARK = "#8a5606"
RED = "#c8352d"
SKIN = "#f3c9a1"
STEEL = "#dbe6f2"
WOOD = "#c98a45"
ERMINE = "#fbf6ea"


@dataclass(frozen=True)
class Dress:
    """The colours of one suit: its index, and the clothes of its figures."""

    main: str
    dark: str
    accent: str
    accent_dark: str
    tint: str
    index: str
    hair: str
    coat: str
    """The coat of the horse."""
    mane: str


DRESSES = {
    "D": Dress("#eaa41e", "#8a5606", "#b9382c", "#7d1f1b", "#fdf0c8", "#9a5f00", "#7a4a21", "#f6efe2", "#a8752f"),
    "C": Dress("#c8352d", "#7d1a1c", "#efb32b", "#9a6408", "#fbe0d9", "#b3261f", "#2f231d", "#a9683a", "#5d3419"),
    "S": Dress("#2b69b5", "#153a6c", "#e9e3d3", "#8592a5", "#dbe8f6", "#1f549b", "#c99a3d", "#65707f", "#343c49"),
    "B": Dress("#3d8f4f", "#1b5130", "#e08a2e", "#8f4f10", "#dff0d9", "#20703a", "#8f3d1c", "#7b4f31", "#e2c796"),
}
