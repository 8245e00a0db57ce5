"""Reads a catalogue of sentences (a gettext `.po` file) as it is written, fast enough to do so at every start.

Only what `make translations` writes is read: comments, `msgid`, `msgid_plural`, `msgstr`, `msgstr[n]`, strings over
several lines, the header's `Plural-Forms`. Entries marked fuzzy are passed over. A sentence with a context
(`msgctxt`) is kept under `in_context`. The format: https://www.gnu.org/software/gettext/manual/html_node/PO-Files.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from gettext import c2py

_ESCAPED = re.compile(r"\\(.)")
_MEANT = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_PLURAL_FORMS = re.compile(r"^Plural-Forms:.*\bplural\s*=\s*([^;]+)", re.MULTILINE)

PluralForm = Callable[[int], int]
"""Number of things -> index of the form of the sentence that is used for it."""
Forms = tuple[str, ...]


def in_context(context: str, message: str) -> str:
    """The key of a sentence that means something only in `context`, as gettext itself joins them."""
    return f"{context}\x04{message}"


class BrokenCatalogue(ValueError):
    """A line that is none of a catalogue; the text says which."""


class Catalogue:
    """The sentences of one language: `forms` is sentence (in the singular) -> its translation, a form a plural."""

    def __init__(self, forms: Mapping[str, Forms] | None = None, plural: PluralForm = lambda number: number != 1):
        self._forms = forms or {}
        self._plural = plural

    def gettext(self, message: str) -> str:
        """The translation of `message`; of a sentence with a plural the form for one; `message` where there is none."""
        forms = self._forms.get(message)
        if not forms:
            return message
        return forms[0] if len(forms) == 1 else forms[self._plural(1)]

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The form for `number` things; where there is none, the English one."""
        forms, index = self._forms.get(singular, ()), int(self._plural(number))
        if index < len(forms):
            return forms[index]
        return singular if number == 1 else plural


def parsed(text: str) -> Catalogue:
    """The catalogue written in `text`; raises `BrokenCatalogue`."""
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
    """Every entry as keyword -> string, in the order of the file; those marked fuzzy are left out."""
    entry: dict[str, str] = {}
    keyword, fuzzy = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith('"') and keyword:
            entry[keyword] += _string(line, number)
            continue
        if not line or line[0] == "#":
            # A comment or a blank line ends the entry before it, whether or not a blank line stands between them.
            if entry and not fuzzy:
                yield entry
            if entry:
                entry, keyword, fuzzy = {}, "", False
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        keyword, _, rest = line.partition(" ")
        if entry and (keyword == "msgctxt" or (keyword == "msgid" and entry.keys() != {"msgctxt"})):
            if not fuzzy:
                yield entry
            entry, fuzzy = {}, False
        if keyword not in ("msgctxt", "msgid", "msgid_plural", "msgstr") and not re.fullmatch(r"msgstr\[\d\]", keyword):
            raise BrokenCatalogue(f"line {number} is none of a catalogue: {line}")
        entry[keyword] = _string(rest, number)
    if entry and not fuzzy:
        yield entry


def _string(quoted: str, number: int) -> str:
    quoted = quoted.strip()
    if len(quoted) < 2 or quoted[0] != '"' or quoted[-1] != '"':
        raise BrokenCatalogue(f"line {number} has no string in quotes: {quoted}")
    inside = quoted[1:-1]
    return _ESCAPED.sub(lambda found: _MEANT.get(found[1], found[0]), inside) if "\\" in inside else inside
