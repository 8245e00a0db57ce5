"""Translation: sentences are written in English and looked up in the catalogue of the current language.

A catalogue is `translations/<language>/LC_MESSAGES/messages.po`, read as it is: there is nothing to compile. A sentence
that is missing there stays English. A new language is one folder there, one code in `LANGUAGES`, and its own name in
`webapp.base.page_language.NAMES`.

The current language is that of `use_language`, else the default of the application (`set_default`: the language of the
page), else English. No Flask here: the command line speaks all languages too.

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

_chosen: ContextVar[str | None] = ContextVar("language", default=None)
_default: Callable[[], str] | None = None


def set_default(language: Callable[[], str]) -> None:
    """Call `language` for the current language outside `use_language`: that of a web request, for example."""
    global _default
    _default = language


def current_language() -> str:
    """The code of the language that sentences are made in now."""
    return _chosen.get() or (_default() if _default else SOURCE_LANGUAGE)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Make sentences in `language` within the block; raises `ValueError` where it is none of `LANGUAGES`."""
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    token = _chosen.set(language)
    try:
        yield
    finally:
        _chosen.reset(token)


@cache
def catalogue(language: str) -> NullTranslations:
    """The translations into a language; an empty catalogue where there is no file."""
    path = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
    if language == SOURCE_LANGUAGE or not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Translations(compiled)


def gettext(message: str, **values: Any) -> str:
    """A sentence in the current language; with `values` its `%(name)s` are filled in."""
    known = catalogue(current_language())
    text = known.gettext(message)
    if text == message:
        # A catalogue has one entry for a word and the same word with a plural ("seven", "sevens"); older versions of
        # Babel find that by its number only.
        text = known.ngettext(message, message, 1)
    return text % values if values else text


def ngettext(singular: str, plural: str, num: int, **values: Any) -> str:
    """A sentence in its form for `num` things, with `num` and `values` filled in."""
    text = catalogue(current_language()).ngettext(singular, plural, num)
    return text % {"num": num, **values}


def lazy_gettext(message: str, **values: Any) -> LazyProxy:
    """A sentence that is translated whenever it is shown: for constants, which exist before the language is known."""
    return LazyProxy(gettext, message, enable_cache=False, **values)


def listed(items: Iterable[object]) -> str:
    """The items as a list in words, such as "Anna, Bruno and Carla"."""
    # Plain "en" means American English, with a comma before the "and".
    locale = {"en": "en_GB"}.get(current_language(), current_language())
    return format_list([str(item) for item in items], locale=locale)
