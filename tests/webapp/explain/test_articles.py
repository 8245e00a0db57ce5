"""The forms of words that only a context tells apart: articles by gender, names of sets, "u" before an o in Spanish.

Source: the grammars; one msgid has several translations here, and a merge of catalogues can make them one.
"""

import pytest

from scoring.cards import FRENCH, ITALIAN, TAROT
from webapp.base.language.i18n import any_of, use_language
from webapp.games.scala40.answers import SETS
from webapp.words.cards import the

CARDS = {
    "en": "the ace of coins, the knave of swords, the queen of hearts, the eight of hearts, the joker, trump 20",
    "it": "l’asso di denari, il fante di spade, la donna di cuori, l’otto di cuori, il jolly, il trionfo 20",
    "de": "das Münzen-Ass, der Schwert-Bube, die Herz-Dame, die Herz-Acht, der Joker, Trumpf 20",
    "es": "el as de oros, la sota de espadas, la reina de corazones, el ocho de corazones, el comodín, el triunfo 20",
}


@pytest.mark.parametrize("language", CARDS)
def test_a_card_has_the_article_of_its_gender(language: str) -> None:
    cards = [*map(ITALIAN.parse, ("1D", "8S")), *map(FRENCH.parse, ("QH", "8H", "JOKER")), TAROT.parse("T20")]
    with use_language(language):
        assert ", ".join(map(the, cards)) == CARDS[language]


@pytest.mark.parametrize(
    ("language", "sets"),
    [("en", ["set", "set"]), ("it", ["tris", "poker"]), ("de", ["Satz", "Satz"]), ("es", ["trío", "póquer"])],
)
def test_sets_of_three_and_of_four_have_their_words(language: str, sets: list[str]) -> None:
    with use_language(language):
        assert [str(SETS[cards]) for cards in (3, 4)] == sets


def test_spanish_says_u_before_an_o() -> None:
    with use_language("es"):
        assert any_of(("siete", "ocho")) == "siete u ocho"
        assert any_of(("ocho", "siete")) == "ocho o siete"
