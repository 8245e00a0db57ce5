"""The page shows a card as it is printed on the player's own deck.

Source: the scans of the offered patterns, checked by eye (`webapp.decks.printed`).
"""

import pytest
from flask import Flask, g

from scoring.cards import DECKS, FRENCH, ITALIAN, TAROT, TAROT_PIEMONTESE
from tests.webapp.conftest import teach
from tests.webapp.pages import Page, Visitor
from webapp.base.language.i18n import LANGUAGES, use_language
from webapp.decks import menu
from webapp.decks.printed import printed, printed_on, printed_short

FIGURES = ITALIAN.cards[7:10]


@pytest.mark.parametrize(
    ("pattern", "borne"),
    [
        ("spagnole", ["10", "11", "12"]),
        ("triestine", ["11", "12", "13"]),
        ("french", ["J", "Q", "K"]),
        ("napoletane", ["knave", "horse", "king"]),
        ("trevisane", ["knave", "horse", "king"]),
        ("romagnole", ["knave", "horse", "king"]),
        ("italian", ["knave", "horse", "king"]),
        ("a deck that nobody knows", ["knave", "horse", "king"]),
    ],
)
def test_figures_of_the_forty_cards(pattern: str, borne: list[str]) -> None:
    assert [printed_on(card, pattern) for card in FIGURES] == borne


def test_only_french_cards_have_a_letter_for_the_ace() -> None:
    assert printed_on(ITALIAN.cards[0], "french") == "A"
    assert {printed_on(ITALIAN.cards[0], pattern) for pattern in menu.PATTERNS} == {"1"}


def test_letters_of_french_packs_and_of_the_tarots() -> None:
    assert [printed_on(card, "french") for card in FRENCH.cards[8:13]] == ["9", "10", "J", "Q", "K"]
    assert printed_on(FRENCH.parse("JOKER"), "french") == "★"
    for deck in (TAROT, TAROT_PIEMONTESE):
        assert [printed_on(card, deck.name) for card in deck.cards[9:14]] == ["10", "V", "C", "D", "R"]
        assert [printed_on(deck.parse(code), deck.name) for code in ("T21", "FOOL")] == ["21", "☆"]


def test_an_enrolled_french_pack_bears_letters_and_an_enrolled_italian_one_names(app: Flask) -> None:
    """The print of an enrolled deck is unknown: the family's usual print, else the names."""
    teach(app, "ours", "french", ("AS",))
    teach(app, "theirs", "italian", ("1D",))
    with app.test_request_context("/"):
        for g.pattern, borne in (("ours", ["J", "Q", "K"]), ("theirs", ["knave", "horse", "king"])):
            assert [printed(card) for card in FIGURES] == borne


@pytest.mark.parametrize(("language", "letters"), [("en", "JHK"), ("it", "FCR"), ("de", "BRK"), ("es", "SCR")])
def test_in_a_photograph_a_figure_without_a_number_is_one_letter(app: Flask, language: str, letters: str) -> None:
    with app.test_request_context("/"), use_language(language):
        g.pattern = "napoletane"
        assert "".join(map(printed_short, FIGURES)) == letters
        g.pattern = "spagnole"
        assert [printed_short(card) for card in FIGURES] == ["10", "11", "12"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_of_a_suit_are_told_apart_on_every_deck(language: str) -> None:
    with use_language(language):
        for family, offered in menu.OFFERED.items():
            for pattern in offered:
                deck = DECKS["french" if family == "french" else pattern if pattern == "piemontese" else family]
                for suit in {card.suit for card in deck.cards}:
                    shown = [printed_on(card, pattern) for card in deck.of_suit(suit)]
                    assert len(set(shown)) == len(shown)


def _ranks(page: Page) -> list[str]:
    faces = [element for element in page.root.iter("span") if element.get("class") == "cell-rank"]
    return [(face.text or "").strip() for face in faces][:10]


@pytest.mark.parametrize(
    ("deck", "borne"),
    [("spagnole", ["10", "11", "12"]), ("triestine", ["11", "12", "13"]), ("napoletane", ["fante", "cavallo", "re"])],
)
def test_the_grids_of_a_match_and_of_the_referee_show_it(anna: Visitor, deck: str, borne: list[str]) -> None:
    anna.send(anna.get("/"), "/language", button="it")
    form = anna.get("/new/scopa")
    share = anna.send(form, "/new/scopa", count="2", name_0="Anna", name_1="Bruno", deck=deck)
    board = share.path.removesuffix("share")
    entry = anna.get(f"{board}rounds/1/entry/")
    assert _ranks(anna.get(f"{board}rounds/1/entry/piles/0"))[7:] == borne, entry.path
    referee = anna.get(f"{board}referee/")
    question = anna.send(referee, "/referee/", button="captures")
    assert _ranks(question)[7:] == borne


def test_a_question_without_a_match_shows_the_deck_that_it_names(anna: Visitor) -> None:
    question = anna.send(anna.get("/referee/?game=escoba"), "/referee/", button="captures", game="escoba")
    assert _ranks(question)[7:] == ["10", "11", "12"]
    anna.send(question, question.path, button="ask", deck="triestine", table=["3C"], card="8D")
    assert _ranks(anna.get(question.path))[7:] == ["11", "12", "13"]
