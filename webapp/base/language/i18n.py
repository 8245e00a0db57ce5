"""Translation: sentences are written in English and looked up in the catalogue of the current language.

A catalogue is `translations/<language>/LC_MESSAGES/messages.po`, read directly without compiling, fast enough to do so
at every start. Missing sentences stay English. CONTRIBUTING.md says how to add a language.

The current language is set by `use_language`, otherwise by the application (`set_default`: the language of the page),
otherwise English. The module does not use Flask, since the command line is translated too.

>>> gettext("%(side)s wins.", side="Anna")
'Anna wins.'
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from gettext import c2py
from pathlib import Path
from typing import Any

SOURCE_LANGUAGE = "en"
LANGUAGES = (SOURCE_LANGUAGE, "it", "de", "es")
CATALOGUES = Path(__file__).parent / "translations"

# "And" and "or" change before their own vowels: "Ana e Inés", "siete u ocho", but "leones y hienas"; "Anna ed Elena".
# https://www.rae.es/dpd/y, .../o, https://accademiadellacrusca.it/it/consulenza/sulla-d-eufonica/62
_SOUNDS_LIKE_AND = {"it": re.compile("[eèé]", re.IGNORECASE), "es": re.compile("h?[ií](?![aeoáéó])", re.IGNORECASE)}
_SOUNDS_LIKE_OR = {"es": re.compile("h?[oó]|8|11(?!\\d)", re.IGNORECASE)}

_chosen: ContextVar[str | None] = ContextVar("language", default=None)
_default: Callable[[], str] | None = None


def set_default(language: Callable[[], str]) -> None:
    """Set the function that returns the language outside `use_language`, such as the language of a web request."""
    global _default
    _default = language


def current_language() -> str:
    """The code of the language of sentences made now."""
    return _chosen.get() or (_default() if _default else SOURCE_LANGUAGE)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Make sentences in `language` within the block; raises `ValueError` if it is not in `LANGUAGES`."""
    if language not in LANGUAGES:
        raise ValueError(f"no such language: {language}")
    token = _chosen.set(language)
    try:
        yield
    finally:
        _chosen.reset(token)


@cache
def catalogue(language: str) -> Catalogue:
    """The translations into a language; an empty catalogue if there is no file."""
    path = CATALOGUES / language / "LC_MESSAGES" / "messages.po"
    if language == SOURCE_LANGUAGE or not path.exists():
        return Catalogue()
    return parsed(path.read_text("utf-8"))


def gettext(message: str, **values: Any) -> str:
    """A sentence in the current language, with its `%(name)s` filled in from `values`."""
    text = catalogue(current_language()).gettext(message)
    return text % _shown(values) if values else text


def pgettext(context: str, message: str, **values: Any) -> str:
    """A sentence whose translation depends on `context`: one English text, several in another language."""
    text = catalogue(current_language()).gettext(in_context(context, message)).rpartition("\x04")[2]
    return text % _shown(values) if values else text


def ngettext(singular: str, plural: str, num: int, **values: Any) -> str:
    """A sentence in its plural form for `num` things, with `num` and `values` filled in."""
    text = catalogue(current_language()).ngettext(singular, plural, num)
    return text % _shown({"num": num, **values})


def filled(text: object, values: Mapping[str, Any]) -> str:
    """A text with its placeholders filled, numbers as they are shown."""
    return str(text) % _shown(values)


def shown(number: int) -> str:
    """A number as text; negative ones with a minus sign (U+2212) instead of a hyphen."""
    return str(number) if number >= 0 else f"\N{MINUS SIGN}{-number}"


class _BelowNothing(int):
    """A negative number that `%(name)s` shows with a minus sign; otherwise an ordinary int."""

    def __str__(self) -> str:
        return shown(int(self))


