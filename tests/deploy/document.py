"""The commands of docs/deploy.md."""

from __future__ import annotations

import re
from pathlib import Path

from webapp.base.running.config import SETTINGS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "deploy.md"
RUN = re.compile(r"^```sh run(?: ([a-z-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALL = "install"
"""What blocks are about that say nothing else."""


def blocks(about: str) -> list[str]:
    """The blocks that say they are run, about one thing, in their order."""
    return [text for name, text in RUN.findall(PAGE.read_text("utf-8")) if (name or INSTALL) == about]


def subjects() -> list[str]:
    """What the blocks are about."""
    return list(dict.fromkeys(name or INSTALL for name, _ in RUN.findall(PAGE.read_text("utf-8"))))


def settings_table() -> str:
    """The table of settings as it stands in the document: what the program declares."""
    rows = [f"| `{each.name}` | {written(each.default)} | {each.meaning} |" for each in SETTINGS]
    return "\n".join(["| setting | default | |", "|---|---|---|", *rows])


def written(default: object) -> str:
    """A default as somebody would write it into the file."""
    if default is None or default == ():
        return ""
    if isinstance(default, bool):
        return str(int(default))
    return ", ".join(map(str, default)) if isinstance(default, (tuple, list)) else str(default)
