"""The languages: sentences are written in English and looked up in the catalogue of the current language.

A catalogue is `translations/<language>/LC_MESSAGES/messages.po`, read as it is: there is nothing to compile, and a
fresh clone just works. A sentence that is missing in it, and a language without one, stay English. A new language is
one folder there and one word in `LANGUAGES`.

The current language is what `use_language` says, else what the application says (`follow`), else English.

>>> gettext("%(side)s wins.", side="Anna")
'Anna wins.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import LazyProxy, NullTranslations, Translations

SOURCE_LANGUAGE = "en"
LANGUAGES = (SOURCE_LANGUAGE, "it", "de", "es")
CATALOGUES = Path(__file__).parent / "translations"

_said: ContextVar[str | None] = ContextVar("language", default=None)
_followed: Callable[[], str] | None = None


def follow(language: Callable[[], str]) -> None:
    """Ask `language` for the current language wherever `use_language` does not say it (that of a web request, say)."""
    global _followed
    _followed = language


def current_language() -> str:
    """Return the language that sentences are made in now."""
    return _said.get() or (_followed() if _followed else SOURCE_LANGUAGE)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Make sentences in `language`, one of `LANGUAGES`, for as long as the block lasts."""
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    token = _said.set(language)
    try:
        yield
    finally:
        _said.reset(token)


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the sentences of `language`; an empty catalogue where there is no file."""
    path = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
    if language == SOURCE_LANGUAGE or not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Translations(compiled)


def gettext(message: str, **values: Any) -> str:
    """Return `message` in the current language, its `%(name)s` filled in if there are any values."""
    known = catalogue(current_language())
    text = known.gettext(message)
    if text == message:
        # A word that also stands as a singular beside its plural ("seven", "sevens") is one entry with that plural;
        # older versions of the library look it up with its number only.
        text = known.ngettext(message, message, 1)
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, **values: Any) -> str:
    """Return the form of the sentence for `num` things, filled in; `%(num)d` is always there."""
    text = catalogue(current_language()).ngettext(singular, plural, num)
    return text % {"num": num, **values}


def lazy_gettext(message: str, **values: Any) -> LazyProxy:
    """Return a sentence that is looked up only when it is shown: for what is written before the language is known."""
    return LazyProxy(gettext, message, enable_cache=False, **values)


def listed(items: Iterable[object]) -> str:
    """Return the items as a list in words: "Anna, Bruno and Carla"."""
    # Plain "en" means American English, with a comma before the "and".
    locale = {"en": "en_GB"}.get(current_language(), current_language())
    return format_list([str(item) for item in items], locale=locale)
