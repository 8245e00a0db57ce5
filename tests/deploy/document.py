"""The commands of docs/deploy.md."""

import re
from pathlib import Path

from webapp.base.running.config import SETTINGS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "deploy.md"
RUN = re.compile(r"^```sh run(?: ([a-z-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INSTALL = "install"
"""The subject of blocks that name none."""


def blocks(about: str) -> list[str]:
    """The blocks marked as run, for one subject, in their order."""
    return [text for name, text in RUN.findall(PAGE.read_text("utf-8")) if (name or INSTALL) == about]


def subjects() -> list[str]:
    """The subjects of the blocks."""
    return list(dict.fromkeys(name or INSTALL for name, _ in RUN.findall(PAGE.read_text("utf-8"))))


def settings_table() -> str:
    """The table of settings in the document's format, from the program's declarations."""
    rows = [f"| `{each.name}` | {written(each.default)} | {each.meaning} |" for each in SETTINGS]
    return "\n".join(["| setting | default | |", "|---|---|---|", *rows])


def written(default: object) -> str:
    """A default as a person would write it in the file."""
    if default is None or default == ():
        return ""
    if isinstance(default, bool):
        return str(int(default))
    return ", ".join(map(str, default)) if isinstance(default, (tuple, list)) else str(default)
