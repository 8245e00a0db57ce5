"""Rate limits count each request once, however many come at the same time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from webapp.base import counts
from webapp.base.counts import Counts


@pytest.fixture
def often() -> Iterator[None]:
    """Threads that change places all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("often")
def test_threads_count_together() -> None:
    counted = Counts()
    with ThreadPoolExecutor(8) as threads:
        numbers = list(threads.map(lambda number: counted.incr(f"key {number % 3}", 60), range(3000)))
    assert sorted(numbers) == sorted([*range(1, 1001)] * 3)
    assert [counted.get(f"key {number}") for number in range(4)] == [1000, 1000, 1000, 0]


def test_a_count_ends_and_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 100.0
    monkeypatch.setattr(counts, "monotonic", lambda: clock)
    monkeypatch.setattr(counts, "time", lambda: 5000.0)
    counted = Counts()
    assert [counted.incr("a", 10), counted.incr("a", 10, 5), counted.incr("b", 1000)] == [1, 6, 1]
    assert counted.get_expiry("a") == 5010
    clock += 10
    assert (counted.get("a"), counted.get_expiry("a"), counted.get("b")) == (0, 5000, 1)
    assert counted.incr("a", 10) == 1
    clock += counts.SWEEP_SECONDS + 1
    assert counted.incr("c", 10) == 1
    assert counted.reset() == 2, "b and c: a was swept away"
    assert counted.get("b") == 0


def test_one_count_is_cleared() -> None:
    counted = Counts()
    counted.incr("a", 60)
    counted.incr("b", 60)
    counted.clear("a")
    assert (counted.get("a"), counted.get("b")) == (0, 1)
