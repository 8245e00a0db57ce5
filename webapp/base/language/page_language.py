"""The language of a page: the one chosen on this device, otherwise the browser's preference, otherwise English."""

from functools import lru_cache

from flask import Flask, has_request_context, request, session
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from webapp.base.language.i18n import LANGUAGES, SOURCE_LANGUAGE, catalogue, current_language, set_default

NAMES = {"de": "Deutsch", "en": "English", "es": "Español", "it": "Italiano"}  # each in its own language


def language() -> str:
    """The language of the current request; English outside one."""
    if not has_request_context():
        return SOURCE_LANGUAGE
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return preferred(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def preferred(header: str) -> str:
    """The best language for a browser's `Accept-Language`."""
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or SOURCE_LANGUAGE


def choose(code: str) -> None:
    """Remember a language for this device; codes not in `LANGUAGES` change nothing."""
    if code in LANGUAGES:
        session.permanent = True
        session["language"] = code


def init_app(app: Flask) -> None:
    """Make `app` and its templates use the language of each request."""
    set_default(language)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    # Jinja fills in and escapes the values itself, so the catalogue returns sentences with `%(name)s`.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: catalogue(current_language()).gettext(message),
        lambda one, many, number: catalogue(current_language()).ngettext(one, many, number),
        newstyle=True,
    )
    app.jinja_env.globals.update(language=language, languages=NAMES)
