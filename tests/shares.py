"""Shares of inputs that many tests would otherwise all try in full; `THOROUGH=1` tries all."""

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")
THOROUGH = bool(os.environ.get("THOROUGH"))
only_thorough = pytest.mark.skipif(not THOROUGH, reason="THOROUGH=1 only: others hold nearly all of it")


def share(values: Sequence[T], parts: int, place: int) -> Sequence[T]:
    """One of `parts` equal parts of `values`; `parts` consecutive values of `place` cover all.

    Fields common to all forms are fuzzed in many of them: each takes its share.
    """
    return values if THOROUGH else values[place % parts :: parts]


def examples(thorough: int) -> int:
    """How many random examples are tried: a quarter of `thorough`, all with `THOROUGH=1`."""
    return thorough if THOROUGH else thorough // 4
