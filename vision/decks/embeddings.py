"""Stores embeddings as bytes, stamped with the version of the classifier (`namer_version`) that made them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from vision.nets.versions import namer_version

if TYPE_CHECKING:  # numpy is imported where it is used: whoever only asks for a stamp does not wait for it
    from vision.arrays import Floats

LIKE = 0.4  # cosine similarity from which two views, or a view and a drawing, may be of one card
NUMBERS = 128  # bytes of a packed embedding (`pack`), before its stamp


def pack(embedding: Floats) -> bytes:
    """Pack a unit embedding (128,) for storage: one byte a number, then the classifier's version."""
    import numpy as np

    largest = max(float(np.abs(embedding).max()), 1e-9)
    return np.round(embedding * (127 / largest)).astype(np.int8).tobytes() + stamp()


def unpack(packed: Iterable[bytes]) -> Floats:
    """Unit embeddings (N, 128) from N packed ones."""
    import numpy as np

    rows = np.array([np.frombuffer(each[:NUMBERS], np.int8) for each in packed], np.float32).reshape(-1, NUMBERS)
    unit: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return unit


def stamp() -> bytes:
    """The last four bytes of a packed embedding: the version of the classifier in use."""
    return bytes.fromhex(namer_version())


def is_of_today(packed: bytes) -> bool:
    """Whether the classifier in use made a packed embedding; false for old ones without a stamp."""
    return packed[NUMBERS:] == stamp()
