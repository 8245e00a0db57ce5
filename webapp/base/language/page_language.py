"""The language of a page: the one chosen on this device, else what the browser prefers, else English."""

from __future__ import annotations

from functools import lru_cache

from flask import Flask, request, session
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from webapp.base.language.i18n import LANGUAGES, SOURCE_LANGUAGE, catalogue, current_language, set_default

FOUND = "settebello.language"
"""Where a request keeps its language: every sentence of a page asks for it."""
NAMES = {"de": "Deutsch", "en": "English", "es": "Español", "it": "Italiano"}  # each in its own language


def language() -> str:
    """The language of the current request; English outside one."""
    try:
        environ = request.environ
    except RuntimeError:  # none is being answered
        return SOURCE_LANGUAGE
    found: str | None = environ.get(FOUND)
    if found is None:
        found = environ[FOUND] = _found()
    return found


def _found() -> str:
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return preferred(request.headers.get("Accept-Language", ""))


@lru_cache(maxsize=256)
def preferred(header: str) -> str:
    """What a browser prefers, by its `Accept-Language`."""
    return parse_accept_header(header, LanguageAccept).best_match(LANGUAGES) or SOURCE_LANGUAGE


def choose(code: str) -> None:
    """Remember a language for this device; a code that is none of `LANGUAGES` changes nothing."""
    if code in LANGUAGES:
        session.permanent = True
        session["language"] = code
        request.environ.pop(FOUND, None)


def init_app(app: Flask) -> None:
    """Let `app` and its templates speak the language of each request."""
    set_default(language)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    # Jinja fills in the values itself, escaped: the catalogue gives the sentence with its `%(name)s`.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: catalogue(current_language()).gettext(message),
        lambda one, many, number: catalogue(current_language()).ngettext(one, many, number),
        newstyle=True,
    )
    app.jinja_env.globals.update(language=language, languages=NAMES, _=_translated, gettext=_translated)


@pass_context
def _translated(context: Context, message: str, /, **values: object) -> str:
    """A sentence of a template, as Jinja's own function gives it: that one calls three others, on each of fifty."""
    text = catalogue(current_language()).gettext(message)
    if context.eval_ctx.autoescape:
        text = Markup(text)
    return text % values if values or "%" in text else text
