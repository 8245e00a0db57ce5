"""A large film is made smaller on the phone before it is sent, and loses no frame."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.table import Phone
from tests.fakes import FakeRecogniser
from tests.films import encoded
from vision.io.video import opened
from vision.types import FilmReading


@dataclass
class Keeping(FakeRecogniser):
    """Keeps the films that it was given."""

    clips: list[bytes] = field(default_factory=list)

    def film(self, clip: Path, *arguments: Any) -> FilmReading:
        """Keep it, and see what the test said."""
        self.clips.append(clip.read_bytes())
        return super().film(clip, *arguments)


@pytest.fixture
def recogniser() -> Keeping:
    return Keeping(cards=("7D", "1C"))


def test_a_large_film_is_sent_smaller_and_whole(anna: Phone, recogniser: Keeping) -> None:
    luck = np.random.default_rng(7)
    noise = luck.integers(0, 256, (1080, 1920, 3), np.uint8)
    film = encoded((number / 30, np.roll(noise, 40 * number, 1)) for number in range(6))
    assert len(film) > 6_000_000
    anna.new_match("Anna", "Bruno")
    anna.start_round(1)
    large = {"name": "pile.mp4", "mimeType": "video/mp4", "buffer": film}
    anna.page.get_by_label("Film the cards of Anna").set_input_files(large)
    expect(anna.page.get_by_text("Making the film smaller")).to_be_visible()
    expect(anna.page.locator("figure.photo")).to_be_visible()
    (sent,) = recogniser.clips
    assert len(sent) < len(film) / 3
    with opened(sent) as clip:
        frames = [(frame.size, round(frame.at, 2)) for frame in clip.frames()]
    assert frames == [((1280, 720), round(number / 30, 2)) for number in range(6)]
