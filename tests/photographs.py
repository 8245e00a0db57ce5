"""Photographs composed from our own drawn cards, so that bytes-to-cards is proved without any picture from outside.

`compose` lays cards on a wooden-looking table and looks at them with a tilted camera; it shares nothing with the
synthesis the networks were trained on.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

CARDS = Path(__file__).parents[1] / "static" / "cards"
CARD = (240, 400)  # pixels of a drawn card, width and height
FLOOR = (52, 58, 66)  # BGR of what lies beyond the table
Pixels = npt.NDArray[np.uint8]


@cache
def drawn(code: str, family: str = "italian") -> Pixels:
    """The drawn card as BGRA pixels."""
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(CARDS / family / f"{code}.svg"), width=CARD[0], height=CARD[1]))
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    assert picture.shape == (CARD[1], CARD[0], 4)
    return np.asarray(picture, np.uint8)


def compose(
    codes: Sequence[str],
    *,
    family: str = "italian",
    columns: int = 4,
    size: tuple[int, int] = (1500, 2000),
    tilt: float = 0.12,
    turn: float = 5.0,
    seed: int = 0,
    quality: int = 90,
    apart: float = 1.0,
    lying: float = 0.0,
) -> bytes:
    """A JPEG of `codes` laid out in rows, a little untidily.

    `size` (width, height) in pixels; `tilt`: how much narrower the far edge of the table is; `turn`: degrees by which
    cards are askew at most; `apart`: how far cards of a row lie from each other, 1 side by side. The same photograph is
    composed once a process. `lying`: degrees by which all of them are turned.
    """
    return _composed(tuple(codes), family, columns, size, tilt, turn, seed, quality, apart, lying)


@lru_cache(maxsize=64)
def _composed(
    codes: tuple[str, ...],
    family: str,
    columns: int,
    size: tuple[int, int],
    tilt: float,
    turn: float,
    seed: int,
    quality: int,
    apart: float,
    lying: float,
) -> bytes:
    rng = np.random.default_rng(seed)
    rows = -(-len(codes) // columns)
    step = (round((CARD[0] + 46) * apart), CARD[1] + 46)
    table = _table(rng, (columns - 1) * step[0] + CARD[0] + 206, rows * step[1] + 160)
    for index, code in enumerate(codes):
        x = 80 + (index % columns) * step[0] + rng.uniform(0, 20)
        y = 80 + (index // columns) * step[1] + rng.uniform(0, 20)
        _lay(table, drawn(code, family), x, y, lying + float(rng.uniform(-turn, turn)))
    noisy = _noisy(_look(table, size, tilt), seed)
    done, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return packed.tobytes()


def fan(
    codes: Sequence[str], *, family: str = "french", size: tuple[int, int] = (4000, 3000), spread: float = 78.0
) -> bytes:
    """A JPEG of `codes` held as a fan over `spread` degrees, the last card on top: of the others a strip is seen."""
    table = _table(np.random.default_rng(0), 1700, 1275)
    pivot, radius = (850.0, 1050.0), 480.0
    for code, degrees in zip(codes, np.linspace(-spread / 2, spread / 2, len(codes)), strict=True):
        x, y = pivot + radius * np.array([np.sin(np.radians(degrees)), -np.cos(np.radians(degrees))])
        _lay(table, drawn(code, family), x - CARD[0] / 2, y - CARD[1] / 2, -float(degrees))
    done, packed = cv2.imencode(".jpg", _noisy(_look(table, size, 0.08), 0), [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return packed.tobytes()


def laid(
    groups: Sequence[Sequence[str]],
    *,
    family: str = "french",
    step: float = 0.3,
    size: tuple[int, int] = (1500, 2000),
    across: str = "",
) -> bytes:
    """A JPEG of `groups` as melds lie on a table: a column each, each card `step` of its length below the last.

    Between two columns there is room for another. The card `across` closes the first.
    """
    longest = max(map(len, groups))
    table = _table(np.random.default_rng(0), 2 * len(groups) * CARD[0], round((longest - 1) * step * CARD[1]) + 600)
    for column, group in enumerate(groups):
        for row, code in enumerate(group):
            _lay(table, drawn(code, family), 120 + column * 2 * CARD[0], 90 + row * step * CARD[1], 0.0)
    if across:
        _lay(table, drawn(across, family), 120, 90 + ((len(groups[0]) - 1) * step + 0.45) * CARD[1], 90.0)
    done, packed = cv2.imencode(".jpg", _noisy(_look(table, size, 0.06), 0), [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert done
    return packed.tobytes()


def _table(rng: np.random.Generator, width: int, height: int) -> Pixels:
    grain = cv2.resize(rng.normal(0, 1, (height // 3, 8)).astype(np.float32), (width, height))
    wood = np.array([70, 105, 150], np.float32) + grain[..., None] * 9
    return np.asarray(np.clip(wood, 0, 255), np.uint8)


def _lay(table: Pixels, card: Pixels, x: float, y: float, degrees: float) -> None:
    reach = int(np.hypot(*CARD) / 2) + 30  # the card however it is turned, and its shadow
    left, top = max(0, int(x) + CARD[0] // 2 - reach), max(0, int(y) + CARD[1] // 2 - reach)
    part = table[top : int(y) + CARD[1] // 2 + reach, left : int(x) + CARD[0] // 2 + reach]
    height, width = part.shape[:2]
    turned = cv2.getRotationMatrix2D((CARD[0] / 2, CARD[1] / 2), degrees, 1.0)
    placed = np.add(turned, [[0, 0, x - left], [0, 0, y - top]])
    seen = cv2.warpAffine(card, placed, (width, height), flags=cv2.INTER_AREA)
    shadow = np.roll(cv2.GaussianBlur(seen[..., 3], (0, 0), 5), (6, 4), (0, 1))[..., None] / 255 * 0.35
    alpha = seen[..., 3:] / 255
    part[:] = part * (1 - shadow) * (1 - alpha) + seen[..., :3] * alpha


def _look(table: Pixels, size: tuple[int, int], tilt: float) -> Pixels:
    width, height = size
    share = 0.9 * min(width / table.shape[1], height / table.shape[0])
    w, h = table.shape[1] * share, table.shape[0] * share
    left, top = (width - w) / 2, (height - h) / 2
    inward = w * tilt
    corners = [[0, 0], [table.shape[1], 0], [table.shape[1], table.shape[0]], [0, table.shape[0]]]
    seen = [[left + inward, top], [left + w - inward, top], [left + w, top + h], [left, top + h]]
    camera = cv2.getPerspectiveTransform(np.array(corners, np.float32), np.array(seen, np.float32))
    photo = cv2.warpPerspective(table, camera, size, flags=cv2.INTER_AREA, borderValue=FLOOR)
    return np.asarray(photo, np.uint8)


def _noisy(photo: Pixels, seed: int) -> Pixels:
    """With the noise of a sensor; drawn by OpenCV, ten times as fast as by NumPy."""
    noise = np.empty((photo.shape[0], 3 * photo.shape[1]), np.int16)
    cv2.setRNGSeed(seed)
    cv2.randn(noise, 0, 3)
    return np.asarray(cv2.add(photo, noise.reshape(photo.shape), dtype=cv2.CV_8U), np.uint8)


def once_more(picture: bytes, number: int) -> bytes:
    """Another photograph of the same cards, the `number`th after the first: no two of them are the same picture."""
    pixels = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    pixels[:16, : 16 * (number + 1)] = (40 * number, 90, 200)
    done, encoded = cv2.imencode(".jpg", pixels)
    assert done
    return encoded.tobytes()
