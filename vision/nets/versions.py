"""Which namer an embedding was made by: what one namer has seen cannot be compared with what another one sees."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

# Training sets another folder, so that new weights can be measured before they replace those in use.
FOLDER = Path(os.environ.get("SETTEBELLO_WEIGHTS") or Path(__file__).parents[1] / "weights")

NUMBERS = 128  # bytes of a packed embedding (`vision.classification.few_shot.pack`), before its stamp


@cache
def namer_version() -> str:
    """The version of the namer in use: eight characters, others as soon as its weights change."""
    return hashlib.sha256((FOLDER / "name.onnx").read_bytes()).hexdigest()[:8]


def stamp() -> bytes:
    """What a packed embedding ends with: four bytes, the version of the namer in use."""
    return bytes.fromhex(namer_version())


def is_of_today(packed: bytes) -> bool:
    """Whether the namer in use made a packed embedding; those from before there were stamps have none."""
    return packed[NUMBERS:] == stamp()
