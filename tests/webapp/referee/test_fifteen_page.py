"""The page of the fifteen check, by itself and from a match."""

from io import BytesIO
from typing import Any

from flask import Flask
from sqlalchemy import select

from tests.fakes import FILM, FakeRecogniser
from tests.scoring.rounds import cards, rest_of
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.live_phone import Filming
from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.match.models import Match, Round

BAD = cards("10D 9D 8D 7D 10C")


def check(visitor: Visitor) -> Page:
    return visitor.send(visitor.get("/referee/?game=escoba"), "/referee/", button="fifteen")


def test_the_last_cards_alone(anna: Visitor) -> None:
    page = check(anna)
    ruling = anna.send(page, page.path, button="ask", rest=["10D", "10C", "4C"])
    assert "Something is wrong: 24 cannot be left over." in ruling.words
    assert "24 cannot be left 10 25" in ruling.words
    ruling = anna.send(page, page.path, button="ask", rest=["10D", "10C", "5C"])
    assert "25 may be left" in ruling.words
    assert "It adds up: 25 may be left over." in ruling.words
    assert "never that all was right" in ruling.words


def test_the_second_pile_is_named_and_the_card_that_would_explain_it(anna: Visitor) -> None:
    page = check(anna)
    ruling = anna.send(page, page.path, button="ask", pile_0=rest_of(BAD), pile_1=BAD, last="pile_0")
    assert "The captures make 44, not a multiple of 15: 14 too many, or 1 too few." in ruling.words
    assert "the ace of coins" in ruling.words


def test_one_pile_and_who_captured_last_is_enough(anna: Visitor) -> None:
    page = check(anna)
    ruling = anna.send(page, page.path, button="ask", pile_1=BAD, last="pile_0")
    assert "In the pile of B: a wrong capture" in ruling.words


def test_a_card_in_two_piles_is_refused_with_its_name(anna: Visitor) -> None:
    page = check(anna)
    refused = anna.send(page, page.path, button="ask", status=422, pile_0=["7D"], pile_1=["7D"])
    assert "In the piles of A and B at once: seven of coins." in refused.words


def test_a_match_of_fifteens_has_it_and_another_has_not(anna: Visitor, board: Page) -> None:
    assert "The fifteen check" not in anna.get(f"{board.path}referee/").words
    share = anna.send(anna.get("/new/escoba"), "/new/escoba", name_0="Anna", name_1="Bruno")
    escoba = anna.get(share.path)
    page = anna.send(anna.get(f"{escoba.path}referee/"), "/referee/", button="fifteen")
    assert "The pile of Bruno" in page.words
    assert "The pile of C" not in page.words


def test_a_table_in_the_middle_of_a_round_proves_nothing(anna: Visitor) -> None:
    page = check(anna)
    scene = {"rest": ["5D", "3C"], "pile_0": ["7D", "8C"], "pile_1": ["10S", "5S"]}
    ruling = anna.send(page, page.path, button="ask", **scene)
    assert "No mistake found: 34 cards are not entered." in ruling.words
    assert "If the round is over, somebody captured wrongly." in ruling.words
    assert "8 on the table" in ruling.words
    form = anna.get(page.path)
    ruling = anna.send(form, page.path, button="ask", **scene, over="y")
    assert "Something is wrong: 8 cannot be left over." in ruling.words


def escoba(visitor: Visitor) -> Page:
    share = visitor.send(visitor.get("/new/escoba"), "/new/escoba", name_0="Anna", name_1="Bruno")
    return visitor.get(share.path)


def put_of_round(visitor: Visitor, board: Page, number: str) -> Page:
    """The request of the button on a receipt."""
    address, fields = visitor.get(f"{board.path}referee/").form("/referee/")
    answer = visitor.client.post(address, data={**fields, "ask": "fifteen", "round": number})
    return visitor.get(answer.location) if answer.status_code == 303 else visitor._page(answer, answer.status_code)


