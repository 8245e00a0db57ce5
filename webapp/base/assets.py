"""Static files: one style sheet, a page's scripts, and one version in all their addresses.

Browsers cache each file for a year. A process reads each file once, so it must be restarted after a change. There is no
build step. Style sheets are bundled, since one file loads faster than many small ones. Scripts are native modules; a
page loads only modules whose marks its HTML contains. List a new file in `STYLES` or `SCRIPTS`.
"""

import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache
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
"""The style sheets of every page, in the order of the cascade; those of games follow, each named `style.css`."""

BUNDLE = "bundle.css"
"""The file name of all style sheets in one; they use addresses relative to it.

It is the same in versions before 0.5, since hosts that are updated one by one serve each other's pages.
"""
_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)

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
    """Serve the static files of `app` under their version, and give templates their addresses."""
    app.view_functions["static"] = serve
    app.jinja_env.globals.update(asset=asset, drawing=drawing, scripts=scripts, imported=imported)
    app.jinja_env.globals.update(style_sheet=BUNDLE, heading_font=HEADING_FONT, htmx=HTMX)


def current_version() -> str:
    """The version of all static files of the current application."""
    return _version(_folder())


def _folder() -> Path:
    return Path(str(current_app.static_folder))


@cache
def _version(folder: Path) -> str:
    digest = hashlib.sha256(" ".join((__version__, *STYLES)).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a static file; raises `FileNotFoundError` if it does not exist."""
    return quote(request.script_root) + _below_root(_folder(), name)


@cache
def _below_root(folder: Path, name: str) -> str:
    """The address of a static file below the root of the application: looked for once, as a page has hundreds."""
    if name != BUNDLE and not (folder / name).is_file():
        raise FileNotFoundError(name)
    return f"{ADDRESS.replace('<version>', _version(folder))}/{name}"


def serve(version: str, filename: str) -> Response:
    """Serve the current content of a static file; browsers cache it for a year if `version` is the current one."""
    is_current = version == current_version()
    if filename == BUNDLE:
        answer = Response(_bundle(_folder()), mimetype="text/css")
    else:
        answer = current_app.send_static_file(filename)
    answer.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable" if is_current else "no-cache"
    return answer


@cache
def _bundle(folder: Path) -> str:
    """The style sheets in one, without comments."""
    return _COMMENT.sub("", "\n".join(sheet.read_text("utf-8") for sheet in style_sheets(folder)))


def style_sheets(folder: Path) -> list[Path]:
    """The style sheets of every page, and those of games."""
    return [*(folder / name for name in STYLES), *sorted(folder.glob("*/style.css"))]


@cache
def _inline(path: Path) -> str:
    return path.read_text("utf-8").replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)


def drawing(name: str, of_class: str = "") -> Markup:
    """A drawing below `static` as inline SVG, which needs no request and is hidden from screen readers.

    For drawings that a page shows once: compressed they are a few hundred bytes each.
    """
    text = _inline(_folder() / name)
    return Markup(text.replace("<svg ", f'<svg class="{of_class}" ', 1) if of_class else text)


def scripts(content: str) -> tuple[str, ...]:
    """The modules that a page with this HTML loads."""
    return tuple(name for name, marks in SCRIPTS.items() if any(mark in content for mark in marks))


def imported(names: Iterable[str]) -> list[str]:
    """The modules that these import; imports are one level deep. A page that lists them saves a round trip."""
    return sorted({other for name in names for other in _imports(_folder() / name)}.difference(names))


@cache
def _imports(script: Path) -> list[str]:
    paths = _IMPORT.findall(script.read_text("utf-8"))
    return [os.path.relpath(script.parent / path, script.parents[1]) for path in paths]


def all_scripts() -> list[str]:
    """htmx and all modules."""
    names = sorted(f"{path.parent.name}/{path.name}" for path in _folder().glob("*/*.js"))
    return [HTMX, *(name for name in names if name != WORKER)]
