"""Removes everything but pixels from picture files before a decoder sees them; refuses costly files.

A decoder gets only pixels, colours and the EXIF orientation: no comments, texts, profiles or further frames. That
limits time and memory, and lets no metadata through. Sources: ITU-T T.81 annex B (JPEG), the PNG specification (third
edition) 5, RFC 9649 (WebP).
"""

import re
from collections.abc import Callable, Iterator

from vision.errors import BadImage

MOST_SCANS = 64
"""Most scans of a progressive JPEG. Encoders write 10, those that minimise the file size about 20."""
SCANNED_PIXELS = 50_000_000
"""Most pixels of a JPEG with several scans: all its coefficients stay in memory, up to 8 bytes a pixel."""
# Most parts of a file. A JPEG photograph has some hundred segments (profiles, depth maps and recordings in 64 kB each);
# PNG has its pixels in chunks of 8 kB. Millions of empty parts would keep a decoder busy for seconds.
MOST_SEGMENTS = 2_000
MOST_CHUNKS = 40_000

# A marker is one or more FF, then a byte that is neither 00 (an FF within the coefficients) nor a restart marker.
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_START, _END, _SCAN = 0xD8, 0xD9, 0xDA
_FRAMES = (0xC0, 0xC1, 0xC2)  # sequential (8 bits or more) and progressive
_PROGRESSIVE = 0xC2
# Lossless, hierarchical and arithmetic coding: no camera or browser uses them, and decoders cannot shrink them.
_OTHER_FRAMES = (0xC3, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF)
_BARE = (0x01, _START)  # markers without a length
_METADATA = (*range(0xE0, 0xF0), 0xFE)  # application segments, and comments
# Metadata segments that colours and orientation depend on.
_KEPT_METADATA = ((0xE0, b"JFIF\0"), (0xE1, b"Exif\0"), (0xEE, b"Adobe"))

_PNG = b"\x89PNG\r\n\x1a\n"
_KEPT_OF_PNG = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"eXIf", b"IEND")
_KEPT_OF_WEBP = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"EXIF")
_ONCE = (b"eXIf", b"EXIF", b"ANMF")  # kept once only: of an animation the first frame


def pixels_only(data: bytes) -> tuple[str, bytes]:
    """The format of a picture (`JPEG PNG WEBP`), and its file reduced to pixels, colours and EXIF orientation.

    Raises BadImage: `kind` for any other file, `too_many_scans`, `progressive` and `broken`.
    """
    for kind, begins, strip in _KINDS:
        if begins(data):
            return kind, strip(data)
    raise BadImage("kind")


def _jpeg(data: bytes) -> bytes:
    """The needed segments before the first scan, and everything from there to the end of image."""
    kept = [data[:2]]
    scans = segments = 0
    frame: tuple[int, bytes] | None = None
    first_scan, end = len(data), len(data)
    place = 2
    while found := _MARKER.search(data, place):
        start, place, marker = found.start(), found.end(), data[found.end() - 1]
        segments += 1
        if segments > MOST_SEGMENTS:
            raise BadImage("broken")
        if marker == _END:
            end = place
            break
        if marker in _BARE:
            continue
        if marker in _OTHER_FRAMES:
            raise BadImage("kind")
        # The length includes its own two bytes; a smaller value means an empty body.
        body = data[place + 2 : place + int.from_bytes(data[place : place + 2], "big")]
        place += 2 + len(body)
        if marker in _FRAMES:
            if frame is not None:
                raise BadImage("broken")
            frame = marker, body
        if marker == _SCAN:
            scans += 1
            if scans > MOST_SCANS:
                raise BadImage("too_many_scans")
            if scans == 1:
                first_scan = start
                _bound_scanned(frame, body)
        elif not scans and _is_needed(marker, body):
            kept.append(data[start:place])
    if not scans:
        raise BadImage("kind" if frame is None else "broken")
    return b"".join([*kept, data[first_scan:end]])


def _bound_scanned(frame: tuple[int, bytes] | None, first_scan: bytes) -> None:
    """Refuse a JPEG with several scans that is too large."""
    if frame is None or len(frame[1]) < 6 or not first_scan:
        raise BadImage("broken")
    marker, header = frame
    height, width = int.from_bytes(header[1:3], "big"), int.from_bytes(header[3:5], "big")
    several = marker == _PROGRESSIVE or first_scan[0] < header[5]  # components of the scan, of the picture
    if several and width * height > SCANNED_PIXELS:
        raise BadImage("progressive")


def _is_needed(marker: int, body: bytes) -> bool:
    return marker not in _METADATA or any(marker == kept and body.startswith(name) for kept, name in _KEPT_METADATA)


def _png(data: bytes) -> bytes:
    return b"".join([_PNG, *_needed(_png_chunks(data), _KEPT_OF_PNG)])


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield name and content of each chunk of a PNG, up to the last."""
    place, name = len(_PNG), b""
    while place < len(data) and name != b"IEND":
        name, length = data[place + 4 : place + 8], int.from_bytes(data[place : place + 4], "big")
        yield name, data[place : place + 12 + length]
        place += 12 + length


def _webp(data: bytes) -> bytes:
    chunks = b"".join(_needed(_riff_chunks(data), _KEPT_OF_WEBP))
    return b"RIFF" + (4 + len(chunks)).to_bytes(4, "little") + b"WEBP" + chunks


def _riff_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield name and content of each chunk of a WebP, up to the end given in its header."""
    place, end = 12, min(len(data), 8 + int.from_bytes(data[4:8], "little"))
    while place < end:
        length = int.from_bytes(data[place + 4 : place + 8], "little")
        after = place + 8 + length + length % 2
        yield data[place : place + 4], data[place : min(after, end)]
        place = after


def _needed(chunks: Iterator[tuple[bytes, bytes]], kept: tuple[bytes, ...]) -> Iterator[bytes]:
    """Yield the chunks whose name is among `kept`; of some only the first."""
    met: set[bytes] = set()
    for number, (name, chunk) in enumerate(chunks):
        if number >= MOST_CHUNKS:
            raise BadImage("broken")
        if name in kept and name not in met:
            yield chunk
            if name in _ONCE:
                met.add(name)


_KINDS: tuple[tuple[str, Callable[[bytes], bool], Callable[[bytes], bytes]], ...] = (
    ("JPEG", lambda data: data.startswith(b"\xff\xd8\xff"), _jpeg),
    ("PNG", lambda data: data.startswith(_PNG), _png),
    ("WEBP", lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP", _webp),
)
