"""The languages: catalogues are read as they are, and the language is chosen where the sentence is made."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from webapp.base.language import i18n
from webapp.base.language.i18n import (
    current_language,
    gettext,
    lazy_gettext,
    listed,
    ngettext,
    quoted,
    shown,
    use_language,
)

ITALIAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "%(side)s wins."
msgstr "Vince %(side)s."

msgid "%(side)s made %(num)d sweep."
msgid_plural "%(side)s made %(num)d sweeps."
msgstr[0] "%(side)s ha fatto una scopa."
msgstr[1] "%(side)s ha fatto %(num)d scope."

msgid "seven"
msgid_plural "sevens"
msgstr[0] "sette"
msgstr[1] "i sette"

msgid "not yet translated"
msgstr ""
"""


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An Italian catalogue and no other."""
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "messages.po").write_text(ITALIAN, "utf-8")
    monkeypatch.setattr(i18n, "CATALOGUES", tmp_path)
    monkeypatch.setattr(i18n, "_default", None)
    i18n.catalogue.cache_clear()
    yield
    i18n.catalogue.cache_clear()


@pytest.mark.usefixtures("catalogues")
def test_a_sentence_in_its_language() -> None:
    assert gettext("%(side)s wins.", side="Anna") == "Anna wins."
    with use_language("it"):
        assert gettext("%(side)s wins.", side="Anna") == "Vince Anna."
        assert gettext("seven") == "sette"
        assert ngettext("%(side)s made %(num)d sweep.", "%(side)s made %(num)d sweeps.", 1, side="Anna") == (
            "Anna ha fatto una scopa."
        )
        assert ngettext("%(side)s made %(num)d sweep.", "%(side)s made %(num)d sweeps.", 3, side="Anna") == (
            "Anna ha fatto 3 scope."
        )
    assert gettext("%(side)s wins.", side="Anna") == "Anna wins."


@pytest.mark.usefixtures("catalogues")
def test_what_is_not_translated_stays_english() -> None:
    with use_language("it"):
        assert gettext("not yet translated") == "not yet translated"
        assert gettext("quite unknown") == "quite unknown"
    with use_language("de"):
        assert gettext("%(side)s wins.", side="Anna") == "Anna wins."


@pytest.mark.usefixtures("catalogues")
def test_a_lazy_sentence_follows_the_language() -> None:
    sentence = lazy_gettext("%(side)s wins.", side="Anna")
    assert str(sentence) == "Anna wins."
    with use_language("it"):
        assert str(sentence) == "Vince Anna."


@pytest.mark.usefixtures("catalogues")
def test_the_application_has_its_default_unless_a_language_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert current_language() == "en"
    monkeypatch.setattr(i18n, "_default", lambda: "it")
    assert gettext("%(side)s wins.", side="Anna") == "Vince Anna."
    with use_language("en"):
        assert gettext("%(side)s wins.", side="Anna") == "Anna wins."


def test_no_such_language() -> None:
    with pytest.raises(ValueError, match="tlh"), use_language("tlh"):
        pass


@pytest.mark.parametrize(
    ("language", "three"), [("en", "a, b and c"), ("it", "a, b e c"), ("de", "a, b und c"), ("es", "a, b y c")]
)
def test_lists_in_words(language: str, three: str) -> None:
    with use_language(language):
        assert listed(["a", "b", "c"]) == three
        assert listed(["a"]) == "a"
        assert listed([]) == ""


@pytest.mark.parametrize(
    ("language", "names", "text"),
    [
        ("es", ["Ana", "Inés"], "Ana e Inés"),
        ("es", ["Ana", "Hilda"], "Ana e Hilda"),
        ("es", ["agua", "hielo"], "agua y hielo"),
        ("it", ["Anna", "Bruno", "Elena"], "Anna, Bruno ed Elena"),
        ("it", ["Anna", "Ivo"], "Anna e Ivo"),
        ("de", ["Anna", "Emil"], "Anna und Emil"),
    ],
)
def test_and_before_its_own_vowel(language: str, names: list[str], text: str) -> None:
    """https://www.rae.es/dpd/y and https://accademiadellacrusca.it/it/consulenza/sulla-d-eufonica/62"""
    with use_language(language):
        assert listed(names) == text


def test_a_number_below_nothing_has_a_minus_sign_and_no_hyphen() -> None:
    assert (shown(-26), shown(0), shown(7)) == ("\N{MINUS SIGN}26", "0", "7")
    assert gettext("%(side)s with %(total)s", side="Anna", total=-3) == "Anna with \N{MINUS SIGN}3"
    assert ngettext("%(num)d point for %(side)s, %(total)s", "", 1, side="A", total=-3).endswith("\N{MINUS SIGN}3")


DAVID = "\u05d3\u05d5\u05d3"
MINA = "\u0645\u06cc\u0646\u0627"


def test_names_from_right_to_left_turn_nothing_beside_them() -> None:
    """A browser drew the number of points before such a name, and two such names the other way round."""
    david, mina = (f"\u2068{name}\u2069" for name in (DAVID, MINA))
    assert gettext("%(side)s: %(points)s", side=DAVID, points=4) == f"{david}: 4"
    assert lazy_gettext("%(side)s: %(points)s") % {"side": DAVID, "points": -4} == f"{david}: \N{MINUS SIGN}4"
    assert listed([MINA, "Anna", DAVID]) == f"\u2068{mina}, Anna\u2069 and \u2068{david}\u2069"
    assert gettext("%(side)s: %(points)s", side="Zoë", points=4) == "Zoë: 4"


@pytest.mark.parametrize(("language", "text"), [("en", "“7X”"), ("it", "«7X»"), ("de", "„7X“"), ("es", "«7X»")])
def test_quotation_marks_are_those_of_the_language(language: str, text: str) -> None:
    with use_language(language):
        assert quoted("7X") == text
