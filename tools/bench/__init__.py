"""Benchmarks: `make bench` runs `vision`; `ablation` and `entry` are run by name."""

from pathlib import Path


def peak() -> float:
    """Peak resident memory of this process in MB. `getrusage` is no use here: it includes the parent process."""
    status = Path("/proc/self/status").read_text("ascii", "replace")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024
