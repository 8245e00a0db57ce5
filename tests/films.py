"""Films made of our own drawn cards, and files that are none: nothing from outside is needed to test the reading."""

import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

import av
import cv2
import numpy as np

from tests.photographs import FLOOR, Pixels, drawn

SIZE = (480, 640)  # width and height of a film, in pixels
CARD = (120, 200)
QUICK = {
    "libx264": {"preset": "ultrafast", "crf": "18"},
    "libx265": {"preset": "ultrafast", "x265-params": "log-level=none"},
    "libvpx": {"deadline": "realtime", "cpu-used": "8"},
    "libvpx-vp9": {"deadline": "realtime", "cpu-used": "8"},
}


def encoded(
    frames: Iterable[tuple[float, Pixels]], *, kind: str = "mp4", codec: str = "libx264", rotation: int = 0
) -> bytes:
    """A film of frames (BGR), each with its time in seconds, which may be anything that grows."""
    out = io.BytesIO()
    with av.open(out, "w", format=kind) as container:
        stream = container.add_stream(codec, rate=30)
        stream.pix_fmt, stream.time_base = "yuv420p", Fraction(1, 1000)
        stream.codec_context.time_base = Fraction(1, 1000)
        stream.options = QUICK.get(codec, {})
        if rotation:
            stream.set_display_rotation(rotation)
        for number, (at, pixels) in enumerate(frames):
            if not number:
                stream.height, stream.width = pixels.shape[:2]
            frame = av.VideoFrame.from_ndarray(pixels, format="bgr24")
            frame.pts, frame.time_base = round(at * 1000), Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return out.getvalue()


def table(laid: Sequence[tuple[str, tuple[int, int]]] = (), size: tuple[int, int] = SIZE) -> Pixels:
    """A table with cards on it, each with its middle at a place in pixels; later ones lie on earlier ones."""
    picture = np.full((size[1], size[0], 3), FLOOR, np.uint8)
    for code, (x, y) in laid:
        card = cv2.resize(drawn(code), CARD, interpolation=cv2.INTER_AREA).astype(np.float32)
        left, top = x - CARD[0] // 2, y - CARD[1] // 2
        there = picture[top : top + CARD[1], left : left + CARD[0]]
        share = card[..., 3:] / 255
        there[:] = (card[..., :3] * share + there * (1 - share)).astype(np.uint8)
    return picture


def dealt(codes: Sequence[str], *, each: float = 0.6, rate: float = 20) -> list[tuple[float, Pixels]]:
    """Frames of cards that are dealt on one heap: each slides in from below, and lies there."""
    frames, at = [], 0.0
    laid: list[tuple[str, tuple[int, int]]] = []
    for number, code in enumerate(codes):
        rest = (240 + 9 * (number % 3 - 1), 300 + 7 * (number % 2))
        moving, still = round(0.2 * rate), round(each * rate)
        for step in range(moving):
            place = (rest[0], rest[1] + round(220 * (1 - step / moving)))
            frames.append((at, table([*laid, (code, place)])))
            at += 1 / rate
        laid.append((code, rest))
        for _ in range(still):
            frames.append((at, table(laid)))
            at += 1 / rate
    return frames


def as_camera(frames: Iterable[tuple[float, Pixels]], rate: int) -> bytes:
    """The frames as a film in Y4M, which Chromium takes for its camera, over and over again."""
    out = io.BytesIO()
    for number, (_, pixels) in enumerate(frames):
        height, width = pixels.shape[:2]
        if not number:
            out.write(f"YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420jpeg\n".encode())
        out.write(b"FRAME\n" + cv2.cvtColor(pixels, cv2.COLOR_BGR2YUV_I420).tobytes())
    return out.getvalue()


def sound() -> bytes:
    """An MP4 without a picture."""
    out = io.BytesIO()
    with av.open(out, "w", format="mp4") as container:
        stream = container.add_stream("aac", rate=44100, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
        frame.sample_rate = 44100
        container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return out.getvalue()
