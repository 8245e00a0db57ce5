"""Names for the array types of vision; shapes are documented where they are used."""

from dataclasses import fields
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating[Any]]  # geometry and probabilities
Floats = npt.NDArray[np.float32]  # outputs of networks
Pixels = npt.NDArray[np.uint8]  # pictures (H, W, channels), BGR unless said otherwise


class Rows:
    """A dataclass of arrays, or of such dataclasses, whose rows belong to the same things."""

    def only(self, which: npt.NDArray[Any]) -> Self:
        """The rows at these indices, or where a mask is true."""
        parts = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return type(self)(*(part.only(which) if isinstance(part, Rows) else part[which] for part in parts))

    def and_(self, others: Self) -> Self:
        """These rows, followed by others."""
        names = [field.name for field in fields(self)]  # type: ignore[arg-type]
        pairs = [(getattr(self, name), getattr(others, name)) for name in names]
        return type(self)(*(a.and_(b) if isinstance(a, Rows) else np.concatenate((a, b)) for a, b in pairs))
