"""The door for photographs: every kind of bytes that is not one is refused in words, and memory stays bounded."""

import io
import struct
import time
import zlib

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from tests.hostile_pictures import (
    blank,
    png_chunk,
    progressive_jpeg,
    riff_chunk,
    segment,
    sequential_jpeg,
    with_chunks,
    with_segments,
)
from vision.errors import BadImage
from vision.io.photo import load
from vision.io.strip import MOST_SCANS, pixels_only

MARKED = Image.fromarray(
    np.dstack([np.linspace(0, 255, 240 * 160).reshape(160, 240)] * 3).astype(np.uint8)
)  # dark at the top, light at the bottom


FAST: dict[str, dict[str, int]] = {"JPEG": {}, "PNG": {"compress_level": 1}}


def encoded(picture: Image.Image, kind: str, **how: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **how)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(10))
def test_every_exif_orientation_is_turned_upright_once(kind: str, orientation: int) -> None:
    undo = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}.get(orientation)  # Pillow's numbers; 0 and 9 mean nothing
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
    again = Image.open(io.BytesIO(load(encoded(MARKED, "JPEG", exif=exif)).jpeg(100)))
    assert again.size == (67, 100)
    assert not dict(again.getexif())
    assert "taken at home" not in str(again.info)


def test_the_decoded_photograph_is_encoded_for_display_as_the_bytes_would_be() -> None:
    """One decoding serves both; the two pictures differ by rounding and JPEG only."""
    data = encoded(MARKED.resize((1500, 1000)), "JPEG")
    pictures = [
        np.asarray(Image.open(io.BytesIO(jpeg)), int) for jpeg in (load(data).jpeg(600), load(data, 600).jpeg(600))
    ]
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
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + png_chunk(b"IDAT", body) + png_chunk(b"IEND", b"")


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
        (png_of_claimed_size(5_001, 5_000), "too_large"),
        (png_of_claimed_size(2_000, 2_000), "broken"),
        (encoded(MARKED, "JPEG")[:2] + encoded(MARKED, "JPEG")[-2:], "kind"),
        (encoded(MARKED, "JPEG").replace(b"\xff\xc0", b"\xff\xc3", 1), "kind"),  # lossless
        (with_segments(encoded(MARKED, "JPEG"), *[segment(0xFE, b"")] * 5_000), "broken"),
        (with_chunks(encoded(MARKED, "PNG"), *[png_chunk(b"IDAT", b"")] * 50_000), "broken"),
        (bytes(33 * 1024 * 1024), "too_many_bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_photograph_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(BadImage) as refusal:
        load(data)
    assert refusal.value.reason == reason


def seconds_to_refuse(data: bytes, reason: str) -> float:
    start = time.process_time()
    with pytest.raises(BadImage) as refusal:
        load(data)
    assert refusal.value.reason == reason
    return time.process_time() - start


def test_thousands_of_scans_are_refused_before_the_first_is_decoded() -> None:
    """Decoded, these 290 kB kept a core busy for eight seconds, and ten times as many would for minutes."""
    assert seconds_to_refuse(progressive_jpeg(4000, 3000, 8000), "too_many_scans") < 0.5


def test_an_ordinary_progressive_photograph_is_read() -> None:
    assert load(encoded(MARKED, "JPEG", progressive=True)).size == (240, 160)
    assert load(progressive_jpeg(1200, 900, MOST_SCANS)).size == (1200, 900)


@pytest.mark.parametrize("fill", [b"\xff", b"\xff\xff\xff"])
@pytest.mark.parametrize("between", [b"", b"junk\xff\x00\xff\xd3"])
def test_scans_are_counted_wherever_a_decoder_finds_them(fill: bytes, between: bytes) -> None:
    picture = progressive_jpeg(64, 64, MOST_SCANS + 1)
    assert seconds_to_refuse(picture.replace(b"\xff\xda", between + fill + b"\xda"), "too_many_scans") < 0.5


def test_two_bytes_of_a_comment_are_no_scan() -> None:
    """An embedded preview has scans of its own; they are not decoded and not counted."""
    preview = segment(0xFE, b"\xff\xda" * 500)
    assert load(with_segments(encoded(MARKED, "JPEG"), preview)).size == (240, 160)
    assert load(encoded(MARKED, "JPEG") + b"\xff\xda" * 500).size == (240, 160)  # nor what lies behind its end


def test_a_webp_of_a_few_bytes_and_many_pixels_is_refused() -> None:
    """Two kilobytes of 50 megapixels took 800 MB."""
    assert seconds_to_refuse(blank("WEBP", 16_000, 1_600, lossless=True, method=0), "too_large") < 0.5


def test_200_megapixels_of_a_jpeg_are_shrunk_while_they_are_decoded() -> None:
    photo = load(sequential_jpeg(16_330, 12_247), enough=1950)
    assert photo.size == (16_330, 12_247)
    assert photo.pixels.shape == (1531, 2042, 3)
    assert seconds_to_refuse(sequential_jpeg(17_000, 13_000), "too_large") < 0.5


def test_a_progressive_jpeg_is_held_in_memory_and_bounded_lower() -> None:
    assert seconds_to_refuse(progressive_jpeg(8_000, 6_300, 2), "progressive") < 0.5


def test_of_an_animation_the_first_frame_is_read() -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in ("white", "black", "red")]
    for kind in ("WEBP", "PNG"):
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:], lossless=True)
        assert load(data).pixels.min() > 250
        left = Image.open(io.BytesIO(pixels_only(data)[1]))
        assert getattr(left, "n_frames", 1) == 1


