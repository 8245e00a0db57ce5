"""Files of pictures that are costly to decode or carry more than pixels, written by hand and in a moment."""

from __future__ import annotations

import io
import struct
import zlib

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
