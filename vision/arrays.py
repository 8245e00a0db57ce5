"""Names for the array types of vision; shapes are documented where they are used."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating[Any]]  # geometry and probabilities
Floats = npt.NDArray[np.float32]  # outputs of networks
Pixels = npt.NDArray[np.uint8]  # pictures (H, W, channels), BGR unless said otherwise
