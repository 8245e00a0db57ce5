"""Shares of what many tests would otherwise all try in full."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def share(values: Sequence[T], parts: int, place: int) -> Sequence[T]:
    """One of so many equal parts of `values`; who takes `parts` places in a row has them all.

    What all forms have in common is sent nonsense in many of them: each takes its share. `THOROUGH=1` sends all.
    """
    return values if os.environ.get("THOROUGH") else values[place % parts :: parts]
