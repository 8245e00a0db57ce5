"""The commands of docs/deploy.md."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "deploy.md"
BLOCK = re.compile(r"^```sh(?: run(?: ([a-z-]+))?)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = re.compile(r"^```sh run(?: ([a-z-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALL = "install"
"""What blocks are about that say nothing else."""


def blocks(about: str) -> list[str]:
    """The blocks that say they are run, about one thing, in their order."""
    return [text for name, text in RUN.findall(PAGE.read_text("utf-8")) if (name or INSTALL) == about]


def subjects() -> list[str]:
    """What the blocks are about."""
    return list(dict.fromkeys(name or INSTALL for name, _ in RUN.findall(PAGE.read_text("utf-8"))))
