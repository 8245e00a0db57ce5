"""The peak memory of a process."""

from __future__ import annotations

import resource
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak() -> float:
    """The most memory that this process ever had, in MB.

    Where there is /proc, from there: what getrusage says includes what the process that started this one had.
    """
    if STATUS.exists():
        for line in STATUS.read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
