"""Which language a page is in: the one chosen on this device, else the browser's, else English."""

from __future__ import annotations

from flask import Flask, has_request_context, request, session

from webapp.base.i18n import LANGUAGES, catalogue, current_language, follow

NAMES = {"de": "Deutsch", "en": "English", "es": "Español", "it": "Italiano"}  # each in its own language


def language() -> str:
    """Return the language of the current request."""
    if not has_request_context():
        return "en"
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(LANGUAGES) or "en"


def choose(name: str) -> None:
    """Remember the language for this device; a name that is no language of ours changes nothing."""
    if name in LANGUAGES:
        session.permanent = True
        session["language"] = name


def init_app(app: Flask) -> None:
    """Let `app` speak the language of each request, in its templates too."""
    follow(language)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    # Jinja fills in the values itself, escaped; the catalogue gives the bare sentence.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda message: catalogue(current_language()).gettext(message),
        lambda one, many, number: catalogue(current_language()).ngettext(one, many, number),
        newstyle=True,
    )
    app.jinja_env.globals.update(language=language, languages=NAMES)
