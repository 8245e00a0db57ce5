"""Scripts: native modules below `static`, loaded as they are. A page loads those that look for something it shows."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from pathlib import Path

from flask import Flask, current_app

from webapp.base.assets.static_files import files

HTMX = "base/vendor/htmx-4.0.1.min.js"
"""No module: its name is global."""
WORKER = "base/worker.js"
"""The service worker; the browser asks for it by itself (`webapp.offline.app_views`)."""
ON_BOARD, PANEL, NEWS = 'id="board"', 'id="next-round"', 'id="news"'
"""Marks of regions that are swapped while a page is open, and may then show more than at first."""

SCRIPTS = {
    "base/focus.js": ("hx-",),
    "base/connection.js": ("",),
    "base/outbox.js": ("",),
    "base/events.js": ("",),
    "base/offline.js": ("",),
    "base/times.js": ("data-when",),
    "match/board.js": (ON_BOARD, NEWS, "data-whole-screen"),
    "entry/calls.js": ("data-call", "data-outbox", PANEL, NEWS),
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
"""The modules in the order in which they listen, and the marks in a page of which one is enough to load the module."""

_IMPORT = re.compile(r'^(?:import|\}) ?(?:[^"]*from )?"(\.[^"]+)";$', re.MULTILINE)


def init_app(app: Flask) -> None:
    """Let templates of `app` ask for the scripts of what a page shows, and for what these import."""
    app.jinja_env.globals.update(scripts=scripts, imported=imported, htmx=HTMX)


def scripts(content: str) -> tuple[str, ...]:
    """Return the modules that a page with this HTML loads."""
    return tuple(name for name, marks in SCRIPTS.items() if any(mark in content for mark in marks))


def imported(content: str) -> tuple[str, ...]:
    """Return the other modules that those import, so that the browser need not read one to ask for the next."""
    return _imported(Path(str(current_app.static_folder)), files().version, scripts(content))


def every() -> list[str]:
    """Return htmx and all modules."""
    return [
        HTMX,
        *sorted(name for name in files().names if name.endswith(".js") and name.count("/") == 1 and name != WORKER),
    ]


@lru_cache(100)
def _imported(folder: Path, _version: str, names: tuple[str, ...]) -> tuple[str, ...]:
    found = list(names)
    for name in found:  # it grows
        for path in _IMPORT.findall((folder / name).read_text("utf-8")):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            if other not in found:
                found.append(other)
    return tuple(found[len(names) :])
