"""Static files: their paths contain one version of them all, so browsers cache each for a year.

A process reads each once: an upgrade starts the server anew, and so does whoever changes a file.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from flask import Flask, Response, current_app, request
from markupsafe import Markup

from webapp import __version__

HEADING_FONT = "base/fonts/fraunces-headings-5.3.0.woff2"
ADDRESS = "/static/<version>"
ONE_YEAR = 365 * 24 * 3600  # seconds


def init_app(app: Flask) -> None:
    """Serve the static files of `app` under their version (`ADDRESS`), and give templates their addresses."""
    app.view_functions["static"] = serve
    app.jinja_env.globals.update(asset=asset, heading_font=lambda: asset(HEADING_FONT), drawing=drawing)


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
