"""What a run does, as its processes tell each other."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

POLL_SECONDS = 1.0
"""Between two polls of a phone: `POLL_SECONDS` of the settings."""


@dataclass(frozen=True)
class Plan:
    """How many, how long, and where."""

    tables: int = 200
    phones: int = 4
    """At each table."""
    round_seconds: float = 30
    """Between two rounds of a table."""
    photographs: float = 0
    """A second, from tables of their own."""
    minutes: float = 5
    """That are measured, after all phones have come."""
    arrivals: float = 40
    """Phones that open their board in a second, before."""
    photo_tables: int = 60

    @property
    def seconds(self) -> float:
        """That are measured."""
        return self.minutes * 60


@dataclass
class Run:
    """A plan, the addresses that it goes to, and the play tokens of its tables."""

    plan: Plan
    address: str
    tables: list[str] = field(default_factory=list)
    photo_tables: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    """Files with photographs."""

    def write(self, path: Path) -> None:
        """Store it for the process of the phones."""
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> Run:
        """What `write` stored."""
        given = json.loads(path.read_text())
        return cls(**{**given, "plan": Plan(**given["plan"])})
