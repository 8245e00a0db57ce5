"""Scans of decks, ready to be laid on a synthetic table."""

import gzip
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

HEIGHT = 400  # pixels of the largest pyramid level
LEVELS = 4

# A pattern is the deck's name in the menu; several scanned decks may belong to one.
PATTERNS = {
    "napoletane-dalnegro": "napoletane",
    "napoletane-b": "napoletane",
    "napoletane-scan": "napoletane",
    "piacentine": "piacentine",
    "piacentine-c": "piacentine",
    "siciliane-dalnegro": "siciliane",
    "siciliane-hd": "siciliane",
    "bergamasche-masenghini": "bergamasche",
    "trevisane": "trevisane",
    "trevisane-dalnegro": "trevisane",
    "trevisane-pale": "trevisane",
    "triestine": "triestine",
    "triestine-modiano": "triestine",
    "romagnole": "romagnole",
    "romagnole-pale": "romagnole",
    "milanesi": "milanesi",
    "spagnole-fournier": "spagnole",
    "spagnole-bigindex": "spagnole",
    "spagnole-vector": "spagnole",
    "spagnole-triunfo": "spagnole",
    "spagnole-vitoria-photo": "spagnole",
    "tarocco-piemontese-suits": "piemontese",
    "tarocco-piemontese-1865": "piemontese",
    "tarot-nouveau": "tarot",
    "tarot-nouveau-grimaud-1898": "tarot",
    "french-anglo": "french",
    "french-bellot": "french",
    "settebello": "settebello",
    "settebello-french": "french",
}

# Decks of gnome-cards-data with the usual French indices and suits. The prefix DEBIAN keeps their Anglo deck apart from
# the one in the folders.
DEBIAN = "debian-"
AISLERIOT = Path("/usr/share/aisleriot/cards")
CACHE = Path(".train/aisleriot")  # cache of rasterised sheets
AISLERIOT_FRENCH = (
    "anglo",
    "anglo_modern",
    "anglo_modern_4_color",
    "anglo_poker",
    "atlasnye",
    "dondorf",
    "gnomangelo",
    "neoclassical",
    "neoclassical_4_color",
    "orell",
    "ornamental",
    "paris",
    "plastic",
    "simplistic",
    "tango_nuevo",
    "tango",
    "tigullio",
)
# Decks that no network learns from: their courts have other letters, or unusual drawings. Calibration learns from the
# first ones to doubt unknown French decks; the others are for measuring (`tools.conditions`).
STRANGE_FRENCH = ("ancient_french", "berlin", "rheinland", "slavic_costumes", "tarocco")
UNSEEN_FRENCH = ("swiss-xvii", "guyenne-classic", "lattmann")


@dataclass(frozen=True)
class Scan:
    """One card of one deck: `levels` are BGRA pictures, each half the size of the one before."""

    deck: str
    pattern: str
    code: str
    aspect: float
    levels: tuple[np.ndarray, ...]


@cache
def rounded(height: int, width: int) -> np.ndarray:
    """Alpha mask (height, width) of a card with round corners."""
    radius = max(2, round(width * 0.055))
    mask = np.zeros((height * 4, width * 4), np.uint8)
    r, w, h = radius * 4, width * 4 - 1, height * 4 - 1
    cv2.rectangle(mask, (r, 0), (w - r, h), 255, -1)
    cv2.rectangle(mask, (0, r), (w, h - r), 255, -1)
    for x in (r, w - r):
        for y in (r, h - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)


def scan_of(deck: str, code: str, picture: np.ndarray) -> Scan:
    """A scan from a BGR picture cut to the card's edges."""
    aspect = picture.shape[1] / picture.shape[0]
    levels = []
    for level in range(LEVELS):
        height = HEIGHT >> level
        width = round(height * aspect)
        method = cv2.INTER_AREA if picture.shape[0] > height else cv2.INTER_CUBIC
        small = cv2.resize(picture, (width, height), interpolation=method)
        levels.append(np.dstack([small, rounded(height, width)]))
    return Scan(deck, PATTERNS.get(deck, "french"), code, aspect, tuple(levels))


def load_folder(folder: Path) -> dict[str, dict[str, Scan]]:
    """The decks in FOLDER/DECK/CODE.jpg, by deck and code. A second drawing (`JOKER-2`) keeps its card's code."""
    decks: dict[str, dict[str, Scan]] = {}
    for path in sorted([*folder.glob("*/*.jpg"), *folder.glob("*/*.png")]):
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is not None and path.parent.name in PATTERNS:
            decks.setdefault(path.parent.name, {})[path.stem] = scan_of(
                path.parent.name, path.stem.split("-")[0], picture
            )
    return decks


def load_aisleriot(cache: Path) -> dict[str, dict[str, Scan]]:
    """The French decks of Debian's gnome-cards-data, rasterised once into `cache`; empty where it is not installed."""
    return sheets_of(AISLERIOT_FRENCH, cache)


def sheets_of(names: Iterable[str], cache: Path = CACHE) -> dict[str, dict[str, Scan]]:
    """The decks of gnome-cards-data with these names; decks that are not installed are left out."""
    sheets = {name: sheet_of(name, cache) for name in names}
    return {DEBIAN + name: cut_sheet(DEBIAN + name, sheet) for name, sheet in sheets.items() if sheet is not None}


def sheet_of(name: str, cache: Path = CACHE) -> np.ndarray | None:
    """A BGR picture of all cards of one deck of gnome-cards-data, rasterised into `cache` the first time."""
    cache.mkdir(parents=True, exist_ok=True)
    sheet = cache / f"{name}.png"
    if not sheet.exists() and (AISLERIOT / f"{name}.svgz").exists():
        svg = gzip.decompress((AISLERIOT / f"{name}.svgz").read_bytes())
        command = ["rsvg-convert", "-h", "1500", "-b", "white"]
        drawn = subprocess.run(command, input=svg, stdout=subprocess.PIPE, check=True, timeout=120).stdout
        # Other processes may read it at the same time: the file appears whole or not at all.
        part = cache / f"{name}.{os.getpid()}"
        part.write_bytes(drawn)
        part.replace(sheet)
    return cv2.imread(str(sheet), cv2.IMREAD_COLOR) if sheet.exists() else None


def cut_sheet(deck: str, sheet: np.ndarray) -> dict[str, Scan]:
    """The cards of a sheet of 13 columns, ace to king, and 5 rows: clubs, diamonds, hearts, spades, then two jokers."""
    high, wide = sheet.shape[0] / 5, sheet.shape[1] / 13
    places = {f"JOKER-{column + 1}": (4, column) for column in range(2)}
    for row, suit in enumerate("CDHS"):
        for column, rank in enumerate(["A", *map(str, range(2, 11)), "J", "Q", "K"]):
            places[rank + suit] = row, column
    cards: dict[str, Scan] = {}
    for key, (row, column) in places.items():
        rows = slice(round(row * high) + 1, round((row + 1) * high) - 1)
        columns = slice(round(column * wide) + 1, round((column + 1) * wide) - 1)
        cards[key] = scan_of(deck, key.split("-")[0], sheet[rows, columns])
    return cards


def load(folders: Iterable[Path], cache: Path = CACHE) -> dict[str, dict[str, Scan]]:
    """All decks available on this machine: those of the folders, and Debian's French ones."""
    decks: dict[str, dict[str, Scan]] = {}
    for folder in folders:
        decks |= load_folder(folder)
    return decks | load_aisleriot(cache)
