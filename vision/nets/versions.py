"""Which namer an embedding was made by: what one namer has seen cannot be compared with what another one sees."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

# Training sets another folder, so that new weights can be measured before they replace those in use.
FOLDER = Path(os.environ.get("SETTEBELLO_WEIGHTS") or Path(__file__).parents[1] / "weights")


@cache
def namer_version() -> str:
    """The version of the namer in use: eight characters, others as soon as its weights change."""
    return hashlib.sha256((FOLDER / "name.onnx").read_bytes()).hexdigest()[:8]
