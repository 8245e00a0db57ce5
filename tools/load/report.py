"""Prints the figures of a run: a line for each kind of request and each process."""

from pathlib import Path
from typing import Any

from tools.load.watching import Watch

LAST_LINES = 12


def joined(phones: dict[str, Any], watch: Watch) -> dict[str, Any]:
    """Join the figures of the phones and of the watch into one JSON document."""
    processes = {
        name: {
            "processor": [round(each.processor, 1) for each in seen],
            "memory": [round(each.memory, 1) for each in seen],
            "at": [round(each.at) for each in seen],
        }
        for name, seen in watch.seen.items()
    }
    return {**phones, "processes": processes}


def show(found: dict[str, Any]) -> None:
    """Print the report."""
    print(f"{'milliseconds':<26}{'count':>8}{'a second':>10}{'p50':>8}{'p95':>8}{'p99':>8}{'max':>9}{'errors':>8}")
    for name, each in found["requests"].items():
        times = "".join(f"{each[share] or 0:>8.0f}" for share in ("p50", "p95", "p99"))
        print(f"{name:<26}{each['count']:>8}{each['a second']:>10.1f}{times}{each['max']:>9.0f}{each['failures']:>8}")
    for line in (*found["errors"], *found["exceptions"]):
        print(f"  {line}")
    print(f"\n{'process':<12}{'% of a core':>12}{'most':>8}{'MB at first':>13}{'in the end':>12}{'most':>8}")
    for name, seen in found["processes"].items():
        used, memory = seen["processor"], seen["memory"]
        mean = sum(used) / len(used)
        print(f"{name:<12}{mean:>12.0f}{max(used):>8.0f}{memory[0]:>13.0f}{memory[-1]:>12.0f}{max(memory):>8.0f}")


def show_logs(found: dict[str, Any], folder: Path) -> None:
    """Print the last log lines of the servers if phones met errors."""
    if not (found["errors"] or found["exceptions"]):
        return
    for log in sorted(folder.glob("*.log")):
        lines = log.read_text("utf-8", "replace").splitlines()[-LAST_LINES:]
        print("\n".join((f"\n-- {log.name}", *lines)))
