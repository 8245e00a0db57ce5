"""Every sentence of the code is there in every language, whole, and with the same gaps to fill."""

import re
from functools import cache
from pathlib import Path

import pytest

from tools import translations
from tools.translations import TRANSLATED, file_of, is_translated, sentences, texts, updated
from webapp.base.language.i18n import CATALOGUES, LANGUAGES, SOURCE_LANGUAGE, gettext, ngettext, use_language
from webapp.words.cards import CODE

GAP = re.compile(r"%\((\w+)\)[a-z]|%%")

catalogue = cache(translations.read)


def gaps(text: str) -> set[str]:
    """The placeholders of a sentence, such as `%(side)s`."""
    return {match.group(0) for match in GAP.finditer(text)}


def codes(text: str) -> set[str]:
    """The cards that a sentence names as the contract writes them."""
    return {*CODE.findall(text)}


def test_there_is_a_catalogue_for_every_language_and_no_other() -> None:
    assert {path.parts[-3] for path in CATALOGUES.glob("*/*/*.po")} == set(TRANSLATED)


def test_the_code_has_sentences() -> None:
    """The search itself works: the tests below would all pass on nothing."""
    assert len(sentences()) > 100
    places = {place for found in sentences().values() for place in found}
    assert {Path(place).suffix for place in places} == {".html", ".py"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_exactly_the_sentences_of_the_code(language: str) -> None:
    """`make translations` mends it: nothing missing, nothing left over, nothing guessed."""
    assert file_of(language).read_text("utf-8") == updated(language)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_is_translated(language: str) -> None:
    known = catalogue(language)
    found = {sentence: translations.entry(known, sentence) for sentence in sentences()}
    missing = [
        (sentence, sentences()[sentence])
        for sentence, message in found.items()
        if message is None or not is_translated(message)
    ]
    assert not missing


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_sentence_asked_for_in_english_is_answered_in_the_language(language: str) -> None:
    """Through the door that the application uses, plurals too."""
    with use_language(language):
        for sentence in sentences():
            if isinstance(sentence, str):
                message = translations.entry(catalogue(language), sentence)
                assert message is not None
                assert gettext(sentence) in texts(message)
            else:
                forms = texts(catalogue(language)[sentence[0]])
                others = {name: 9 for name in re.findall(r"%\((\w+)\)", sentence[1]) if name != "num"}
                answers = [ngettext(sentence[0], sentence[1], num, **others) for num in (1, 2)]
                assert answers == [form % {"num": num, **others} for form, num in zip(forms, (1, 2), strict=True)]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_the_same_gaps(language: str) -> None:
    """A missing `%(side)s` hides who is meant; an invented one is an error on the page."""
    wrong = []
    for message in catalogue(language):
        if not message.id:
            continue
        sources = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = gaps(sources[-1])
        for index, text in enumerate(filter(None, texts(message))):
            # A singular may say "one" in words where the plural counts.
            optional = gaps(sources[-1]) - gaps(sources[0]) | ({"%(num)d", "%(count)d"} if index == 0 else set())
            if not (gaps(text) <= wanted and wanted - optional <= gaps(text)):
                wrong.append((sources[0], text))
    assert not wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_adds_no_code_of_a_card(language: str) -> None:
    wrong = []
    for message in catalogue(language):
        known = {
            code for source in ([message.id] if isinstance(message.id, str) else message.id) for code in codes(source)
        }
        wrong += [text for text in texts(message) if not codes(text) <= known] if message.id else []
    assert not wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_begins_and_ends_like_its_sentence(language: str) -> None:
    """The full stop, the colon, the blank before a number: easily lost, and visible."""
    wrong = []
    for message in catalogue(language):
        if not message.id:
            continue
        source = message.id if isinstance(message.id, str) else message.id[-1]
        for text in filter(None, texts(message)):
            same_blanks = (text[0].isspace(), text[-1].isspace()) == (source[0].isspace(), source[-1].isspace())
            if not same_blanks or (source[-1] in ".:?!…") != (text[-1] in ".:?!…"):
                wrong.append((source, text))
    assert not wrong


def test_no_sentence_is_asked_for_with_and_without_a_plural() -> None:
    """A catalogue has one entry for both: "seven" of "sevens" would be the rank of a card as well."""
    assert not {sentence[0] for sentence in sentences() if isinstance(sentence, tuple)} & set(sentences())


LONGEST = 110  # characters of a sentence that is understood in two seconds; gaps count as they are written
NOT_ON_SCREENS = ("webapp/commands/", "webapp/base/storage/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_on_a_screen_is_long(language: str) -> None:
    known = catalogue(language)
    long = []
    for sentence, places in sentences().items():
        if all(place.startswith(NOT_ON_SCREENS) for place in places):
            continue
        entry = None if language == SOURCE_LANGUAGE else translations.entry(known, sentence)
        forms = texts(entry) if entry else [sentence] if isinstance(sentence, str) else sentence
        for text in forms:
            parts = re.split(r"(?<=[.?!]) ", text.rpartition("\x04")[2])
            long += [part for part in parts if len(part) > LONGEST]
    assert not long
