"""docs/glossary.md: one word a thing in every language, and the words that are not used stay out of the sentences."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tools import translations
from webapp.base.language.i18n import LANGUAGES, SOURCE_LANGUAGE

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"
HEADINGS = {"English": "en", "Italiano": "it", "Deutsch": "de", "Español": "es"}
COLUMNS = ["thing", "word", "not", "why"]


class Unused(NamedTuple):
    """A word that is not used, and the words that only look like it."""

    word: str
    allowed: tuple[str, ...]

    def found_in(self, sentence: str) -> str | None:
        """The first place of the word in `sentence`; None if it does not occur."""
        places = (found[0] for found in _pattern(self.word).finditer(sentence))
        meant = (place for place in places if not any(_pattern(but).fullmatch(place) for but in self.allowed))
        return next(meant, None)


@cache
def _pattern(word: str) -> re.Pattern[str]:
    """The pattern of a glossary entry: `word`, a beginning `word…`, an end `…word`. Capitals are significant."""
    start, end = r"\w+" if word.startswith("…") else r"\b", r"\w*" if word.endswith("…") else r"(?!\w)"
    if not word.strip("…")[-1].isalnum():
        end = ""
    case = re.NOFLAG if word.strip("…")[0].isupper() else re.IGNORECASE
    return re.compile(start + re.escape(word.strip("…")) + end, case)


def rows(language: str) -> Iterator[dict[str, str]]:
    """The rows of the table of a language."""
    heading = next(name for name, code in HEADINGS.items() if code == language)
    section = GLOSSARY.read_text("utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    head, _, *lines = [
        [cell.strip() for cell in line.strip("|\n").split("|")] for line in section.splitlines() if line.startswith("|")
    ]
    assert head == COLUMNS
    for line in lines:
        yield dict(zip(COLUMNS, line, strict=True))


@cache
def unused(language: str) -> list[Unused]:
    """The words of the third column."""
    found: list[Unused] = []
    for row in rows(language):
        for word, but in re.findall(r"`([^`]+)`((?: but `[^`]+`(?: and `[^`]+`)*)?)(?:, |$)", row["not"]):
            found.append(Unused(word, tuple(re.findall("`([^`]+)`", but))))
    return found


def sentences(language: str) -> Iterator[str]:
    """Every sentence that players of the language read."""
    if language == SOURCE_LANGUAGE:
        for sentence in translations.sentences():
            yield from [sentence] if isinstance(sentence, str) else sentence
    else:
        for message in translations.read(language):
            if message.id:
                yield from translations.texts(message)


def test_every_language_has_its_table_and_every_thing_its_word() -> None:
    assert set(HEADINGS.values()) == set(LANGUAGES)
    for language in LANGUAGES:
        table = list(rows(language))
        assert len(table) > 25
        assert [row for row in table if not row["thing"] or not row["word"]] == []
        assert len(unused(language)) > 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_are_not_used_stay_out(language: str) -> None:
    wrong = {
        f"{place}: {sentence}"
        for sentence in sentences(language)
        for word in unused(language)
        if (place := word.found_in(sentence))
    }
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_that_are_used_are_not_among_those_that_are_not(language: str) -> None:
    wrong = [(row["word"], word) for row in rows(language) for word in unused(language) if word.found_in(row["word"])]
    assert not wrong


@pytest.mark.parametrize(
    ("language", "sentence", "place"),
    [
        ("es", "Hay que coger la carta.", "coger"),
        ("es", "Cogió dos cartas.", "Cogió"),
        ("es", "Podéis jugar.", "Podéis"),
        ("es", "Poneos de acuerdo.", "Poneos"),
        ("es", "Así se juega en este país, con seis cartas.", None),
        ("es", "Enseñar una baraja", "Enseñar"),
        ("it", "Punti della mano", "Punti della mano"),
        ("it", "Le carte in mano", None),
        ("de", "Meldung 1", "Meldung"),
        ("de", "Die meisten Siebenen: ein Punkt.", "Siebenen"),
        ("de", "Der Text schweigt.", "schweigt"),
        ("de", "Das Teleskop", None),
        ("en", "101 more are out", "more are out"),
        ("en", "Put these rules away", None),
        ("en", "This deck is put away.", "put away"),
    ],
)
def test_what_is_found(language: str, sentence: str, place: str | None) -> None:
    """The search itself works."""
    assert next(filter(None, (word.found_in(sentence) for word in unused(language))), None) == place
