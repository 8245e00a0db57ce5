"""Static files: one style sheet, the scripts of a page, and one version of them all in their paths.

Browsers cache each file for a year. A process reads each once: an upgrade starts the server anew, and so does whoever
changes a file. There is no build step. Style sheets are bundled, since one file loads faster than many small ones;
scripts are native modules, and a page loads only modules whose marks its HTML contains. Name a new file in `STYLES` or
`SCRIPTS`.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, current_app, request
from markupsafe import Markup

from webapp import __version__

HEADING_FONT = "base/fonts/fraunces-headings-5.3.0.woff2"
ADDRESS = "/static/<version>"
ONE_YEAR = 365 * 24 * 3600  # seconds

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

HTMX = "base/vendor/htmx-4.0.1.min.js"
"""Not a module: it defines a global name."""
WORKER = "base/worker.js"
"""The service worker; the browser fetches it itself (`webapp.offline.app_views`)."""
ON_BOARD, PANEL, NEWS = 'id="board"', 'id="next-round"', 'id="news"'
"""Marks of regions that are swapped while a page is open, and may later contain more than at first."""

SCRIPTS = {
    "base/focus.js": ("hx-",),
    "base/connection.js": ("",),
    "base/outbox.js": ("",),
    "base/events.js": ("",),
    "base/offline.js": ("",),
    "base/times.js": ("data-when",),
    "match/board.js": (ON_BOARD, NEWS, "data-whole-screen"),
    "entry/calls.js": ("data-call", PANEL, NEWS),
    "entry/entry.js": ("data-keep", "data-events", "data-outbox", "data-step", "data-question", "data-tab", PANEL),
    "entry/together.js": ("data-events", ON_BOARD, PANEL),
    "entry/grid.js": ("grid", "data-view", PANEL),
    "referee/slots.js": ("data-slots",),
    "photos/photo.js": ("data-photo", "live-link", "data-view", PANEL),
    "photos/picture.js": ("data-view", NEWS),
    "photos/live.js": ('id="live"',),
    "tables/share.js": ("data-copy", "data-send", ON_BOARD),
    "phone/forget.js": ("data-waits", "data-clear-phone"),
}
"""Module -> marks, in the order in which the modules listen. One mark in the page loads the module."""

_IMPORT = re.compile(r'^(?:import|\}) ?(?:[^"]*from )?"(\.[^"]+)";$', re.MULTILINE)


def init_app(app: Flask) -> None:
    """Serve the static files of `app` under their version, and let its templates name them."""
    app.extensions["bundled styles"] = list(STYLES)
    app.add_url_rule(f"{ADDRESS}/bundle.css", "bundle", bundle)
    app.view_functions["static"] = serve
    app.jinja_env.globals.update(
        asset=asset, heading_font=lambda: asset(HEADING_FONT), drawing=drawing, style_sheet=style_sheet
    )
    app.jinja_env.globals.update(scripts=scripts, imported=imported, htmx=HTMX)


@dataclass(frozen=True)
class Files:
    """The current static files: one version of them all, and their names."""

    version: str
    names: frozenset[str]


def files() -> Files:
    """The static files of the current application."""
    return _read(str(current_app.static_folder), *current_app.extensions["bundled styles"])


@cache
def _read(folder: str, *styles: str) -> Files:
    digest = hashlib.sha256(" ".join((__version__, *styles)).encode())
    names = sorted(str(Path(at, name).relative_to(folder)) for at, _, found in os.walk(folder) for name in found)
    for name in names:
        digest.update(f"{name} {hashlib.sha256(Path(folder, name).read_bytes()).hexdigest()}\n".encode())
    return Files(digest.hexdigest()[:12], frozenset(names))


def asset(name: str) -> str:
    """The address of a static file; raises `FileNotFoundError` if it does not exist."""
    if name not in files().names:
        raise FileNotFoundError(name)
    return address(name)


def address(name: str) -> str:
    """The address of `name` below the version of all static files."""
    return f"{quote(request.script_root)}{ADDRESS.replace('<version>', files().version)}/{name}"


def serve(version: str, filename: str) -> Response:
    """Serve the current content of a static file, whatever version is asked for."""
    return kept(current_app.send_static_file(filename), version)


def kept(answer: Response, version: str) -> Response:
    """Let browsers cache an answer for a year under the current version; under any other they must revalidate."""
    is_current = version == files().version
    answer.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable" if is_current else "no-cache"
    return answer


@cache
def _inline(path: Path) -> str:
    return path.read_text("utf-8").replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)


def drawing(name: str, of_class: str = "") -> Markup:
    """A drawing below `static` as inline SVG: no request, and nothing for a screen reader to read.

    For drawings that a page shows once: compressed they are a few hundred bytes each.
    """
    text = _inline(Path(str(current_app.static_folder)) / name)
    return Markup(text.replace("<svg ", f'<svg class="{of_class}" ', 1) if of_class else text)


def add_styles(app: Flask, names: Iterable[str]) -> None:
    """Append style sheets that not every installation has, such as those of games."""
    app.extensions["bundled styles"].extend(names)


def style_sheet() -> str:
    """The address of the style sheet, at the top of the static files, since the addresses in it are relative."""
    return address("bundle.css")


def bundle(version: str) -> Response:
    """Serve the style sheet."""
    made = _made(Path(str(current_app.static_folder)), *current_app.extensions["bundled styles"])
    return kept(Response(made, mimetype="text/css"), version)


@cache
def _made(folder: Path, *names: str) -> str:
    return "\n".join(style(name, (folder / name).read_text("utf-8")) for name in names)


def style(name: str, text: str) -> str:
    """A style sheet without comments and indentation; addresses in it become relative to `static`."""

    def moved(match: re.Match[str]) -> str:
        return f'url("{posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1]))}")'

    return _URL.sub(moved, _INDENT.sub("", _COMMENT.sub("", text))).strip()


def scripts(content: str) -> tuple[str, ...]:
    """The modules that a page with this HTML loads."""
    return tuple(name for name, marks in SCRIPTS.items() if any(mark in content for mark in marks))


def imported(names: tuple[str, ...]) -> tuple[str, ...]:
    """The other modules that these import; listing them saves the browser a round trip for each level of imports."""
    return _imported(Path(str(current_app.static_folder)), names)


def all_scripts() -> list[str]:
    """htmx and all modules."""
    return [
        HTMX,
        *sorted(name for name in files().names if name.endswith(".js") and name.count("/") == 1 and name != WORKER),
    ]


@lru_cache(100)
def _imported(folder: Path, names: tuple[str, ...]) -> tuple[str, ...]:
    found = list(names)
    for name in found:  # the list grows while it is iterated
        for path in _IMPORT.findall((folder / name).read_text("utf-8")):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if other not in found:
                found.append(other)
    return tuple(found[len(names) :])
