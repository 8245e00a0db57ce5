"""Photographs: they propose, the player confirms, and no card that was seen is left out in silence."""

from io import BytesIO

import pytest
from flask import Flask

from scoring.cards import FRENCH
from tests.fakes import FakeRecogniser
from tests.photographs import compose, once_more
from tests.webapp.conftest import entry_of, rows, start
from tests.webapp.pages import Page, Visitor
from webapp.base.storage.tokens import new_token
from webapp.match.models import Round
from webapp.photos.models import Photo, Picture

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


def photograph(visitor: Visitor, page: Page, index: int, data: bytes, *, status: int = 200, **more: str) -> Page:
    """Send a photograph of the pile of the side `index`; `more` fields as the page's forms or scripts send them.

    From the board, which has no form for it, it is one of round 1.
    """
    path, fields = page.form(f"piles/{index}/photo" if "/rounds/" in page.path else "/language")
    if "/rounds/" not in page.path:
        path = f"{page.path}rounds/1/entry/piles/{index}/photo"
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "pile.jpg"), **more}
    answer = visitor.client.post(path, data=form, content_type="multipart/form-data", follow_redirects=True)
    return visitor._page(answer, status)


def test_a_photograph_proposes_and_the_player_confirms(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "6B?5B", "1C")
    pile = photograph(anna, entry_of(anna, board), 0, picture)
    assert recogniser.asked == ["napoletane"]
    assert "3 cards seen" in pile.words
    assert "Do the two pictures show the same card?" in pile.words
    _, fields = pile.form("piles/0", "done")
    assert fields["card"] == ["7D", "1C", "6B"]
    entry = anna.get(f"{board.path}rounds/1/entry/")
    assert "look at it" in entry.words
    entry = anna.send(entry, "entry/", button="rest/1")
    refused = anna.send(entry, "entry/", button="count", status=422)
    assert "come from a photograph" in refused.words
    assert not rows(app, Round)
    entry = anna.send(pile, "piles/0", button="done")
    assert anna.send(entry, "entry/", button="count").path.endswith("/rounds/1")


def test_a_card_that_is_seen_and_not_named_must_be_answered(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "?6B,5B")
    pile = photograph(anna, board, 0, picture)
    assert "A card here: which one?" in pile.words
    refused = anna.send(pile, "piles/0", button="done", status=422)
    assert "One card in the picture has no answer yet" in refused.words
    entry = anna.send(anna.get(f"{board.path}rounds/1/entry/"), "entry/", button="rest/1")
    assert "come from a photograph" in anna.send(entry, "entry/", button="count", status=422).words
    token = rows(app, Photo)[0].token
    entry = anna.send(refused, "piles/0", button="done", **{f"answer:{token}:1": "5B"})
    assert "2 cards 1 coin 1 seven" in entry.words


