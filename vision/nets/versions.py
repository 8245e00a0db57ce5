"""The version of the classifier (the namer): embeddings of different versions cannot be compared."""

import hashlib
import os
from functools import cache
from pathlib import Path

# Training sets another folder, so that new weights can be measured before they replace the current ones.
FOLDER = Path(os.environ.get("SETTEBELLO_WEIGHTS") or Path(__file__).parents[1] / "weights")


@cache
def namer_version() -> str:
    """The version of the current classifier: eight characters that change with its weights."""
    return hashlib.sha256((FOLDER / "name.onnx").read_bytes()).hexdigest()[:8]
