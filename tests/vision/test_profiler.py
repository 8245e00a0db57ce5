"""Time of each stage of reading a photograph: the parts add up to the whole, in any nesting."""

from __future__ import annotations

import time

import pytest

from tests.photographs import compose
from vision.pipeline.recognition import recognise
from vision.profiler import stage, watched


@stage("inner")
def inner() -> str:
    time.sleep(0.02)
    return "seen"


@stage("outer")
def outer() -> str:
    time.sleep(0.01)
    return inner()


def test_a_stage_inside_another_is_counted_once() -> None:
    start = time.perf_counter()
    with watched() as seconds:
        assert outer() == "seen"
        assert inner() == "seen"
    assert seconds["inner"] >= 0.04
    assert seconds["outer"] >= 0.01
    assert sum(seconds.values()) <= time.perf_counter() - start


def test_a_stage_that_fails_ends_all_the_same() -> None:
    @stage("broken")
    def broken() -> None:
        raise ValueError

    with watched() as seconds:
        with pytest.raises(ValueError):  # noqa: PT011
            broken()
        inner()
    assert set(seconds) == {"broken", "inner"}
    assert seconds["broken"] < 0.01


def test_nobody_asks_and_nothing_is_counted() -> None:
    with watched() as seconds:
        pass
    outer()
    assert seconds == {}


def test_the_stages_of_a_photograph_are_nearly_all_of_it() -> None:
    photograph = compose(["7D", "1C", "10S", "4B"], columns=2, size=(900, 1200))
    recognise(photograph, "settebello")  # the first one loads the networks
    with watched() as seconds:
        whole = recognise(photograph, "settebello").seconds
    assert set(seconds) == {"decode", "detect", "name", "resolve"}
    assert 0.6 * whole < sum(seconds.values()) <= whole
