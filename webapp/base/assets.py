"""Functions for every template: addresses of static files, the version, tokens, QR codes, lists and dates in words."""

from __future__ import annotations

import datetime
import hashlib
from functools import cache
from pathlib import Path
from threading import Lock

import segno
from cachetools import TTLCache, cached
from flask import Flask, current_app, g, request, url_for
from markupsafe import Markup

from webapp import __version__
from webapp.base.i18n import gettext, lazy_gettext, listed
from webapp.base.tokens import new_token

HEADING_FONT = "base/fonts/fraunces-headings-5.3.0.woff2"
ONE_YEAR = 365 * 24 * 3600  # seconds
SEEN_SECONDS = 1
"""So long no page looks anew whether a static file has changed: a page names dozens of them."""
MONTHS = (
    lazy_gettext("January"),
    lazy_gettext("February"),
    lazy_gettext("March"),
    lazy_gettext("April"),
    lazy_gettext("May"),
    lazy_gettext("June"),
    lazy_gettext("July"),
    lazy_gettext("August"),
    lazy_gettext("September"),
    lazy_gettext("October"),
    lazy_gettext("November"),
    lazy_gettext("December"),
)


def init_app(app: Flask) -> None:
    """Add the functions to the templates of `app`, and let browsers keep static files."""
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = ONE_YEAR
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=asset,
        heading_font=lambda: asset(HEADING_FONT),
        drawing=drawing,
        app_version=__version__,
        new_token=new_token,
        qr=qr,
        listed=listed,
        short_date=short_date,
        poll_seconds=lambda: current_app.config["POLL_SECONDS" if g.get("plays") else "WATCH_SECONDS"],
    )


@cache
def _digest(path: Path, _changed: float) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a static file, with a digest of its content: browsers may keep the file for a year."""
    return _address(str(current_app.static_folder), request.script_root, name)


@cached(TTLCache(1000, SEEN_SECONDS), lock=Lock())
def _address(folder: str, _root: str, name: str) -> str:
    path = Path(folder) / name
    return url_for("static", filename=name, v=_digest(path, path.stat().st_mtime))


@cache
def _inline(path: Path, _changed: float) -> str:
    return path.read_text("utf-8").replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)


def drawing(name: str, of_class: str = "") -> Markup:
    """A drawing of ours, below `static`, as a part of the page: no request, and no words for a screen reader.

    For a few drawings that a page shows once: packed they are a few hundred bytes each.
    """
    path = Path(str(current_app.static_folder)) / name
    text = _inline(path, path.stat().st_mtime)
    return Markup(text.replace("<svg ", f'<svg class="{of_class}" ', 1) if of_class else text)


def short_date(day: datetime.date) -> str:
    """A day in few letters: "22 Nov 2026"."""
    return gettext("%(day)s %(month)s %(year)s", day=day.day, month=MONTHS[day.month - 1], year=day.year)


def qr(address: str) -> Markup:
    """The QR code of an address as inline SVG, dark on light in both themes."""
    code = segno.make(address, error="m")
    return Markup(code.svg_inline(scale=6, border=3, dark="#2c1a12", light="#fffaf0", omitsize=True))