def count(app: Flask, board: Page, entry: dict[str, Any]) -> None:
    with app.app_context(), database().writing() as session:
        match = session.scalars(select(Match)).one()
        session.add(Round(match_id=match.id, number=len(match.rounds) + 1, entry=entry, save_token=new_token()))


def test_the_check_of_a_round_is_filled_in_and_ruled_on_at_once(app: Flask, anna: Visitor) -> None:
    """A pile that was left out holds the rest of the deck; without scripts too."""
    board = escoba(anna)
    count(app, board, {"piles": {"Bruno": BAD}})
    ruling = put_of_round(anna, board, "1")
    assert ruling.path.endswith("/ruling")
    assert "Something is wrong. Perhaps an ace of Bruno’s lies with Anna." in ruling.words
    asked = anna.get(ruling.path.removesuffix("ruling"))
    form = asked.form(asked.path)[1]
    assert (sorted(form["pile_1"]), form["over"]) == (sorted(BAD), ["y"])


def test_who_took_the_last_cards_of_a_round_is_known(app: Flask, anna: Visitor) -> None:
    board = escoba(anna)
    rest = {"side": "Anna", "cards": ["10B"]}
    count(app, board, {"piles": {"Bruno": BAD}, "rest": rest})
    ruling = put_of_round(anna, board, "1")
    assert "Something is wrong. Perhaps an ace of Bruno’s lies with Anna." in ruling.words


def test_a_round_that_is_not_there_is_not_asked_about(app: Flask, anna: Visitor) -> None:
    board = escoba(anna)
    assert put_of_round(anna, board, "1").status == 404
    count(app, board, {"awards": {}})
    assert "Tap the last cards on the table" in put_of_round(anna, board, "1").words


def test_the_last_cards_and_the_piles_can_be_filmed_live(anna: Visitor, recogniser: FakeRecogniser) -> None:
    page, recogniser.cards = check(anna), ("10D", "9D")
    for place, heading in (("rest", "The last cards on the table"), ("pile_1", "B")):
        phone = Filming(anna, f"{page.path}places/{place}/live")
        assert f"{heading} Cards seen 0" in phone.page.words
        phone.send(1)
        assert 'data-code="9D"' in phone.send(2).text
        assert phone.send(2).status_code == 204  # sent twice
        seen = anna._page(phone.done(), 200)
        assert sorted(seen.form(page.path)[1][place]) == ["10D", "9D"]
    captures = anna.send(anna.get("/referee/?game=scopa"), "/referee/", button="captures")
    anna.get(f"{captures.path}places/table/live", status=404)


def test_a_pile_can_be_filmed_where_it_can_be_photographed(anna: Visitor, recogniser: FakeRecogniser) -> None:
    page, recogniser.cards = check(anna), ("10D", "9D", "?8D,8C")

    def film(page: Page, place: str, data: bytes, status: int = 200) -> Page:
        address, fields = page.form(f"places/{place}/film")
        sent = {"csrf_token": fields["csrf_token"][0], "film": (BytesIO(data), "pile.mp4")}
        answer = anna.client.post(address, data=sent, content_type="multipart/form-data", follow_redirects=True)
        return anna._page(answer, status)

    refused = film(page, "pile_0", b"GIF89a, and nothing that moves", 422)
    assert "This film cannot be read." in refused.words
    assert "Film it again" in refused.words
    seen = film(page, "pile_0", FILM)
    assert "3 cards seen: is that all of them?" in seen.words
    assert "In the order dealt." in seen.words
    captures = anna.send(anna.get("/referee/?game=scopa"), "/referee/", button="captures")
    assert "film" not in captures.text.partition("<main")[2].partition("</main")[0].lower()
    csrf = {"csrf_token": page.form("places/rest/film")[1]["csrf_token"][0], "film": (BytesIO(FILM), "pile.mp4")}
    other = anna.client.post(f"{captures.path}places/table/film", data=csrf, content_type="multipart/form-data")
    assert other.status_code == 404