SAID = b"taken at home"


def talkative(kind: str) -> bytes:
    """A picture that says where it was taken in every place that its kind has for words."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, SAID.decode()
    exif.get_ifd(0x8825)[0x001D] = SAID.decode()
    how: dict[str, object] = {"exif": exif, "icc_profile": SAID * 50}
    if kind != "PNG":
        how["xmp"] = SAID
    if kind == "JPEG":
        return with_segments(
            encoded(MARKED, kind, comment=SAID, **how), segment(0xED, SAID), segment(0xE0, SAID), segment(0xEF, SAID)
        )
    if kind == "PNG":
        words = PngImagePlugin.PngInfo()
        words.add_text("Comment", SAID.decode())
        words.add_text("Comment", SAID.decode(), zip=True)
        words.add_itxt("XML:com.adobe.xmp", SAID.decode())
        return with_chunks(encoded(MARKED, kind, pnginfo=words, **how), png_chunk(b"teXt", SAID))
    data = encoded(MARKED, kind, **how) + riff_chunk(b"note", SAID)
    return data[:4] + struct.pack("<I", len(data) - 8) + data[8:]


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_of_what_a_file_says_nothing_is_kept(kind: str) -> None:
    data = talkative(kind)
    assert data.count(SAID) > 3
    for kept in (load(data).jpeg(), load(data).part(0, 0, 80, 80).jpeg()):
        again = Image.open(io.BytesIO(kept))
        assert set(again.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
        assert SAID not in kept
        assert b"\xff\xfe" not in kept[:400]
    assert load(data).size == (160, 240)  # though it was turned as it said
    assert pixels_only(data)[1].count(SAID) == 2  # in the EXIF, which holds the turn as well


def test_compressed_words_are_never_unpacked() -> None:
    """64 texts of a megabyte each, and a profile of 100: Pillow would unpack them before the first pixel."""
    bomb = zlib.compress(bytes(1_000_000), 9)
    texts = [png_chunk(b"zTXt", b"Comment\0\0" + bomb)] * 80
    profile = png_chunk(b"iCCP", b"sRGB\0\0" + zlib.compress(bytes(20_000_000), 9))
    start = time.process_time()
    assert load(with_chunks(encoded(MARKED, "PNG"), *texts, profile)).size == (240, 160)
    assert time.process_time() - start < 0.3
