"""Films as files: bounded, upright, at their own times, and refused with a reason where they are none."""

import io
import random
from pathlib import Path

import numpy as np
import pytest

from tests.films import encoded, sound, table
from vision.errors import BadFilm
from vision.io import video

CORNER = table()
CORNER[:160, :120] = (0, 0, 255)


def frames(data: bytes) -> list[video.Frame]:
    with video.opened(data) as clip:
        return list(clip.frames())


@pytest.fixture(scope="module")
def short() -> bytes:
    return encoded((number / 20, CORNER) for number in range(12))


def test_a_film_of_a_phone(short: bytes) -> None:
    seen = frames(short)
    assert [round(frame.at, 2) for frame in seen] == [round(number / 20, 2) for number in range(12)]
    assert seen[0].size == (480, 640)
    assert seen[0].small.shape == (160, 120)
    assert seen[0].pixels(320).shape == (320, 240, 3)


@pytest.mark.parametrize(("rotation", "corner"), [(90, (1, 0)), (180, (1, 1)), (270, (0, 1))])
def test_the_phone_was_held_otherwise(rotation: int, corner: tuple[int, int]) -> None:
    frame = frames(encoded([(0.0, CORNER), (0.1, CORNER)], rotation=rotation))[0]
    assert frame.size == ((640, 480) if rotation % 180 else (480, 640))
    pixels = frame.pixels(640)
    height, width = pixels.shape[:2]
    there = pixels[height // 8 + corner[0] * height * 3 // 4, width // 8 + corner[1] * width * 3 // 4]
    assert there[2] > 180 > 120 > there[0]


@pytest.mark.parametrize(("kind", "codec"), [("mov", "libx265"), ("webm", "libvpx"), ("webm", "libvpx-vp9")])
def test_what_phones_and_browsers_record(kind: str, codec: str) -> None:
    assert len(frames(encoded(((number / 10, CORNER) for number in range(4)), kind=kind, codec=codec))) == 4


def test_a_rate_that_varies_keeps_its_times() -> None:
    times = [0.0, 0.05, 0.4, 0.5, 2.0, 2.1]
    assert [round(frame.at, 2) for frame in frames(encoded((at, CORNER) for at in times))] == times


def test_of_a_film_in_slow_motion_not_every_frame_is_looked_at() -> None:
    assert len(frames(encoded((number / 240, table(size=(64, 64))) for number in range(120)))) < 20


def test_a_film_that_breaks_off_ends_there() -> None:
    noise = np.random.default_rng(1)
    whole = encoded(
        ((n / 20, noise.integers(0, 255, (96, 96, 3), np.uint8)) for n in range(30)), kind="webm", codec="libvpx"
    )
    assert 0 < len(frames(whole[: len(whole) // 2])) < 30


def refused(data: bytes) -> str:
    with pytest.raises(BadFilm) as refusal:
        frames(data)
    return refusal.value.reason


def test_what_is_no_film_is_refused(short: bytes, tmp_path: Path) -> None:
    assert refused(b"") == "empty"
    assert refused(b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n") == "kind"
    assert refused(sound()) == "no_picture"
    assert refused(short[: len(short) // 3]) == "broken"
    assert refused(short[:40]) == "broken"
    assert refused(encoded([(0.0, table(size=(16, 16))), (0.1, table(size=(16, 16)))])) == "too_small"
    assert refused(encoded([(0.0, CORNER), (95.0, CORNER)])) == "too_long"
    with pytest.raises(BadFilm, match="unreadable"), video.opened(tmp_path / "none.mp4"):
        pass


def test_a_length_that_is_not_said_is_found_out() -> None:
    assert refused(encoded([(0.0, CORNER), (50.0, CORNER), (95.0, CORNER)], kind="webm", codec="libvpx")) == "too_long"


def test_what_is_too_large_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch, short: bytes) -> None:
    monkeypatch.setattr(video, "MAX_BYTES", len(short) - 1)
    assert refused(short) == "too_many_bytes"
    monkeypatch.setattr(video, "MAX_BYTES", len(short))
    monkeypatch.setattr(video, "MAX_PIXELS", 480 * 639)
    assert refused(short) == "too_large"


def test_a_spoilt_film_is_read_or_refused(short: bytes) -> None:
    chance = random.Random(3)
    said = set()
    for _ in range(60):
        spoilt = bytearray(short)
        for _ in range(chance.choice((1, 8, 60))):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        try:
            said.add("read" if frames(bytes(spoilt)) else "nothing")
        except BadFilm as bad:
            said.add(bad.reason)
    assert {"read", "broken"} <= said <= {"read", "broken", "kind", "too_large", "too_long", "too_small", "no_picture"}


def test_an_open_file_is_left_open(short: bytes) -> None:
    file = io.BytesIO(short)
    with video.opened(file) as clip:
        assert clip.duration == pytest.approx(0.6, abs=0.06)
    assert not file.closed