def test_an_answer_can_be_changed_dismissed_or_be_any_card(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("?6B,5B",)
    pile = photograph(anna, board, 0, picture)
    name = f"answer:{rows(app, Photo)[0].token}:0"
    for answer in ("6B", "5B"):
        anna.send(pile, "piles/0", button="done", **{name: answer})
        pile = anna.get(pile.path)
        assert pile.form("piles/0", "done")[1]["card"] == [answer]
    entry = anna.send(pile, "piles/0", button="done", **{name: ""})
    assert "0 cards" in entry.words
    anna.send(anna.get(pile.link("Another card")), "piles/0", button=f"{name.removeprefix('answer:')}:10S")
    assert anna.get(pile.path).form("piles/0", "done")[1]["card"] == ["10S"]


def test_a_card_that_lies_in_another_pile_is_asked_about(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    path = f"{board.path}rounds/1/entry/piles/"
    anna.send(anna.get(f"{path}0"), "piles/0", button="done", card=["7D", "1C"])
    recogniser.cards = ("7D", "2C")
    pile = photograph(anna, anna.get(f"{board.path}rounds/1/entry/"), 1, picture)
    assert "Whose is the seven of coins? It is one of the cards of Anna already." in pile.words
    _, fields = pile.form("piles/1", "done")
    assert fields["card"] == ["2C"]
    token = rows(app, Photo)[0].token
    entry = anna.send(pile, "piles/1", button="done", **{f"answer:{token}:0": "7D"})
    assert "1 card 0 coins 0 sevens" in entry.words
    assert "2 cards 1 coin 1 seven" in entry.words


def test_a_second_photograph_adds_its_cards_and_one_can_be_put_away(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "?")
    pile = photograph(anna, board, 0, picture)
    recogniser.cards = ("1C", "7D")
    pile = photograph(anna, pile, 0, picture)
    _, fields = pile.form("piles/0", "done")
    assert fields["card"] == ["7D", "1C"]
    first = rows(app, Photo)[0]
    pile = anna.send(pile, "piles/0", button=f"photos/{first.token}/remove")
    assert len(rows(app, Photo)) == 1
    assert "which one?" not in pile.words
    assert "2 cards 1 coin 1 seven" in anna.send(pile, "piles/0", button="done").words


def test_a_photograph_taken_again_replaces_the_one_before_with_the_cards_that_only_that_one_showed(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "1C", "?")
    pile = photograph(anna, board, 0, picture)
    anna.send_raw(pile, "piles/0", card=["7D", "1C", "10S"])  # one more, by hand
    recogniser.cards = ("1C", "2B")
    first = rows(app, Photo)[0].token
    pile = photograph(anna, anna.get(pile.path), 0, picture)
    recogniser.cards = ("5D", "2B")
    pile = photograph(anna, pile, 0, picture, replaces=first)
    _, fields = pile.form("piles/0", "done")
    assert fields["card"] == ["5D", "1C", "10S", "2B"]
    assert [[each["code"] for each in photo.detections] for photo in rows(app, Photo)] == [["1C", "2B"], ["5D", "2B"]]
    assert anna.client.get(f"{board.path}photos/{first}.jpg").status_code == 404
    assert "which one?" not in pile.words


def test_a_hand_out_of_two_packs_holds_twins_and_taken_again_the_same_ones(
    anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.family = ("7H", "7H", "2C"), FRENCH
    form = anna.get("/new/scala40")
    share = anna.send(form, "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    board = anna.get(share.path)
    page = photograph(anna, board, 0, picture)
    page = photograph(anna, page, 0, picture)
    assert sorted(page.form("piles/0", "done")[1]["card"]) == ["2C", "7H", "7H"]


def test_a_hand_in_two_pictures_is_asked_about_twins_across_them(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """In silence the twin of a card in the first picture was lost: its side's penalty came out too low."""
    recogniser.family = FRENCH
    form = anna.get("/new/scala40")
    board = anna.get(anna.send(form, "/new/scala40", count="2", name_0="Anna", name_1="Bruno").path)

    def sent(page: Page, *cards: str, **more: str) -> Page:
        recogniser.cards = cards
        return photograph(anna, page, 0, picture, **more)

    def held(page: Page) -> list[str]:
        return sorted(page.form("piles/0", "done")[1]["card"])

    first = sent(board, "7H", "2C", "5D")
    page = sent(first, "7H", "KS")
    assert held(page) == ["2C", "5D", "7H", "KS"]
    assert "Another photograph shows seven of hearts, too." in page.words
    asked = anna.send(page, "piles/0", button="done", status=422)
    assert "Say first whether" in asked.words
    assert not rows(app, Photo)[1].checked
    token = rows(app, Photo)[1].token
    page = anna.send(page, "piles/0", button=f"{token}/twins/others")
    assert held(page) == ["2C", "5D", "7H", "7H", "KS"]
    assert "count both" not in page.words
    # The other answer to the same question, on the picture taken again.
    page = sent(page, "7H", "QS", replaces=token)
    assert held(page) == ["2C", "5D", "7H", "7H", "QS"]
    page = sent(page, "7H", "7H", "2C", "QS")  # most of it was shown before
    assert held(page) == ["2C", "5D", "7H", "7H", "QS"]
    assert "count both" not in page.words
    page = sent(page, "5D", "8S")
    assert "Another photograph shows five of diamonds, too." in page.words  # it said coins
    page = anna.send(page, "piles/0", button=f"{rows(app, Photo)[3].token}/twins/same")
    assert held(page) == ["2C", "5D", "7H", "7H", "8S", "QS"]
    anna.send(page, "piles/0", button="done")
    assert all(photo.checked for photo in rows(app, Photo))


def test_a_counted_pile_that_is_photographed_anew_says_which_cards_are_not_in_the_picture(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """A wrong card of the counted round stayed beside those of the new picture, and only the sum showed it."""
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    entry = anna.send(pile, "piles/0", button="done", card=["7D", "1C", "5S"])
    receipt = anna.send(anna.send(entry, "entry/", button="rest/1"), "entry/", button="count")
    anna.send(receipt, "/correct")
    pile = anna.get(pile.path)
    assert "on no photograph" not in pile.words
    recogniser.cards = ("7D", "1C", "2B")
    pile = photograph(anna, pile, 0, picture)
    assert "on no photograph: five of swords." in pile.words
    pile = anna.send(pile, "piles/0", button="unseen", card=["1C", "2B", "5S", "7D", "9D"])
    assert sorted(pile.form("piles/0", "done")[1]["card"]) == ["1C", "2B", "7D", "9D"], "9D was tapped in since"
    assert "on no photograph: five" not in pile.words


def test_what_a_phone_sends_twice_is_kept_once(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """The answer was lost on its way; the phone sends the photograph again under its old name."""
    recogniser.cards, name = ("7D",), new_token()
    entry = entry_of(anna, board)
    photograph(anna, entry, 0, picture, upload=name)
    assert "1 card seen" in photograph(anna, entry, 0, picture, upload=name).words
    assert [photo.token for photo in rows(app, Photo)] == [name]
    assert len(recogniser.asked) == 1


def test_a_photograph_that_was_cancelled_before_it_arrived_is_not_read(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, name = ("7D",), new_token()
    entry = entry_of(anna, board)
    _, fields = entry.form("piles/0/photo")
    token = fields["csrf_token"][0]
    path = f"{board.path}rounds/1/entry/piles/0/photo"
    for upload in (name, "../../settebello", ""):
        answer = anna.client.post("/photographs/cancel", data={"csrf_token": token, "upload": upload})
        assert answer.status_code == 204
    form = {"csrf_token": token, "upload": name, "photo": (BytesIO(picture), "pile.jpg")}
    answer = anna.client.post(path, data=form, content_type="multipart/form-data", follow_redirects=True)
    assert answer.request.path == f"{board.path}rounds/1/entry/piles/0"
    assert not rows(app, Photo)
    assert not rows(app, Picture)
    assert not recogniser.asked
    assert "1 card seen" in photograph(anna, entry, 0, picture).words  # another one is wanted


def test_after_one_pile_the_page_asks_for_the_other_one(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "1C")
    pile = photograph(anna, board, 0, picture)
    assert "The rest to Bruno" in pile.words
    recogniser.cards = ("2C",)
    other = photograph(anna, board, 1, once_more(picture, 1))
    assert other.path.endswith("piles/1")
    assert "The rest to Anna" not in other.words
    assert other.form("piles/1", "done")[1]["card"] == ["2C"]


def test_a_french_pack_is_read_as_the_italian_one_it_stands_for(
    anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D",)
    board = start(anna, deck="french")
    photograph(anna, board, 0, picture)
    assert recogniser.asked == ["french"]


def test_the_notes_of_a_photograph_are_said(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.notes = ("7D?6D",), ("blurred", "far:58.6", "crowded")
    pile = photograph(anna, board, 0, picture)
    assert "blurred" in pile.words
    assert "Cards cover each other: spread them a little." in pile.words
    assert "Come closer: a card is only 59 pixels long here." in pile.words
    assert "Take it again" in pile.words
    (photo,) = rows(app, Photo)
    assert photo.notes == ["blurred", "far:58.6", "crowded"]
    recogniser.cards = ("1C",)  # nothing is doubtful on it: it was good enough
    other = photograph(anna, board, 1, picture)
    assert "blurred" not in other.words
    assert "spread them" not in other.words


def test_a_deck_that_looks_strange_can_be_enrolled(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.notes = ("7D",), ("unknown_deck:0.3",)
    pile = photograph(anna, board, 0, picture)
    assert "This deck is not known." in pile.words
    assert pile.link("Teach this deck") == "/enrol/"


@pytest.mark.parametrize("data", [b"", b"no picture", b"\xff\xd8\xff\xe0broken"], ids=["nothing", "text", "broken"])
def test_what_is_no_picture_is_refused_and_nothing_is_lost(anna: Visitor, board: Page, data: bytes) -> None:
    path = f"{board.path}rounds/1/entry/piles/0"
    anna.send_raw(anna.get(path), "piles/0", card=["7D"])
    refused = photograph(anna, anna.get(path), 0, data, status=422)
    assert "picture" in refused.words or "photograph" in refused.words
    _, fields = refused.form("piles/0", "done")
    assert fields["card"] == ["7D"]


def test_photographs_are_shown_to_the_players_only_and_go_when_the_round_counts(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D",)
    pile = photograph(anna, board, 0, picture)
    token = rows(app, Photo)[0].token
    shown = anna.client.get(f"{board.path}photos/{token}.jpg")
    assert shown.mimetype == "image/jpeg"
    assert shown.data != picture  # written anew
    assert shown.cache_control.private  # whoever knows the address may see it: no cache that others share keeps it
    assert not shown.cache_control.public
    shown.close()
    other = start(bruno)
    assert bruno.client.get(f"{other.path}photos/{token}.jpg").status_code == 404
    assert anna.client.get(f"{board.path}photos/..%2Fsecret_key.jpg").status_code == 404
    entry = anna.send(anna.send(pile, "piles/0", button="done"), "entry/", button="rest/1")
    anna.send(entry, "entry/", button="count")
    assert anna.client.get(f"{board.path}photos/{token}.jpg").status_code == 404
    assert not rows(app, Picture)


def test_a_picture_full_of_cards_is_no_pile(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("?",) * 61
    assert "more cards than there are" in photograph(anna, board, 0, picture, status=422).words


def test_a_photograph_without_a_card_is_no_pile_and_can_be_taken_again(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.notes = (), ("dark",)
    refused = photograph(anna, board, 0, picture, status=422)
    assert "No cards found. Take it again. The photograph is dark" in refused.words
    assert not rows(app, Photo)
    assert not rows(app, Picture)
    entry = anna.get(f"{board.path}rounds/1/entry/")
    assert "0 cards" not in entry.words
    asked = anna.send(entry, "entry/", button="count", status=422)
    assert "The cards of Anna are not entered yet." in asked.words
    recogniser.cards, recogniser.notes = ("7D",), ()
    assert "1 card seen" in photograph(anna, refused, 0, picture).words


def test_a_photograph_without_a_card_leaves_the_one_that_it_would_replace(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D",)
    pile = photograph(anna, board, 0, picture)
    recogniser.cards = ()
    first = rows(app, Photo)[0].token
    refused = photograph(anna, pile, 0, picture, status=422, replaces=first)
    assert "No cards found" in refused.words
    assert [photo.token for photo in rows(app, Photo)] == [first]
