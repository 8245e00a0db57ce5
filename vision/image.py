"""The only door for the bytes of a photograph: bounded, decoded once, turned upright, stripped of everything else.

A photograph is hostile until it has passed here. Its kind and size are read from the header before a pixel is
decoded; Pillow alone decodes, so that the EXIF turn is applied once.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PIL import ExifTags, Image

from vision.stages import stage

KINDS = ("JPEG", "PNG", "WEBP")
MAX_BYTES = 32 * 1024 * 1024
# A JPEG is shrunk while it is decoded and costs little memory however large; the others are decoded whole.
MAX_PIXELS = {"JPEG": 220_000_000, "MPO": 220_000_000, "PNG": 50_000_000, "WEBP": 50_000_000}
MIN_SIDE = 32
WORKING_SIDE = 2600  # longest side, in pixels, that recognition works on
# With that many it works as well unless the cards are far away, and a JPEG that the decoder itself shrinks to them, as
# it can by 2, 4 or 8, is there in a quarter of the time.
QUICK_SIDE = 1950

# The EXIF orientations and what undoes them (CIPA DC-008, table 6).
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = (5, 6, 7, 8)

Pixels = npt.NDArray[np.uint8]


class BadImage(ValueError):
    """The bytes are no photograph we take; `reason`: `empty too_many_bytes kind too_large too_small broken`."""

    code = "bad_image"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Photo:
    """An upright photograph: `pixels` (H, W, 3) BGR, the `size` (width, height) it had, its pixels per one of ours."""

    pixels: Pixels
    size: tuple[int, int]
    scale: float


@stage("decode")
def load(data: bytes, longest: int = WORKING_SIDE, enough: int | None = None) -> Photo:
    """Decode a photograph upright, its longest side at most `longest` pixels; raises BadImage.

    `enough`: it may be smaller, down to that many, where this is quicker.
    """
    with _opened(data) as picture:
        width, height = picture.size
        size = (height, width) if _orientation(picture) in _SIDEWAYS else (width, height)
        pixels = np.ascontiguousarray(np.asarray(_upright(picture, longest, enough), dtype=np.uint8)[:, :, ::-1])
    return Photo(pixels, size, max(size) / max(pixels.shape))


def upright(data: bytes, longest: int = 1600) -> bytes:
    """Re-encode a photograph for display: upright JPEG without any metadata, longest side at most `longest` pixels."""
    with _opened(data) as picture:
        out = io.BytesIO()
        _upright(picture, longest).save(out, "JPEG", quality=85)
    return out.getvalue()


@contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    """A picture whose header is acceptable; whatever goes wrong inside the block becomes a BadImage."""
    if not data:
        raise BadImage("empty")
    if len(data) > MAX_BYTES:
        raise BadImage("too_many_bytes")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own bounds below are stricter than the warning's
            picture = Image.open(io.BytesIO(data), formats=KINDS)
    except Image.DecompressionBombError as error:
        raise BadImage("too_large") from error
    except Exception as error:  # Pillow's plugins raise anything on crafted headers
        raise BadImage("kind") from error
    try:
        width, height = picture.size
        if width * height > MAX_PIXELS.get(picture.format or "", 0):
            raise BadImage("too_large")
        if min(width, height) < MIN_SIDE:
            raise BadImage("too_small")
        yield picture
    except BadImage:
        raise
    except MemoryError as error:
        raise BadImage("too_large") from error
    except Exception as error:  # decoding hostile bytes: OSError, SyntaxError, ValueError, struct.error, ...
        raise BadImage("broken") from error
    finally:
        picture.close()


def _upright(picture: Image.Image, longest: int, enough: int | None = None) -> Image.Image:
    """RGB pixels, turned as the EXIF orientation says, not larger than asked for."""
    turn = _TURNS.get(_orientation(picture))
    goal = _fit(picture.size, longest)
    if goal != picture.size:
        # The decoder's own shrinking (1/2, 1/4, 1/8) keeps at least the size asked for.
        picture.draft("RGB", _fit(picture.size, enough or longest))
        if enough and max(picture.size) <= longest:
            goal = picture.size
    picture.load()
    flat = _on_white(picture)
    if flat.size != goal:
        flat = flat.resize(goal, Image.Resampling.BILINEAR, reducing_gap=2.0)
    return flat if turn is None else flat.transpose(turn)


def _orientation(picture: Image.Image) -> int:
    return int(picture.getexif().get(ExifTags.Base.Orientation, 1))


def _fit(size: tuple[int, int], longest: int) -> tuple[int, int]:
    share = min(1.0, longest / max(size))
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


def _on_white(picture: Image.Image) -> Image.Image:
    """RGB, with whatever was transparent laid on white paper."""
    if picture.mode == "RGB":
        return picture
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    layered = picture.convert("RGBA")
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(layered, mask=layered.getchannel("A"))
    return paper
