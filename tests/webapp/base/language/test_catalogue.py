"""Catalogues are read by a small reader of our own: it must find what Babel finds."""

from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from tools.translations import TRANSLATED, file_of, read
from webapp.base.language.i18n import in_context, parsed

HEADER = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"\n'


@pytest.mark.parametrize("language", TRANSLATED)
def test_babel_reads_the_same(language: str) -> None:
    """Every sentence of every catalogue, in every number."""
    compiled = BytesIO()
    with file_of(language).open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    babels, ours = Translations(compiled), parsed(file_of(language).read_text("utf-8"))
    for message in read(language):
        if message.context:
            assert ours.gettext(in_context(message.context, message.id)) == babels.pgettext(message.context, message.id)
        elif isinstance(message.id, str):
            assert message.id == "" or ours.gettext(message.id) == babels.gettext(message.id)
        else:
            for number in range(4):
                assert ours.ngettext(*message.id, number) == babels.ngettext(*message.id, number)


def test_strings_over_several_lines_and_escapes() -> None:
    text = 'msgid ""\n"a \\"b\\"\\n"\n"c\\\\n"\nmsgstr "d\\t"\n"e"\n'
    assert parsed(text).gettext('a "b"\nc\\n') == "d\te"


def test_one_text_in_two_contexts() -> None:
    alone, compound = 'msgid "cups"\nmsgstr "Kelche"\n', 'msgctxt "card"\nmsgid "cups"\nmsgstr "Kelch"\n'
    catalogue = parsed("\n".join((alone, compound, 'msgid "king"\nmsgstr "König"\n')))
    assert [catalogue.gettext(key) for key in ("cups", in_context("card", "cups"), "king")] == [
        "Kelche",
        "Kelch",
        "König",
    ]


def test_as_many_plurals_as_a_language_has() -> None:
    text = HEADER + '\nmsgid "a cat"\nmsgid_plural "cats"\nmsgstr[0] "one"\nmsgstr[1] "few"\nmsgstr[2] "many"\n'
    catalogue = parsed(text)
    assert [catalogue.ngettext("a cat", "cats", number) for number in (1, 2, 5)] == ["one", "few", "many"]
    assert catalogue.gettext("a cat") == "one"


def test_a_sentence_that_is_not_translated_stays_english() -> None:
    catalogue = parsed('msgid "a cat"\nmsgid_plural "cats"\nmsgstr[0] "un gatto"\nmsgstr[1] ""\n')
    assert [catalogue.ngettext("a cat", "cats", number) for number in (1, 2)] == ["a cat", "cats"]
    assert [parsed("").ngettext("a cat", "cats", number) for number in (1, 2)] == ["a cat", "cats"]
