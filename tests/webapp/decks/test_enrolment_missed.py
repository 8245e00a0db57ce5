"""A card that the photograph of an enrolment missed is added where a player shows it, with and without scripts."""

import numpy as np
import pytest
from flask import Flask

from scoring.cards import FRENCH, ITALIAN
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import rows
from tests.webapp.decks.enrolling import begin, confirm, photograph, suit_of
from tests.webapp.pages import Page, Visitor
from webapp.decks.models import EnrolmentPhoto
from webapp.photos.corners import middle

pytestmark = pytest.mark.slow
COINS = [card.code for card in ITALIAN.of_suit("D")]


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(576, 500))


@pytest.fixture
def short(anna: Visitor, app: Flask, recogniser: FakeRecogniser, picture: bytes) -> tuple[Page, tuple[float, float]]:
    """A photograph of coins on which one, the four, was missed, and where that lies."""
    page = begin(anna)
    recogniser.cards = COINS
    page = photograph(anna, page, picture)
    at = middle(rows(app, EnrolmentPhoto)[0].corners[3])
    page = anna.send(page, button="remove", ticked=["3"])
    recogniser.there = COINS[3]
    return page, at


def order(app: Flask) -> list[int]:
    """The cards of the one photograph, each as its place in the suit: the fake's direction of a card."""
    (photo,) = rows(app, EnrolmentPhoto)
    return [int(each.argmax()) for each in np.frombuffer(photo.embeddings, np.float32).reshape(-1, 128)]


def test_a_card_is_added_where_it_lies_without_scripts(
    app: Flask, anna: Visitor, short: tuple[Page, tuple[float, float]]
) -> None:
    page, (x, y) = short
    assert "I see 9 cards instead of 10." in page.words
    where = anna.get(page.link("A card is missing"))
    assert "Tap the middle of the card that was missed" in where.words
    assert "ticked in the list" not in where.words
    half = {"at.x": str(round(x / 2)), "at.y": str(round(y / 2))}  # shown half as wide as it is
    page = anna.send(where, "/missed", **half)
    assert "Added: four of coins." in page.words
    assert "Does every card have the right name?" in page.words
    assert order(app) == list(range(10))
    assert suit_of(confirm(anna, page)) == "C"


def test_with_scripts_the_page_changes_where_it_stands(
    app: Flask, anna: Visitor, short: tuple[Page, tuple[float, float]]
) -> None:
    page, (x, y) = short
    address, fields = page.form("/missed")
    fields |= {"x": [str(round(x))], "y": [str(round(y))]}
    answer = anna.client.post(address, data=fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Added: four of coins." in answer.text
    assert "<html" not in answer.text
    assert "Coins</h1>" in answer.text
    again = anna.client.post(address, data=fields, headers={"HX-Request": "true"})  # a second tap, or sent again
    assert again.status_code == 422
    assert "There is a frame there already" in again.text
    assert order(app) == list(range(10))


def test_what_was_added_is_taken_out_again_by_one_tap(
    app: Flask, anna: Visitor, short: tuple[Page, tuple[float, float]]
) -> None:
    page, (x, y) = short
    page = anna.send(page, "/missed", x=str(x), y=str(y))
    (photo,) = rows(app, EnrolmentPhoto)
    undo = page.form("photo/D", "remove")[1]
    assert undo["ticked"] == ["3"]
    assert undo["picture"] == [photo.token]
    for _ in range(2):  # a double tap takes no second card out
        assert "I see 9 cards" in anna.send(page, "photo/D", button="remove").words
    assert order(app) == [0, 1, 2, 4, 5, 6, 7, 8, 9]


def test_a_card_whose_edges_are_not_seen_is_drawn_and_that_is_said(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, short: tuple[Page, tuple[float, float]]
) -> None:
    page, (x, y) = short
    recogniser.there = ""
    page = anna.send(page, "/missed", x=str(x), y=str(y))
    assert "I do not see its edges: the frame is where you tapped." in page.words
    assert middle(rows(app, EnrolmentPhoto)[0].corners[3]) == pytest.approx((x, y), abs=1)


def test_frames_lead_to_their_cards_and_one_that_is_none_can_go_before_the_missed_one_comes(
    anna: Visitor, short: tuple[Page, tuple[float, float]]
) -> None:
    page, _ = short
    links = list(page.root.iter("{http://www.w3.org/2000/svg}a"))
    assert [link.get("href") for link in links] == [f"#ticked-{place}" for place in range(9)]
    assert links[4].get("aria-label") == "Frame 5"
    assert "Is one of these not a card?" in page.words
    assert "I see 8 cards" in anna.send(page, button="remove", ticked=["8"]).words


@pytest.mark.parametrize("where", [{}, {"x": "nan", "y": "1"}, {"x": "9"}, {"at.x": "", "at.y": ""}])
def test_a_tap_that_is_nowhere_is_asked_for_again(
    app: Flask, anna: Visitor, short: tuple[Page, tuple[float, float]], where: dict[str, str]
) -> None:
    page = anna.send(short[0], "/missed", **{"x": None, "y": None, **where})
    assert "Where does the card lie?" in page.words
    assert len(order(app)) == 9


def test_a_page_of_an_older_photograph_adds_nothing(
    app: Flask, anna: Visitor, picture: bytes, short: tuple[Page, tuple[float, float]]
) -> None:
    page, (x, y) = short
    photograph(anna, page, picture)
    anna.send(page, "/missed", x=str(x), y=str(y))
    assert order(app) == list(range(10))  # of the new photograph, on which nothing was missed
    assert anna.client.get(page.path.removesuffix("/D") + "/C/missed").status_code == 303
    anna.send(page, "/missed", x=str(x), y=str(y), csrf_token=None, status=400)


def test_the_joker_that_was_missed_is_added_though_one_would_do(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    page = begin(anna, "Ramino", "french")
    recogniser.family, recogniser.cards, recogniser.there = FRENCH, ["JOKER"], "JOKER"
    page = photograph(anna, anna.get(page.path.rsplit("/", 1)[0] + "/JOKER"), picture)
    assert "Does every card have the right name?" in page.words
    page = anna.send(page, "/missed", x="570", y="30")
    assert "Added: joker." in page.words
    assert len(rows(app, EnrolmentPhoto)[0].corners) == 2
