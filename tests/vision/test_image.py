"""The door for photographs: every kind of bytes that is not one is refused in words, and memory stays bounded."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from vision.image import BadImage, load, upright

MARKED = Image.fromarray(
    np.dstack([np.linspace(0, 255, 240 * 160).reshape(160, 240)] * 3).astype(np.uint8)
)  # dark at the top, light at the bottom


FAST: dict[str, dict[str, int]] = {"JPEG": {}, "PNG": {"compress_level": 1}}


def encoded(picture: Image.Image, kind: str, **how: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_is_turned_upright_once(kind: str, orientation: int) -> None:
    undo = {1: None, 2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}[orientation]  # Pillow's Transpose numbers
    stored = MARKED if undo is None else MARKED.transpose(Image.Transpose(undo))
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load(encoded(stored, kind, exif=exif))
    assert photo.size == (240, 160)
    assert photo.pixels.shape == (160, 240, 3)
    assert photo.pixels[:20].mean() < 60
    assert photo.pixels[-20:].mean() > 195


def test_a_large_photograph_is_shrunk_and_says_by_how_much() -> None:
    photo = load(encoded(MARKED.resize((3000, 2000)), "JPEG"), longest=1000)
    assert photo.pixels.shape == (667, 1000, 3)
    assert photo.size == (3000, 2000)
    assert photo.scale == pytest.approx(3.0)


@pytest.mark.parametrize(
    ("size", "kind", "longest"),
    [
        ((4000, 3000), "JPEG", 2000),  # halved by the decoder
        ((9000, 600), "JPEG", 2250),  # by four
        ((3000, 2000), "JPEG", 2600),  # half of it would not be enough
        ((2100, 900), "JPEG", 2100),
        ((4000, 3000), "PNG", 2600),  # has no such decoder
    ],
)
@pytest.mark.parametrize("orientation", [1, 6])
def test_where_less_is_enough_it_is_as_small_as_the_decoder_makes_it(
    size: tuple[int, int], kind: str, longest: int, orientation: int
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load(encoded(MARKED.resize(size), kind, exif=exif, **FAST[kind]), longest=2600, enough=1950)
    assert max(photo.pixels.shape) == longest
    assert photo.size == (size if orientation == 1 else size[::-1])
    assert photo.scale == pytest.approx(max(size) / longest)


def test_what_is_shown_again_carries_no_metadata() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "taken at home"
    again = Image.open(io.BytesIO(upright(encoded(MARKED, "JPEG", exif=exif), longest=100)))
    assert again.size == (67, 100)
    assert not dict(again.getexif())
    assert "taken at home" not in str(again.info)


def test_the_decoded_photograph_is_encoded_for_display_as_the_bytes_would_be() -> None:
    """One decoding serves both; the two pictures differ by rounding and JPEG only."""
    data = encoded(MARKED.resize((1500, 1000)), "JPEG")
    pictures = [np.asarray(Image.open(io.BytesIO(jpeg)), int) for jpeg in (load(data).jpeg(600), upright(data, 600))]
    assert pictures[0].shape == pictures[1].shape == (400, 600, 3)
    assert np.abs(pictures[0] - pictures[1]).max() <= 6
    small = load(encoded(MARKED, "JPEG"))
    assert load(small.jpeg(600)).size == (240, 160)  # never made larger


def test_a_photograph_decoded_small_knows_that_there_is_more() -> None:
    data = encoded(MARKED.resize((4000, 3000)), "JPEG")
    small = load(data, enough=1950)
    assert max(small.pixels.shape) == 2000
    assert max(small.whole().pixels.shape) == 2600
    whole = load(data)
    assert whole.whole() is whole


def test_a_part_of_a_photograph_is_one_by_itself_unless_it_is_too_small() -> None:
    photo = load(encoded(MARKED, "PNG"))
    part = photo.part(-20, 100, 60, 500)
    assert part.size == (60, 60)
    assert np.array_equal(part.pixels, photo.pixels[100:, :60])
    with pytest.raises(BadImage):
        photo.part(0, 0, 20, 100)


def test_transparent_pixels_become_paper() -> None:
    clear = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    assert load(encoded(clear, "PNG")).pixels.min() == 255


@pytest.mark.parametrize("mode", ["L", "1", "P", "CMYK", "I;16"])
def test_other_pixel_modes_are_read(mode: str) -> None:
    picture = MARKED.convert("I").convert("I;16") if mode == "I;16" else MARKED.convert(mode)
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert load(encoded(picture, kind)).pixels.shape == (160, 240, 3)


def png_of_claimed_size(width: int, height: int) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"not a picture at all, whatever its name says", "kind"),
        (b"\xff\xd8\xff" + bytes(500), "kind"),
        (b"GIF89a" + bytes(100), "kind"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "kind"),
        (encoded(MARKED, "JPEG")[:1500], "broken"),
        (encoded(MARKED, "PNG")[:400], "broken"),
        (encoded(MARKED, "BMP"), "kind"),
        (encoded(MARKED.resize((20, 400)), "PNG"), "too_small"),
        (png_of_claimed_size(100_000, 100_000), "too_large"),
        (png_of_claimed_size(2_000, 2_000), "broken"),
        (bytes(33 * 1024 * 1024), "too_many_bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_photograph_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(BadImage) as refusal:
        load(data)
    assert refusal.value.reason == reason
    with pytest.raises(BadImage):
        upright(data)
