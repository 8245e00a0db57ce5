"""`python -m tools.translations`: collects the sentences of the code into the catalogues of all languages.

New sentences are added empty, sentences no longer in the code are dropped. There are no fuzzy entries. `babel.cfg` says
where sentences are looked for.
"""

import io
import sys
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from webapp.base.language.i18n import CATALOGUES, LANGUAGES, SOURCE_LANGUAGE, in_context

ROOT = Path(__file__).resolve().parent.parent
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE_LANGUAGE)
KEYWORDS = {
    "_": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "lazy_pgettext": ((1, "c"), 2),
    "won": (1, 2),
    "by_sides": (1, 2),
    "about_cards": (1, 2),
}

Sentence = str | tuple[str, ...]
"""A msgid, prefixed with its context (`in_context`) if it has one; (singular, plural) for plurals."""


@cache
def sentences() -> dict[Sentence, list[str]]:
    """Every sentence of the code in the order of the files, with the files that use it."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file, "babel.cfg")  # type: ignore[no-untyped-call]
    found: dict[Sentence, list[str]] = {}
    for file_name, _, message, _, context in sorted(
        extract_from_dir(ROOT, methods, options, KEYWORDS), key=lambda message: (message[0], message[1])
    ):
        sentence = in_context(context, message) if context and isinstance(message, str) else message
        places = found.setdefault(sentence, [])
        if file_name not in places:
            places.append(file_name)
    return found


def file_of(language: str) -> Path:
    """Path of a language's catalogue."""
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


def read(language: str) -> Catalog:
    """Read the catalogue of a language, empty where there is no file. Raises `PoFileError` for a broken one."""
    path = file_of(language)
    if not path.exists():
        return Catalog()
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def entry(known: Catalog, sentence: Sentence) -> Message | None:
    """Look up the entry of a sentence in a catalogue."""
    context, _, message = (sentence if isinstance(sentence, str) else sentence[0]).rpartition("\x04")
    return known.get(message, context or None)


def texts(message: Message) -> list[str]:
    """The forms of a translation: one, or one for each plural form of the language."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ("",))


def is_translated(message: Message) -> bool:
    """Whether every form is translated and the entry is not fuzzy."""
    return all(texts(message)) and not message.fuzzy


def updated(language: str) -> str:
    """The text of the catalogue file: exactly the sentences of the code, with their earlier translations."""
    old = read(language)
    new = Catalog(fuzzy=False)  # of no locale: one and many, while Babel 2.19 has a third form for millions
    for sentence, places in sentences().items():
        known = entry(old, sentence)
        same = known is not None and not known.fuzzy and isinstance(known.string, str) == isinstance(sentence, str)
        context, _, message = sentence.rpartition("\x04") if isinstance(sentence, str) else ("", "", sentence)
        places_of = [(place, 0) for place in places]
        new.add(message, known.string if known and same else None, places_of, context=context or None)
    text = io.BytesIO()
    write_po(text, new, width=120, omit_header=True)
    head = f"""# The sentences of Settebello in this language. `make translations` keeps the list; translate by hand.
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {new.plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
    return head + text.getvalue().decode("utf-8").lstrip()


def main() -> int:
    """Write every catalogue and print how many sentences wait for a translation."""
    for language in TRANSLATED:
        path = file_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(updated(language), "utf-8")
        waiting = sum(not is_translated(message) for message in read(language) if message.id)
        print(f"{language}: {len(sentences())} sentences, {waiting} to translate")
    return 0


if __name__ == "__main__":
    sys.exit(main())
