"""Mutated pictures: each is read or refused, in bounded time. 20,000 by hand: `python -m tools.fuzz_pictures`."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from tests.hostile_pictures import spoilt
from vision.errors import BadImage
from vision.io.photo import QUICK_SIDE, load

COUNT, PARTS = 600, 4
REASONS = {"read", "empty", "kind", "too_large", "too_small", "broken", "too_many_scans", "progressive"}


@pytest.mark.parametrize("part", range(PARTS))
def test_a_spoilt_picture_is_read_or_refused(part: int) -> None:
    said: Counter[str] = Counter()
    for number in range(part, COUNT, PARTS):
        start = time.process_time()
        try:
            photo = load(spoilt(number), enough=QUICK_SIDE)
            assert photo.jpeg(200).startswith(b"\xff\xd8\xff")
            said["read"] += 1
        except BadImage as bad:
            said[bad.reason] += 1
        assert time.process_time() - start < 4, number
    assert {"read", "kind", "broken"} <= set(said) <= REASONS  # the mutations are neither harmless nor all deadly