def _shown(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sentence as they are filled in."""
    return {name: _shown_in_a_sentence(value) for name, value in values.items()}


def _shown_in_a_sentence(value: Any) -> Any:
    if isinstance(value, int) and value < 0:
        return _BelowNothing(value)
    return isolated(value) if type(value) is str else value


def isolated(text: str) -> str:
    """Isolate right-to-left text, which would otherwise reorder numbers and names beside it.

    https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
    """
    turns = not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}" if turns else text


class LazyProxy:
    """A sentence translated each time it is converted to text, into the current language."""

    def __init__(self, translated: Callable[[], str]) -> None:
        self._translated = translated

    def __str__(self) -> str:
        return self._translated()

    def __mod__(self, values: object) -> str:
        return str(self) % (_shown(values) if isinstance(values, Mapping) else values)

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, LazyProxy | str) else NotImplemented

    __hash__ = None  # type: ignore[assignment] # the hash would change with the language


def lazy_gettext(message: str, **values: Any) -> LazyProxy:
    """A sentence that is translated when shown: for constants, which are defined before the language is known."""
    return LazyProxy(partial(gettext, message, **values))


def lazy_pgettext(context: str, message: str, **values: Any) -> LazyProxy:
    """A lazy sentence whose translation depends on `context`."""
    return LazyProxy(partial(pgettext, context, message, **values))


def listed(items: Iterable[object]) -> str:
    """The items as a list in words: "Anna, Bruno and Carla"."""
    *others, last = [isolated(str(item)) for item in items] or [""]
    if not others:
        return last
    sounds_like_and = _SOUNDS_LIKE_AND.get(current_language())
    if sounds_like_and and sounds_like_and.match(last):
        # Languages without such a rule (English, German) never use this form and translate both alike.
        return gettext("%(others)s, and %(last)s", others=", ".join(others), last=last)
    return gettext("%(others)s and %(last)s", others=", ".join(others), last=last)


def sounds_like_or(text: str) -> bool:
    """Whether "or" takes its other form before `text`: "siete u ocho"."""
    pattern = _SOUNDS_LIKE_OR.get(current_language())
    return bool(pattern and pattern.match(text))


def any_of(items: Iterable[object]) -> str:
    """The items as alternatives: "ace, two or six"."""
    *others, last = [str(item) for item in items] or [""]
    if not others:
        return last
    if sounds_like_or(last):
        # Languages without this rule translate both alike.
        return pgettext("before its own vowel", "%(one)s or %(other)s", one=", ".join(others), other=last)
    return gettext("%(one)s or %(other)s", one=", ".join(others), other=last)


def quoted(text: object) -> str:
    """Text typed by a person, in the quotation marks of the language."""
    return gettext("“%(text)s”", text=text)


# Catalogues are as `make translations` writes them: an entry ends at an empty line, and none is marked as guessed.
# https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
_FIELD = re.compile(r'^(msg\w+(?:\[\d\])?) ((?:".*"\n?)+)', re.MULTILINE)
"""A keyword, and its strings in quotation marks, each on a line."""
_PLURAL_FORMS = re.compile(r"^Plural-Forms:.*\bplural\s*=\s*([^;]+)", re.MULTILINE)

PluralForm = Callable[[int], int]
"""Number of things -> index of the plural form to use."""
Forms = tuple[str, ...]


def in_context(context: str, message: str) -> str:
    """The key of a sentence with a context, joined as in gettext."""
    return f"{context}\x04{message}"


class Catalogue:
    """The sentences of one language; `forms` maps the English singular to the translation, one text a plural form."""

    def __init__(self, forms: Mapping[str, Forms] | None = None, plural: PluralForm = lambda number: number != 1):
        self._forms = forms or {}
        self._plural = plural

    def gettext(self, message: str) -> str:
        """The translation of `message`, in the singular if it has plurals; `message` itself if untranslated."""
        return self._forms.get(message, (message,))[0]

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The translation for `number` things; without one, the English text."""
        if singular in self._forms:
            return self._forms[singular][int(self._plural(number))]
        return singular if number == 1 else plural


def parsed(text: str) -> Catalogue:
    """Parse a catalogue; sentences with a form that is not translated are left out."""
    forms: dict[str, Forms] = {}
    for part in text.split("\n\n"):
        entry = {name: "".join(map(json.loads, strings.splitlines())) for name, strings in _FIELD.findall(part)}
        found = tuple(form for name, form in entry.items() if name.startswith("msgstr"))
        if found and all(found):
            message = entry.get("msgid", "")
            forms[in_context(entry["msgctxt"], message) if "msgctxt" in entry else message] = found
    header = _PLURAL_FORMS.search(forms.pop("", ("",))[0])
    return Catalogue(forms, c2py(header[1].strip())) if header else Catalogue(forms)
