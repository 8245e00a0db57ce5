"""The only way to decode a film: limited, streamed by PyAV frame by frame, turned upright.

A film is untrusted until it has passed here. Its container is recognised by its first bytes and no other demuxer is
tried, so playlists open nothing. Only codecs of phones are decoded. Size, length and number of frames are limited
before they cost time. A frame is a small picture until more of it is requested.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from vision.arrays import Pixels
from vision.errors import BadFilm
from vision.io.photo import MIN_SIDE

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer
    from av.video.stream import VideoStream

MAX_BYTES = 200 * 1024 * 1024
MAX_SECONDS = 90.5  # half a second of tolerance: phones measure roughly
MAX_PIXELS = 4096 * 2304  # pixels of one frame
MAX_FRAMES = 30_000  # 90 seconds of the fastest slow motion of phones (240 frames a second), with a margin
FASTEST = 31.0  # frames a second; of faster films some frames are skipped
SMALL = 160  # longest side in pixels of the grey picture by which frames are selected
THREADS = 2
# Codecs of phones and of browsers.
CODECS = frozenset({"h264", "hevc", "vp8", "vp9", "libvpx", "libvpx-vp9", "av1", "libdav1d", "mpeg4", "h263"})


@dataclass(frozen=True)
class Frame:
    """One frame: `at` seconds from the first one, and `small`, an upright grey picture (`SMALL`)."""

    at: float
    small: Pixels
    _decoded: VideoFrame
    _turn: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, upright."""
        width, height = self._decoded.width, self._decoded.height
        return (height, width) if self._turn % 180 else (width, height)

    def pixels(self, longest: int) -> Pixels:
        """The frame (H, W, 3), BGR and upright, its longest side at most `longest` pixels."""
        return _turned(_as("bgr24", self._decoded, longest), self._turn)


class Clip:
    """An open film: its `duration` in seconds if known, its frames, and the time read so far (`at`)."""

    def __init__(self, container: InputContainer, stream: VideoStream) -> None:
        self._container, self._stream = container, stream
        length = container.duration
        self.duration = length / 1_000_000 if length and length > 0 else None
        self.at = 0.0
        self.size = (0, 0)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames in display order; raises BadFilm.

        A film that breaks off ends there, unless nothing could be decoded before.
        """
        from av.error import FFmpegError

        count, first, last, taken = 0, None, 0.0, -1.0
        decoded = self._decoded()
        while True:
            try:
                picture = next(decoded, None)
            except MemoryError as error:
                raise BadFilm("too_large") from error
            except (FFmpegError, OSError, ValueError) as error:
                if not count:
                    raise BadFilm("broken") from error
                return
            if picture is None:
                break
            count += 1
            if picture.width * picture.height > MAX_PIXELS or count > MAX_FRAMES:
                raise BadFilm("too_large")
            if min(picture.width, picture.height) < MIN_SIDE:
                raise BadFilm("too_small")
            shown = picture.time if picture.pts is not None else None
            first = shown if first is None else first
            at = shown - first if shown is not None and first is not None else last + 1 / 30
            at = max(at, last)  # time never goes backwards
            if at > MAX_SECONDS:
                raise BadFilm("too_long")
            last = self.at = at
            if at - taken < 1 / FASTEST:
                continue
            taken = at
            turn = picture.rotation % 360
            frame = Frame(at, _turned(_as("gray", picture, SMALL), turn), picture, turn)
            self.size = frame.size
            yield frame
        if not count:
            raise BadFilm("broken")

    def _decoded(self) -> Iterator[VideoFrame]:
        """Yield decoded pictures; packets that cannot be decoded are skipped, as players do."""
        from av.error import InvalidDataError

        for packet in self._container.demux(self._stream):
            try:
                yield from packet.decode()
            except InvalidDataError:
                continue


@contextmanager
def opened(source: Path | BinaryIO | bytes) -> Iterator[Clip]:
    """Open a film with an acceptable header, without decoding; raises BadFilm."""
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    if isinstance(source, (Path, str)):
        try:
            file = Path(source).open("rb")  # noqa: SIM115  # closed below
        except (OSError, ValueError):
            raise BadFilm("unreadable") from None
        with file, _container(file) as clip:
            yield clip
    else:
        with _container(source) as clip:
            yield clip


@contextmanager
def _container(file: BinaryIO) -> Iterator[Clip]:
    import av

    av.logging.set_level(None)
    container = _opened(file, _kind(file))
    with container:
        if not container.streams.video:
            raise BadFilm("no_picture")
        clip = Clip(container, _decodable(container.streams.video[0]))
        if clip.duration is not None and clip.duration > MAX_SECONDS:
            raise BadFilm("too_long")
        yield clip


def _opened(file: BinaryIO, kind: str) -> InputContainer:
    import av

    try:
        return av.open(file, "r", format=kind, metadata_errors="replace")
    except MemoryError as error:
        raise BadFilm("too_large") from error
    except Exception as error:  # errors from malicious headers: of FFmpeg, ValueError, OverflowError, ...
        raise BadFilm("broken") from error


def _decodable(stream: VideoStream) -> VideoStream:
    """The stream, after checking its codec and picture size."""
    context = stream.codec_context
    if context is None or context.name not in CODECS:
        raise BadFilm("kind")
    if context.width * context.height > MAX_PIXELS:
        raise BadFilm("too_large")
    context.options = {"max_pixels": str(MAX_PIXELS)}
    context.thread_type = "AUTO"
    context.thread_count = THREADS
    return stream


def _kind(file: BinaryIO) -> str:
    """The demuxer for a file, by its first bytes; raises BadFilm."""
    try:
        size = file.seek(0, io.SEEK_END)
        file.seek(0)
        head = file.read(12)
        file.seek(0)
    except (OSError, ValueError):
        raise BadFilm("unreadable") from None
    if not head:
        raise BadFilm("empty")
    if size > MAX_BYTES:
        raise BadFilm("too_many_bytes")
    if head[4:8] in (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"):
        return "mp4"
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "matroska"
    raise BadFilm("kind")


def _as(layout: str, picture: VideoFrame, longest: int) -> Pixels:
    """The picture in another pixel format, its longest side at most `longest`; not turned."""
    share = min(1.0, longest / max(picture.width, picture.height))
    width, height = max(1, round(picture.width * share)), max(1, round(picture.height * share))
    small = picture.reformat(width=width, height=height, format=layout, interpolation="AREA")
    return np.asarray(small.to_ndarray(), np.uint8)


def _turned(pixels: Pixels, degrees: int) -> Pixels:
    """The picture turned by the degrees of its metadata: whole quarters."""
    return np.ascontiguousarray(np.rot90(pixels, degrees // 90))
