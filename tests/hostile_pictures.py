"""Files of pictures that are costly to decode or carry more than pixels, written by hand and in a moment."""

import io
import struct
import zlib
from functools import cache
from random import Random

from PIL import Image

# A Huffman table with a single code, `0`: for a difference of nothing, and for the longest run of empty blocks.
_NOTHING = b"\x01" + bytes(15) + b"\x00"
_RUN = b"\x01" + bytes(15) + b"\xe0"
_RUN_BLOCKS, _RUN_BITS = 16384, 15


def segment(marker: int, body: bytes) -> bytes:
    """A segment of a JPEG."""
    return bytes([0xFF, marker]) + (len(body) + 2).to_bytes(2, "big") + body


def progressive_jpeg(width: int, height: int, scans: int) -> bytes:
    """A grey progressive JPEG: one scan with the mean of every block, and further ones that say nothing."""
    blocks = -(-width // 8) * -(-height // 8)
    tables = segment(0xDB, b"\x00" + b"\x01" * 64) + segment(0xC4, b"\x00" + _NOTHING) + segment(0xC4, b"\x10" + _RUN)
    frame = segment(0xC2, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00")
    means = segment(0xDA, b"\x01\x01\x00\x00\x00\x00") + bytes(-(-blocks // 8))
    empty = segment(0xDA, b"\x01\x01\x00\x01\x3f\x00") + bytes(-(-(-(-blocks // _RUN_BLOCKS) * _RUN_BITS) // 8))
    return b"\xff\xd8" + tables + frame + means + empty * (scans - 1) + b"\xff\xd9"


def sequential_jpeg(width: int, height: int) -> bytes:
    """A grey JPEG as cameras write them, in one scan: two bits a block."""
    blocks = -(-width // 8) * -(-height // 8)
    tables = segment(0xDB, b"\x00" + b"\x01" * 64)
    tables += segment(0xC4, b"\x00" + _NOTHING) + segment(0xC4, b"\x10" + _NOTHING)
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00")
    return (
        b"\xff\xd8" + tables + frame + segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + bytes(blocks // 4 + 1) + b"\xff\xd9"
    )


def png_chunk(name: bytes, body: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def riff_chunk(name: bytes, body: bytes) -> bytes:
    """A chunk of a WebP."""
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def with_segments(jpeg: bytes, *more: bytes) -> bytes:
    """A JPEG with further segments before its own."""
    return jpeg[:2] + b"".join(more) + jpeg[2:]


def with_chunks(png: bytes, *more: bytes) -> bytes:
    """A PNG with further chunks after its header."""
    return png[:33] + b"".join(more) + png[33:]


def blank(kind: str, width: int, height: int, **how: object) -> bytes:
    """A picture of one colour: of few bytes, however many pixels it has."""
    out = io.BytesIO()
    Image.new("RGB", (width, height), "tan").save(out, kind, **how)
    return out.getvalue()


def spoilt(number: int) -> bytes:
    """The mutated picture with this number: always the same, and of any kind."""
    chance = Random(number)
    data = bytearray(chance.choice(_whole()))
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        _SPOIL[chance.randrange(len(_SPOIL))](chance, data)
    return _with_right_sums(bytes(data)) if chance.random() < 0.5 else bytes(data)


@cache
def _whole() -> tuple[bytes, ...]:
    """Pictures of every kind that are well, most of them small."""
    noise = Image.frombytes("L", (96, 64), Random(0).randbytes(96 * 64)).reduce(2).resize((96, 64))
    colour = Image.merge("RGB", (noise, noise.rotate(90, expand=False), Image.linear_gradient("L").resize((96, 64))))
    clear = colour.copy()
    clear.putalpha(noise)
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "at home"
    saved: list[tuple[Image.Image, str, dict[str, object]]] = [
        (colour, "JPEG", {"exif": exif, "comment": b"words", "icc_profile": bytes(300)}),
        (colour, "JPEG", {"progressive": True, "subsampling": 0, "xmp": b"<x/>"}),
        (colour, "JPEG", {"quality": 30, "restart_marker_blocks": 2}),
        (colour.convert("CMYK"), "JPEG", {"progressive": True}),
        (noise, "JPEG", {"optimize": True}),
        (colour.resize((1200, 900)), "JPEG", {"quality": 20}),
        (colour, "PNG", {"exif": exif}),
        (clear, "PNG", {}),
        (colour.quantize(32), "PNG", {"transparency": 3}),
        (noise.convert("I").convert("I;16"), "PNG", {}),
        (noise.convert("1"), "PNG", {}),
        (colour, "PNG", {"save_all": True, "append_images": [colour.rotate(180)]}),
        (colour, "WEBP", {"exif": exif, "icc_profile": bytes(300)}),
        (clear, "WEBP", {}),
        (clear, "WEBP", {"lossless": True}),
        (colour, "WEBP", {"save_all": True, "append_images": [colour.rotate(180)], "lossless": True}),
    ]
    files = []
    for picture, kind, how in saved:
        out = io.BytesIO()
        picture.save(out, kind, **how)
        files.append(out.getvalue())
    return (*files, progressive_jpeg(900, 700, 40), sequential_jpeg(2000, 1500))


def _flip(chance: Random, data: bytearray) -> None:
    for _ in range(chance.choice((1, 4, 32))):
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _flip_in_header(chance: Random, data: bytearray) -> None:
    for _ in range(chance.choice((1, 2, 6))):
        if data:
            data[chance.randrange(min(len(data), 200))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))


def _cut(chance: Random, data: bytearray) -> None:
    del data[chance.randrange(len(data) + 1) :]


def _drop(chance: Random, data: bytearray) -> None:
    start = chance.randrange(len(data) + 1)
    del data[start : start + chance.choice((1, 2, 12, 300))]


def _repeat(chance: Random, data: bytearray) -> None:
    start = chance.randrange(len(data) + 1)
    part = data[start : start + chance.choice((2, 12, 40, 400))]
    data[start:start] = part * chance.choice((1, 3, 200))


def _splice(chance: Random, data: bytearray) -> None:
    other = chance.choice(_whole())
    data[chance.randrange(len(data) + 1) :] = other[chance.randrange(len(other)) :]


def _length(chance: Random, data: bytearray) -> None:
    """Another number where a length or a side may stand."""
    wide = chance.choice((2, 4))
    if len(data) > wide:
        at = chance.randrange(min(len(data) - wide, 400))
        number = chance.choice((0, 1, 2, 0x7FFF, 0xFFFF, 5000, 20_000, 1 << 31, (1 << 32) - 1)) % (1 << 8 * wide)
        data[at : at + wide] = number.to_bytes(wide, chance.choice(("big", "little")))


def _side(chance: Random, data: bytearray) -> None:
    """Other sides where the kind has them."""
    width, height = (chance.choice((1, 31, 33, 700, 4999, 5001, 16_383, 65_535)) for _ in range(2))
    frame = max(data.find(b"\xff\xc0"), data.find(b"\xff\xc2"))
    if data.startswith(_PNG) and len(data) > 24:
        data[16:24] = struct.pack(">II", width, height)
    elif frame > 0:
        data[frame + 5 : frame + 9] = struct.pack(">HH", height, width)
    elif data[12:16] == b"VP8X":
        data[24:30] = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    elif data[12:16] == b"VP8L":
        data[21:25] = ((width - 1) & 0x3FFF | ((height - 1) & 0x3FFF) << 14).to_bytes(4, "little")


def _insert(chance: Random, data: bytearray) -> None:
    """A segment or a chunk more, of whatever kind."""
    body = chance.randbytes(chance.choice((0, 3, 60)))
    marker = chance.choice((0xC0, 0xC2, 0xC4, 0xDA, 0xDB, 0xDD, 0xD9, 0xE1, 0xEE, 0xFE, 0xFF, 0x01))
    name = chance.choice((b"IDAT", b"PLTE", b"tRNS", b"iCCP", b"zTXt", b"fdAT", b"eXIf", b"IEND"))
    part = {0xFF: segment(marker, body), 0x89: png_chunk(name, body)}.get(data[0] if data else 0)
    at = chance.choice((2, 33, 12, chance.randrange(len(data) + 1)))
    data[at:at] = part or riff_chunk(chance.choice((b"ALPH", b"VP8 ", b"VP8L", b"ANMF", b"ANIM", b"EXIF")), body)


_SPOIL = (_flip, _flip, _flip_in_header, _cut, _drop, _repeat, _splice, _length, _side, _side, _insert)
_PNG = b"\x89PNG\r\n\x1a\n"


def _with_right_sums(data: bytes) -> bytes:
    """A PNG whose chunks have the sums that belong to them: else nothing behind the first wrong one is read."""
    if not data.startswith(_PNG):
        return data
    parts, place = [_PNG], len(_PNG)
    while place + 8 <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        parts.append(png_chunk(data[place + 4 : place + 8], data[place + 8 : place + 8 + length]))
        place += 12 + length
    return b"".join(parts)
