"""The plan of a run, passed between its processes as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

POLL_SECONDS = 1.0
"""Seconds between two polls of a phone: `POLL_SECONDS` of the settings."""


@dataclass(frozen=True)
class Plan:
    """Size, duration and rates of a run."""

    tables: int = 200
    phones: int = 4
    """Phones at each table."""
    round_seconds: float = 30
    """Seconds between two rounds of a table."""
    photographs: float = 0
    """Photographs a second, from tables of their own."""
    minutes: float = 5
    """Measured minutes, after all phones have come."""
    arrivals: float = 40
    """Phones a second that open their board before measuring."""
    photo_tables: int = 60

    @property
    def seconds(self) -> float:
        """Measured seconds."""
        return self.minutes * 60


@dataclass
class Run:
    """A plan, the server's address, and the play tokens of the tables."""

    plan: Plan
    address: str
    tables: list[str] = field(default_factory=list)
    photo_tables: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    """Paths of the photograph files."""

    def write(self, path: Path) -> None:
        """Write the run to a file for the process of the phones."""
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> Run:
        """Read a run that `write` stored."""
        given = json.loads(path.read_text())
        return cls(**{**given, "plan": Plan(**given["plan"])})
