"""The page of the fifteen check, by itself and from a match."""

from __future__ import annotations

from tests.scoring.rounds import cards, rest_of
from tests.webapp.pages import Page, Visitor

BAD = cards("10D 9D 8D 7D 10C")


def check(visitor: Visitor) -> Page:
    return visitor.send(visitor.get("/referee/?game=escoba"), "/referee/", button="fifteen")


def test_the_last_cards_alone(anna: Visitor) -> None:
    page = check(anna)
    ruling = anna.send(page, page.path, button="ask", rest=["10D", "10C", "4C"])
    assert "24 cannot be left" in ruling.words
    assert "Proven: something was wrong" in ruling.words
    ruling = anna.send(page, page.path, button="ask", rest=["10D", "10C", "5C"])
    assert "25 may be left" in ruling.words
    assert "Nothing is proven wrong" in ruling.words
    assert "never that all was right" in ruling.words


def test_the_second_pile_is_named_and_the_card_that_would_explain_it(anna: Visitor) -> None:
    page = check(anna)
    ruling = anna.send(page, page.path, button="ask", pile_0=rest_of(BAD), pile_1=BAD, last="pile_0")
    assert "is in the pile of B: the captures make 44, not a multiple of 15" in ruling.words
    assert "one card moved from the pile of A to the pile of B: ace of coins" in ruling.words


def test_one_pile_and_who_captured_last_is_enough(anna: Visitor) -> None:
    page = check(anna)
    ruling = anna.send(page, page.path, button="ask", pile_1=BAD, last="pile_0")
    assert "is in the pile of B" in ruling.words


def test_a_card_in_two_piles_is_refused_with_its_name(anna: Visitor) -> None:
    page = check(anna)
    refused = anna.send(page, page.path, button="ask", status=422, pile_0=["7D"], pile_1=["7D"])
    assert "In the piles of A and B at once: seven of coins." in refused.words


def test_a_match_of_fifteens_has_it_and_another_has_not(anna: Visitor, board: Page) -> None:
    assert "The fifteen check" not in anna.get(f"{board.path}referee/").words
    share = anna.send(anna.get("/new/escoba"), "/new/escoba", name_0="Anna", name_1="Bruno")
    escoba = anna.get(share.link("To the board"))
    page = anna.send(anna.get(f"{escoba.path}referee/"), "/referee/", button="fifteen")
    assert "The pile of Bruno" in page.words
    assert "The pile of C" not in page.words
