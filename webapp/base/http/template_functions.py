"""Functions and macros for every template: the version, tokens, QR codes, lists and dates in words, icons, fields."""

import datetime
from collections.abc import Callable

import segno
from flask import Flask, current_app, g
from markupsafe import Markup

from webapp import __version__
from webapp.base.language.i18n import gettext, lazy_gettext, listed
from webapp.base.storage.tokens import new_token

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


MACROS = ("base/icons.html", "base/parts.html")
"""Templates whose macros every other template may call without an import; each may call those before it."""


def init_app(app: Flask) -> None:
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    add_functions(app, new_token, qr, listed, short_date, poll_seconds)
    app.jinja_env.globals["app_version"] = __version__


def add_functions(app: Flask, *functions: Callable[..., object]) -> None:
    """Let templates of `app` call these functions by their names."""
    app.jinja_env.globals.update({each.__name__: each for each in functions})


def add_macros(app: Flask) -> None:
    """Let templates of `app` call the `MACROS`; they see only the functions added before."""
    for name in MACROS:
        macros = vars(app.jinja_env.get_template(name).module)
        app.jinja_env.globals.update({each: macro for each, macro in macros.items() if not each.startswith("_")})


def poll_seconds() -> int:
    """Seconds until this page polls again."""
    seconds: int = current_app.config["POLL_SECONDS" if g.get("plays") else "WATCH_SECONDS"]
    return seconds


def short_date(day: datetime.date) -> str:
    """A date in short form: "22 Nov 2026"."""
    return gettext("%(day)s %(month)s %(year)s", day=day.day, month=MONTHS[day.month - 1], year=day.year)


def qr(address: str) -> Markup:
    """The QR code of an address as inline SVG, dark on light in both themes."""
    code = segno.make(address, error="m")
    return Markup(code.svg_inline(scale=6, border=3, dark="#2c1a12", light="#fffaf0", omitsize=True))
