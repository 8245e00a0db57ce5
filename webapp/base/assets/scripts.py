"""Scripts: native modules below `static`, unbundled. A page loads only modules whose marks its HTML contains."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from flask import Flask, current_app

from webapp.base.assets.static_files import files

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
    """Give templates of `app` the functions that list a page's scripts and their imports."""
    app.jinja_env.globals.update(scripts=scripts, imported=imported, htmx=HTMX)


def scripts(content: str) -> tuple[str, ...]:
    """The modules that a page with this HTML loads."""
    return tuple(name for name, marks in SCRIPTS.items() if any(mark in content for mark in marks))


def imported(content: str) -> tuple[str, ...]:
    """The modules imported by those; listing them saves the browser a round trip for each level of imports."""
    return _imported(Path(str(current_app.static_folder)), scripts(content))


def every() -> list[str]:
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
