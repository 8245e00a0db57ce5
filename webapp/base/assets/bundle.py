"""Bundles the style sheets below `static` into one file for every page.

One file loads faster than many small ones. Name a new file in `STYLES`. There is no build step. Scripts
are not bundled: browsers load them as native modules (`scripts`).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app

from webapp.base.assets import static_files

STYLES = (
    "base/base.css",
    "base/offline.css",
    "match/match.css",
    "match/board.css",
    "match/big.css",
    "entry/entry.css",
    "entry/grid.css",
    "entry/groups.css",
    "photos/photo.css",
    "photos/live.css",
    "entry/judgement.css",
    "referee/referee.css",
    "referee/slots.css",
    "referee/fifteen.css",
    "match/start.css",
    "decks/enrolment.css",
    "tables/tables.css",
    "help/help.css",
    "base/wide.css",
    "base/forced-colours.css",
)
"""The style sheets of every page, in the order of the cascade; those of games follow (`add_styles`)."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENT = re.compile(r"^[ \t]+|[ \t]+$|\n(?=\s*\n)", re.MULTILINE)
_URL = re.compile(r'url\("(?!data:|/|#)([^")]+)"\)')

bundles = Blueprint("bundle", __name__)


def init_app(app: Flask) -> None:
    """Serve the style sheet of `app`, and let its templates call `style_sheet()` for its address."""
    app.extensions["bundled styles"] = list(STYLES)
    app.register_blueprint(bundles)
    app.jinja_env.globals.update(style_sheet=address)


def add_styles(app: Flask, names: Iterable[str]) -> None:
    """Append style sheets that not every installation has, such as those of games."""
    app.extensions["bundled styles"].extend(names)


def address() -> str:
    """The address of the style sheet, at the top of the static files, since the addresses in it are relative."""
    return static_files.address("bundle.css")


@bundles.get(f"{static_files.ADDRESS}/bundle.css")
def serve(version: str) -> Response:
    made = _made(Path(str(current_app.static_folder)), *current_app.extensions["bundled styles"])
    return static_files.kept(Response(made, mimetype="text/css"), version)


@cache
def _made(folder: Path, *names: str) -> str:
    return "\n".join(style(name, (folder / name).read_text("utf-8")) for name in names)


def style(name: str, text: str) -> str:
    """A style sheet without comments and indentation; addresses in it become relative to `static`."""

    def moved(match: re.Match[str]) -> str:
        return f'url("{posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1]))}")'

    return _URL.sub(moved, _INDENT.sub("", _COMMENT.sub("", text))).strip()
