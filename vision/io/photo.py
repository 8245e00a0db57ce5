"""The only way to decode a photograph: limited, decoded once, turned upright, stripped of metadata.

A photograph is untrusted until it has passed here. Everything but pixels is removed first (`vision.io.strip`), and its
size is read from the header. Only Pillow decodes, so the EXIF orientation is applied once. The resulting `Photo` is
recognised (`vision.pipeline.recognition`), used for enrolment (`vision.pipeline.enrolment`) and stored as a clean JPEG
without decoding again.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import ExifTags, Image
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from vision.arrays import Pixels
from vision.errors import BadImage
from vision.io.strip import pixels_only

# Called directly: `Image.open` refuses 179 million pixels, and raising its limit would affect the whole process.
DECODERS: dict[str, type[ImageFile]] = {"JPEG": JpegImageFile, "PNG": PngImageFile, "WEBP": WebPImageFile}
MAX_BYTES = 32 * 1024 * 1024
# JPEG is shrunk while decoding, which needs little memory; the other formats are decoded in full.
MAX_PIXELS = {"JPEG": 220_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
MIN_SIDE = 32
WORKING_SIDE = 2600  # longest side in pixels of a photograph for recognition
# Unless cards are far away, recognition works as well at this size. The JPEG decoder can shrink by 2, 4 or 8 while
# decoding, and takes a quarter of the time.
QUICK_SIDE = 1950
FILM_SIDE = 1280  # longest side in pixels of a film's frame
SHOWN_SIDE, QUALITY = 1600, 85  # longest side and quality of the JPEG that is stored and shown

# EXIF orientation -> the operation that undoes it (CIPA DC-008, table 6).
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


@dataclass(frozen=True)
class Photo:
    """An upright photograph: `pixels` (H, W, 3) BGR, and its original `size` (width, height).

    `source` are the bytes if more detail can be decoded from them (`whole`); otherwise None.
    """

    pixels: Pixels
    size: tuple[int, int]
    source: bytes | None = None

    @property
    def scale(self) -> float:
        """Original pixels per decoded pixel."""
        height, width = self.pixels.shape[:2]
        return max(self.size) / float(max(height, width))

    def whole(self) -> Photo:
        """The photograph in the full detail used by recognition, decoded again if it was decoded smaller."""
        return self if self.source is None else load(self.source)

    def jpeg(self, longest: int = SHOWN_SIDE) -> bytes:
        """The photograph as JPEG without metadata, its longest side at most `longest` pixels."""
        picture = Image.fromarray(np.ascontiguousarray(self.pixels[:, :, ::-1]))
        picture = _shrunk(picture, _fit(picture.size, longest))
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=QUALITY)
        return out.getvalue()

    def part(self, left: int, top: int, right: int, bottom: int) -> Photo:
        """The part between these edges, in decoded pixels, as a photograph; raises BadImage if it is too small."""
        pixels = np.ascontiguousarray(self.pixels[max(0, top) : max(0, bottom), max(0, left) : max(0, right)])
        if min(pixels.shape[:2]) < MIN_SIDE:
            raise BadImage("too_small")
        return Photo(pixels, (pixels.shape[1], pixels.shape[0]))


def load(data: bytes, longest: int = WORKING_SIDE, enough: int | None = None) -> Photo:
    """Decode a photograph upright, its longest side at most `longest` pixels; raises BadImage.

    `enough`: a smaller size, at least this, is accepted if decoding is faster; `Photo.whole` then gives the rest.
    """
    with _header(data) as picture:
        width, height = picture.size
        size = (height, width) if _orientation(picture) in range(5, 9) else (width, height)  # 5 to 8: on its side
        seen = np.asarray(_upright(picture, longest, enough), dtype=np.uint8)
        pixels = np.asarray(cv2.cvtColor(seen, cv2.COLOR_RGB2BGR), np.uint8)
    coarse = enough is not None and max(pixels.shape) < min(max(size), WORKING_SIDE)
    return Photo(pixels, size, data if coarse else None)


def opened(photo: bytes | Photo, enough: int | None = None) -> Photo:
    """An already decoded photograph, or `load` it; raises BadImage."""
    return photo if isinstance(photo, Photo) else load(photo, enough=enough)


@contextmanager
def _header(data: bytes) -> Iterator[Image.Image]:
    """A picture with an acceptable header, not yet decoded; any error inside the block becomes a BadImage."""
    if not data:
        raise BadImage("empty")
    if len(data) > MAX_BYTES:
        raise BadImage("too_many_bytes")
    kind, data = pixels_only(data)
    try:
        picture = DECODERS[kind](io.BytesIO(data))
    except (Image.DecompressionBombError, MemoryError) as error:
        raise BadImage("too_large") from error
    except Exception as error:  # Pillow's plugins raise various errors on malicious headers
        raise BadImage("kind") from error
    try:
        width, height = picture.size
        if width * height > MAX_PIXELS[kind]:
            raise BadImage("too_large")
        if min(width, height) < MIN_SIDE:
            raise BadImage("too_small")
        yield picture
    except BadImage:
        raise
    except MemoryError as error:
        raise BadImage("too_large") from error
    except Exception as error:  # decoding hostile bytes raises OSError, SyntaxError, ValueError, struct.error, ...
        raise BadImage("broken") from error
    finally:
        picture.close()


def _upright(picture: Image.Image, longest: int, enough: int | None = None) -> Image.Image:
    """RGB pixels, turned upright by the EXIF orientation, not larger than asked for."""
    turn = _TURNS.get(_orientation(picture))
    goal = _fit(picture.size, longest)
    if goal != picture.size:
        # The decoder's own shrinking (1/2, 1/4, 1/8) keeps at least the size asked for.
        picture.draft("RGB", _fit(picture.size, enough or longest))
        if enough and max(picture.size) <= longest:
            goal = picture.size
    picture.load()
    flat = _shrunk(_on_white(picture), goal)
    return flat if turn is None else flat.transpose(turn)


def _orientation(picture: Image.Image) -> int:
    return int(picture.getexif().get(ExifTags.Base.Orientation, 1))


def _fit(size: tuple[int, int], longest: int) -> tuple[int, int]:
    share = min(1.0, longest / max(size))
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


def _shrunk(picture: Image.Image, goal: tuple[int, int]) -> Image.Image:
    if picture.size == goal:
        return picture
    return picture.resize(goal, Image.Resampling.BILINEAR, reducing_gap=2.0)


def _on_white(picture: Image.Image) -> Image.Image:
    """RGB, with transparent parts on white."""
    if picture.mode == "RGB":
        return picture
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    layered = picture if picture.mode == "RGBA" else picture.convert("RGBA")
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(layered, mask=layered)
    return paper
