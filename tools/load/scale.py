"""What a million tables would take, from what a run has measured: `python -m tools.load.scale load.json`.

For docs/scale.md: a table in Markdown, a column for each place that was measured. Where a figure is no measurement but
a guess, its line says so.
"""

from __future__ import annotations

import json
import sys
from math import ceil
from pathlib import Path
from typing import Any

TABLES = 1_000_000
ROUND_SECONDS = 300
"""Between two rounds of a real table; a run has one more often, to see what breaks."""
ROUNDS = 12
"""Of a match."""
USED = 0.6
"""So much of a core is planned for; the rest is for what nobody planned."""
CORES = 16
"""Of a machine."""
CORE_HOUR = 0.04
"""Euros, a guess: rented by the month."""
ROUND_BYTES = 1500
"""In the database with its indexes, a guess: an entry of 350 bytes, its form, its draft that is gone again."""


def computed(plan: dict[str, Any], found: dict[str, Any]) -> list[tuple[str, str]]:
    """The lines of one place: what was measured of a table, and what a million of them take."""
    tables = plan["tables"]

    def core(*names: str) -> float:
        """Cores that the processes of these names have used for a table."""
        used = [each["processor"] for name, each in found["processes"].items() if name.startswith(names)]
        return float(sum(sum(each) / len(each) for each in used) / 100 / tables)

    web, database = core("web"), core("postgresql")
    requests = sum(each["a second"] for name, each in found["requests"].items() if name != "empty answer of Flask")
    cores = TABLES * (web + database) / USED
    matches = TABLES * 3600 / (ROUND_SECONDS * ROUNDS)  # begun in an hour
    return [
        ("measured: tables", f"{tables}"),
        ("measured: answers a second and table", f"{requests / tables:.1f}"),
        ("measured: cores a thousand tables, web", f"{1000 * web:.2f}"),
        ("measured: cores a thousand tables, database", f"{1000 * database:.2f}" if database else "in the web process"),
        ("answers a second of a million tables", f"{TABLES * requests / tables:,.0f}"),
        (f"machines of {CORES} cores, web", f"{ceil(TABLES * web / USED / CORES):,}"),
        (f"machines of {CORES} cores, database", f"{ceil(TABLES * database / USED / CORES):,}" if database else "-"),
        (f"euros a thousand matches (a core-hour: {CORE_HOUR}, a guess)", f"{1000 * cores * CORE_HOUR / matches:.2f}"),
        ("GB stored an hour (a round is guessed at 1.5 kB)", f"{matches * ROUNDS * ROUND_BYTES / 1e9:,.0f}"),
    ]


def main() -> None:
    """Print the table."""
    given = json.loads(Path(sys.argv[1]).read_text())
    columns = {name: computed(given["plan"], found) for name, found in given["places"].items()}
    print(f"| | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    for lines in zip(*columns.values(), strict=True):
        print(f"| {lines[0][0]} | {' | '.join(value for _, value in lines)} |")


if __name__ == "__main__":
    main()
