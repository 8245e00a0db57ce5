"""Shares of inputs that many tests would otherwise all try in full."""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def share(values: Sequence[T], parts: int, place: int) -> Sequence[T]:
    """One of `parts` equal parts of `values`; `parts` consecutive values of `place` cover all.

    Fields common to all forms are fuzzed in many of them: each takes its share. `THOROUGH=1` sends all.
    """
    return values if os.environ.get("THOROUGH") else values[place % parts :: parts]
