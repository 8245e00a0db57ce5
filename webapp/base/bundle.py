"""One style sheet and one script for every page: the source files below `static`, one after the other.

A page of fourteen small files waits for each of them: a bundle is one request, kept by browsers for a year under an
address with its digest. A new file is named in `STYLES` or `SCRIPTS`; nothing is built beforehand, and a changed file
is seen at the next request.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from cachetools import TTLCache, cached
from flask import Blueprint, Flask, Response, abort, current_app, request, url_for

from webapp.base.assets import ONE_YEAR, SEEN_SECONDS, asset

STYLES = (
    "base/base.css",
    "base/offline.css",
    "match/match.css",
    "match/board.css",
    "match/big.css",
    "entry/entry.css",
    "entry/grid.css",
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
    "base/forced-colours.css",
)
"""The style sheets of every page, in the order of the cascade; those of games follow (`add_styles`)."""

SCRIPTS = (
    "base/vendor/htmx-4.0.1.min.js",
    "base/focus.js",
    "base/connection.js",
    "base/outbox.js",
    "base/offline.js",
    "base/arrows.js",
    "base/times.js",
    "base/sound.js",
    "match/board.js",
    "entry/calls.js",
    "entry/queued.js",
    "entry/entry.js",
    "entry/together.js",
    "entry/grid.js",
    "referee/slots.js",
    "photos/smaller.js",
    "photos/photo.js",
    "photos/picture.js",
    "photos/live.js",
    "tables/share.js",
    "phone/forget.js",
)
"""The scripts of every page: a module after those that it imports from. htmx is no module: its name is global."""

TYPES = {"css": "text/css", "js": "text/javascript"}

_REMARK = re.compile(r"^[ \t]*(//.*|/\*\*? (?:[^*]|\*(?!/))*\*/[ \t]*)$\n?", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENT = re.compile(r"^[ \t]+|[ \t]+$|\n(?=\s*\n)", re.MULTILINE)
_URL = re.compile(r'url\("(?!data:|/|#)([^")]+)"\)')
_IMPORT = re.compile(r'^import \{ ([^}]+?),? \} from "([^"]+)";$', re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{ ([\w, ]+) \};$", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|const|class)\*? (\w+))", re.MULTILINE)

bundles = Blueprint("bundle", __name__)


class NotBundled(Exception):
    """A module is written in a way that `as_scope` does not know; the message says which and how."""


@dataclass(frozen=True)
class Bundle:
    """The content of a bundle and the digest in its address."""

    content: bytes
    digest: str


def init_app(app: Flask) -> None:
    """Serve the bundles of `app`, and let its templates call `bundle("css")` and `bundle("js")` for their addresses."""
    app.extensions["bundled styles"] = list(STYLES)
    app.register_blueprint(bundles)
    app.jinja_env.globals.update(bundle=address)


def add_styles(app: Flask, names: Iterable[str]) -> None:
    """Append style sheets that not every installation has, such as those of games."""
    app.extensions["bundled styles"].extend(names)


def address(kind: str) -> str:
    """The address of the style sheet ("css") or the script ("js")."""
    return _address(kind, str(current_app.static_folder), request.script_root, *_names(kind))


@cached(TTLCache(100, SEEN_SECONDS), lock=Lock())
def _address(kind: str, _folder: str, _root: str, *_files: str) -> str:
    return url_for("bundle.serve", kind=kind, v=current(kind).digest)


@bundles.get("/bundle.<kind>")
def serve(kind: str) -> Response:
    """Serve a bundle. Only under the digest of its content it is kept for a year."""
    if kind not in TYPES:
        abort(404)
    found = current(kind)
    answer = Response(found.content, mimetype=TYPES[kind])
    if request.args.get("v") == found.digest:
        answer.cache_control.public = answer.cache_control.immutable = True
        answer.cache_control.max_age = ONE_YEAR
    else:
        answer.cache_control.no_cache = True
    return answer


def current(kind: str) -> Bundle:
    """The bundle as its files are now."""
    folder = Path(str(current_app.static_folder))
    return _made(kind, folder, tuple((name, (folder / name).stat().st_mtime_ns) for name in _names(kind)))


def _names(kind: str) -> Sequence[str]:
    """The files of a bundle."""
    return current_app.extensions["bundled styles"] if kind == "css" else SCRIPTS


@cache
def _made(kind: str, folder: Path, files: tuple[tuple[str, int], ...]) -> Bundle:
    one = style if kind == "css" else script
    opening = "" if kind == "css" else "const bundled = {};\n"
    text = opening + "\n".join(one(name, (folder / name).read_text("utf-8")) for name, _changed in files)
    content = text.encode()
    return Bundle(content, hashlib.sha256(content).hexdigest()[:12])


def style(name: str, text: str) -> str:
    """A style sheet without comments and indentation; addresses in it, relative to its file, hold from anywhere."""

    def absolute(match: re.Match[str]) -> str:
        return f'url("{asset(posixpath.normpath(posixpath.join(posixpath.dirname(name), match[1])))}")'

    return _URL.sub(absolute, _INDENT.sub("", _COMMENT.sub("", text))).strip()


def script(name: str, text: str) -> str:
    """A script as a part of the bundle: a module in a scope of its own, anything else as it is."""
    return f"{text.strip()};" if "/vendor/" in name else as_scope(name, text)


def as_scope(name: str, text: str) -> str:
    """A module as a function that is called at once; what it exports is found in `bundled` by its path.

    Comments that have their lines for themselves are left out.

    Known are `import { a, b } from "../other.js";` and `export` before a function, class or const or as a list, each
    at the beginning of a line. Raises `NotBundled` for anything else.
    """

    def imported(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(name), match[2]))
        if path not in SCRIPTS[: SCRIPTS.index(name) if name in SCRIPTS else None]:
            raise NotBundled(f"{name} imports {path}, which is not before it in SCRIPTS")
        return f'const {{ {match[1].replace(" as ", ": ")} }} = bundled["{path}"];'

    text = _REMARK.sub("", text)
    exported = [each.strip() for names in _EXPORT_LIST.findall(text) for each in names.split(",")]
    exported += [declared for _, declared in _EXPORT.findall(text)]
    text = _EXPORT.sub(r"\1", _EXPORT_LIST.sub("", _IMPORT.sub(imported, text)))
    if left := re.search(r"^(import|export)\b.*|\bimport\.meta\b|\bawait import\(", text, re.MULTILINE):
        raise NotBundled(f"{name}: the bundle knows no “{left[0]}”")
    kept = f'\nbundled["{name}"] = {{ {", ".join(exported)} }};' if exported else ""
    return f'(() => {{ "use strict";\n{text.strip()}{kept}\n}})();'
