"""Reads a message catalogue (a gettext `.po` file) directly, fast enough to do so at every start.

Only the output of `make translations` is understood: comments, `msgid`, `msgid_plural`, `msgstr`, `msgstr[n]`, strings
over several lines, and `Plural-Forms` in the header. Fuzzy entries are skipped. A sentence with a context (`msgctxt`)
has the key `in_context`. The format: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import c2py

_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) )?"([^"\\]*(?:\\.[^"\\]*)*)"')
"""A keyword with a string, or a string that continues the one before."""
_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_PLURAL_FORMS = re.compile(r"^Plural-Forms:.*\bplural\s*=\s*([^;]+)", re.MULTILINE)

PluralForm = Callable[[int], int]
"""Number of things -> index of the plural form to use."""
Forms = tuple[str, ...]


def in_context(context: str, message: str) -> str:
    """The key of a sentence with a context, joined as in gettext."""
    return f"{context}\x04{message}"


class BrokenCatalogue(ValueError):
    """A line is not valid in a catalogue; the message quotes it."""


class Catalogue:
    """The sentences of one language; `forms` maps the English singular to the translation, one text a plural form."""

    def __init__(self, forms: Mapping[str, Forms] | None = None, plural: PluralForm = lambda number: number != 1):
        self._forms = forms or {}
        self._plural = plural

    def gettext(self, message: str) -> str:
        """The translation of `message`, in the form for one if it has plurals; untranslated, `message` itself."""
        forms = self._forms.get(message)
        if not forms:
            return message
        return forms[0] if len(forms) == 1 else forms[self._plural(1)]

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The translation for `number` things; without one, the English text."""
        forms, index = self._forms.get(singular, ()), int(self._plural(number))
        if index < len(forms):
            return forms[index]
        return singular if number == 1 else plural


def parsed(text: str) -> Catalogue:
    """Parse a catalogue; raises `BrokenCatalogue`."""
    forms: dict[str, Forms] = {}
    plural: PluralForm | None = None
    for entry in _entries(text):
        message, many = entry.get("msgid"), entry.get("msgid_plural")
        if message is None:
            raise BrokenCatalogue(f"a translation without its sentence: {entry}")
        found = tuple(part for name, part in entry.items() if name.startswith("msgstr"))
        if message == "":
            header = _PLURAL_FORMS.search("".join(found))
            plural = c2py(header.group(1).strip()) if header else None
        elif any(found):
            english = (message, many or message)
            key = in_context(entry["msgctxt"], message) if "msgctxt" in entry else message
            forms[key] = tuple(form or english[min(index, 1)] for index, form in enumerate(found))
    return Catalogue(forms, plural) if plural else Catalogue(forms)


def _entries(text: str) -> Iterator[dict[str, str]]:
    """Yield each entry as keyword -> string, in the order of the file, without fuzzy ones."""
    entry: dict[str, str] = {}
    keyword, fuzzy = "", False
    for number, line in enumerate((*text.splitlines(), ""), 1):  # the empty line ends the last entry
        found = _LINE.fullmatch(line)
        begins = found and (found[1] == "msgctxt" or (found[1] == "msgid" and entry.keys() != {"msgctxt"}))
        if begins or not line or line[0] == "#":  # the entry before has ended
            if entry and not fuzzy:
                yield entry
            if entry:
                entry, keyword, fuzzy = {}, "", False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            if not begins:
                continue
        if not found or not (found[1] or keyword):
            raise BrokenCatalogue(f"line {number} is none of a catalogue: {line}")
        keyword = found[1] or keyword
        entry[keyword] = entry.get(keyword, "") + _ESCAPED.sub(lambda each: _MEANT.get(each[1], each[0]), found[2])
