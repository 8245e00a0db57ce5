"""Random nonsense: a little in every run, much by hand with `FUZZ=20000`.

The requests follow from a seed, `FUZZ_SEED` (default 0). The report of a fault names its request.
"""

import os
from random import Random

THOROUGH = int(os.environ.get("FUZZ", "0"))


def times(few: int) -> int:
    """The number of tries: `few` in the suite, `FUZZ` by hand."""
    return THOROUGH or few


def chance(kind: str) -> Random:
    """The random generator of one kind of fuzzing: the same in every run with the same seed."""
    return Random(f"{kind} {os.environ.get('FUZZ_SEED', '0')}")
