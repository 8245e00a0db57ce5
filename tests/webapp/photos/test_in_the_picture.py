"""Corrections in the picture of a photograph: any card changed, a missed one added, with and without scripts."""

from typing import Any
from urllib.parse import urlencode, urlsplit
from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from sqlalchemy import select

from scoring.cards import FRENCH
from tests.fakes import FakeRecogniser
from tests.photographs import compose, once_more
from tests.webapp.conftest import quick_round, rows
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from tests.webapp.referee.test_referee import photograph as photograph_place
from tests.webapp.referee.test_referee import put
from webapp.entry.models import Draft
from webapp.photos.models import Photo
from webapp.referee.models import Question

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


@pytest.fixture
def pile(anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes) -> Page:
    """Anna's pile, photographed: a card that is sure, one in doubt, one without a name."""
    recogniser.cards = ("7D", "6B?5B", "?2B,3B")
    return photograph(anna, board, 0, picture)


def links(page: Page) -> list[Element]:
    """Return the frames that can be tapped: links of a drawing."""
    return list(page.root.iter("{http://www.w3.org/2000/svg}a"))


def frames(page: Page) -> dict[str, str]:
    """Return the accessible name of each frame -> its address."""
    return {link.get("aria-label", ""): link.get("href", "") for link in links(page)}


def states(page: Page) -> list[str]:
    """Return how each frame is drawn."""
    return [link.get("class", "").split("frame-")[-1] for link in links(page)]


def held(page: Page) -> list[str]:
    return list(page.form("piles/0", "done")[1].get("card", []))


def spoken(button: Element) -> str:
    """A button's accessible name."""
    heard = [each.text or "" for each in button.iter() if each.get("aria-hidden") != "true"]
    return button.get("aria-label") or " ".join("".join(heard).split())


def say(visitor: Visitor, page: Page, address: str, code: str) -> Page:
    """Open the cards to choose from at `address` and tap one."""
    chooser = visitor.get(address)
    ending = f":{code}"
    values = [button.get("value", "") for button in chooser.root.iter("button") if button.get("name") == "choose"]
    return visitor.send(chooser, page.path, button=next(value for value in values if value.endswith(ending)))


def test_every_frame_says_how_sure_it_is_and_leads_to_the_cards(pile: Page) -> None:
    assert list(frames(pile)) == [
        "Card 1: seven of coins. Change it",
        "Card 2: six of batons? Look closely, and change it if it is another",
        "Card 3: which one is it?",
    ]
    assert states(pile) == ["sure", "doubtful", "open"]
    assert "1 certain 1 look closely 1 without a name" in pile.words


def test_a_card_that_was_read_for_certain_can_be_corrected(anna: Visitor, pile: Page) -> None:
    address = frames(pile)["Card 1: seven of coins. Change it"]
    chooser = anna.get(address)
    assert "Which card is this?" in chooser.words
    assert "Now: seven of coins" in chooser.words
    after = say(anna, pile, address, "7S")
    assert held(after) == ["7S", "6B"]
    assert "Card 1: seven of swords, as you said. Change it" in frames(after)
    again = anna.get(pile.path)  # kept on the server
    assert held(again) == ["7S", "6B"]
    assert states(again) == ["said", "doubtful", "open"]


def test_a_frame_around_nothing_is_no_card(anna: Visitor, pile: Page) -> None:
    after = say(anna, pile, next(iter(frames(pile).values())), "")
    assert held(after) == ["6B"]
    assert states(after) == ["dismissed", "doubtful", "open"]
    assert "2 cards seen" in after.words


def test_the_likeliest_cards_come_first(anna: Visitor, pile: Page) -> None:
    chooser = anna.get(frames(pile)["Card 3: which one is it?"])
    values = [button.get("value", "") for button in chooser.root.iter("button") if button.get("name") == "choose"]
    offered = [value.rsplit(":", 1)[1] for value in values]
    assert offered[:3] == ["2B", "3B", ""]
    assert len(offered) == 3 + 40
    named = {button.get("value", "")[-2:]: spoken(button) for button in chooser.root.iter("button")}
    assert named["7D"] == "seven of coins, among these cards already"


def test_a_doubt_is_settled_in_the_picture(anna: Visitor, pile: Page) -> None:
    address = frames(pile)["Card 2: six of batons? Look closely, and change it if it is another"]
    after = say(anna, pile, address, "6B")
    assert states(after) == ["sure", "said", "open"]
    assert "Look closely" not in after.words.replace("look closely", "")
    assert held(after) == ["7D", "6B"]


def test_an_answer_in_the_picture_is_one_that_the_round_waits_for(anna: Visitor, pile: Page) -> None:
    assert "One card in the picture" in anna.send(pile, "piles/0", button="done", status=422).words
    after = say(anna, pile, frames(pile)["Card 3: which one is it?"], "2B")
    assert "3 cards 1 coin 1 seven" in anna.send(after, "piles/0", button="done").words


def test_two_frames_are_not_one_card_so_the_other_is_asked_about_again(anna: Visitor, pile: Page) -> None:
    after = say(anna, pile, frames(pile)["Card 3: which one is it?"], "7D")
    assert states(after) == ["open", "doubtful", "said"]
    assert held(after) == ["7D", "6B"]
    assert "One card in the picture" in anna.send(after, "piles/0", button="done", status=422).words


def test_a_missed_card_is_added_without_scripts(app: Flask, anna: Visitor, pile: Page) -> None:
    where = anna.get(pile.link("A card is missing"))
    assert "Where does the card lie?" in where.words
    (tapped,) = (field for field in where.root.iter("input") if field.get("type") == "image")
    assert tapped.get("width") == "288"
    address = f"{where.path}?at.x=144&at.y=90"
    assert "Which card was missed here?" in anna.get(address).words
    after = say(anna, pile, address, "10S")
    assert held(after) == ["7D", "10S", "6B"]
    assert states(after) == ["sure", "doubtful", "open", "said"]
    assert "4 cards seen" in after.words
    corners = rows(app, Photo)[0].detections[3]["corners"]
    assert sum(x for x, _ in corners) / 4 == pytest.approx(200, abs=1)
    assert sum(y for _, y in corners) / 4 == pytest.approx(125, abs=1)


def test_a_missed_card_is_added_to_a_round_that_was_renumbered(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """The browser drops the query of a form's address, which says since when the number of the round holds."""
    for _ in range(2):
        quick_round(anna, anna.get(board.path), cards="0")
    anna.send(anna.get(board.path), button="1/delete")
    recogniser.cards = ("7D", "6B?5B")
    pile = photograph(anna, anna.get(f"{board.path}rounds/2/entry/piles/0?since=1"), 0, picture)
    where = anna.get(pile.link("A card is missing"))
    (form,) = (each for each in where.root.iter("form") if each.get("method") == "get")
    fields = {
        field.get("name", ""): field.get("value") for field in form.iter("input") if field.get("type") == "hidden"
    }
    query = urlencode({**fields, "at.x": 144, "at.y": 90})
    say(anna, pile, f"{urlsplit(form.get('action', '')).path}?{query}", "10S")
    (draft,) = rows(app, Draft)
    assert (draft.number, draft.entry["piles"]["Anna"]) == (2, ["7D", "10S", "6B"])


def test_a_missed_card_can_be_corrected_and_taken_back(anna: Visitor, pile: Page) -> None:
    after = say(anna, pile, f"{pile.link('A card is missing')}?x=200&y=100", "10S")
    mine = frames(after)["Card 4: king of swords, as you said. Change it"]
    after = say(anna, after, mine, "9S")
    assert held(after) == ["7D", "9S", "6B"]
    after = say(anna, after, mine, "")
    assert held(after) == ["7D", "6B"]
    assert states(after) == ["sure", "doubtful", "open"]


def test_what_is_said_in_the_picture_is_sent_with_all_that_was_tapped(anna: Visitor, pile: Page) -> None:
    """With scripts, the card chooser is a part of the pile's own form."""
    address, fields = pile.form("piles/0")
    headers = {"HX-Request": "true"}
    part = anna.client.get(frames(pile)["Card 1: seven of coins. Change it"], headers=headers).text
    assert "<form" not in part
    assert "<html" not in part
    chosen = next(piece.split('"')[1] for piece in part.split("value=")[1:] if piece.split('"')[1].endswith(":7S"))
    answer = anna.client.post(address, data={**fields, "card": ["7D", "4C"], "choose": chosen}, headers=headers)
    assert answer.headers["HX-Reswap"] == "innerHTML"
    assert "Card 1: seven of swords, as you said" in answer.text
    assert held(anna.get(pile.path)) == ["4C", "7S"]


NOWHERE = ("7", "x", "-1", "9999", "new?x=1", "new?x=nan&y=1", "new?x=1&y=inf", "new?at.x=9", "new?x=%01&y=1")


def test_a_place_that_is_none_leads_nowhere_and_breaks_nothing(anna: Visitor, pile: Page) -> None:
    start = pile.link("A card is missing").removesuffix("new")
    for where in NOWHERE:
        answer = anna.client.get(f"{start}{where}")
        assert answer.status_code == (200 if where.startswith("new") else 404), where
        assert "choose-title" not in answer.text, where


def test_a_place_beyond_the_picture_lies_at_its_edge(anna: Visitor, pile: Page) -> None:
    answer = anna.get(f"{pile.link('A card is missing')}?x=1e300&y=-5")
    assert ":400,0:7D" in answer.text


def test_no_button_that_the_page_does_not_have_changes_anything(app: Flask, anna: Visitor, pile: Page) -> None:
    for said in ("", "x", "{}:0:99Z", "{}:55:7D", "{}:1,1:", "other:0:7S", "{}:0:7S:1", "{}:1,1:💣"):
        answer = anna.send_raw(pile, "piles/0", choose=said.format(rows(app, Photo)[0].token))
        assert answer.status_code in (200, 303), said
        page = anna.get(pile.path)
        assert (held(page), states(page)) == (["7D", "6B"], ["sure", "doubtful", "open"]), said


def test_only_so_many_cards_are_added(app: Flask, anna: Visitor, pile: Page) -> None:
    token = rows(app, Photo)[0].token
    anna.send_raw(pile, "piles/0", choose=f"{token}:1,1:1C", alone="y")
    with app.app_context(), app.extensions["database"].writing() as session:
        photo = session.scalars(select(Photo)).one()
        photo.detections = [*photo.detections, *photo.detections[-1:] * (97 - len(photo.detections))]
    for number in range(10):
        anna.send_raw(pile, "piles/0", choose=f"{token}:{number},{number}:1C", alone="y")
    assert 97 < len(rows(app, Photo)[0].detections) <= 100


def test_the_other_phones_at_the_table_name_the_cards_of_a_photograph_too(bruno: Visitor, pile: Page) -> None:
    assert bruno.client.get(next(iter(frames(pile).values()))).status_code == 200


def test_a_card_of_another_pile_says_whose_it_is(
    anna: Visitor, board: Page, pile: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("2C",)
    other = photograph(anna, board, 1, once_more(picture, 1))
    chooser = anna.get(next(iter(frames(other).values())))
    assert "seven of coins, with Anna" in {spoken(button) for button in chooser.root.iter("button")}


def test_what_lies_on_the_table_of_a_question_is_corrected_the_same_way(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser
) -> None:
    recogniser.cards = ("1D", "4B")
    page = photograph_place(anna, put(anna, "captures"))
    after = say(anna, page, frames(page)["Card 2: four of batons. Change it"], "6B")
    assert after.form(page.path)[1]["table"] == ["1D", "6B"]
    after = say(anna, page, f"{after.link('A card is missing')}?x=10&y=10", "7S")
    assert after.form(page.path)[1]["table"] == ["1D", "7S", "6B"]
    (question,) = rows(app, Question)
    assert question.entry["table"] == ["1D", "7S", "6B"]


def test_a_question_s_photograph_taken_again_replaces_it(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("1D", "4B")
    page = photograph_place(anna, put(anna, "captures"))
    recogniser.cards = ("4B", "5C")
    (first,) = rows(app, Photo)
    fields: dict[str, Any] = page.form("places/table/photo")[1]
    page = photograph_place(anna, page, replaces=first.token)
    assert fields
    assert page.form(page.path)[1]["table"] == ["5C", "4B"]
    assert len(rows(app, Photo)) == 1


def test_a_hand_of_french_cards_offers_its_own_deck(anna: Visitor, recogniser: FakeRecogniser, picture: bytes) -> None:
    recogniser.cards, recogniser.family = ("7H", "?"), FRENCH
    share = anna.send(anna.get("/new/scala40"), "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    page = photograph(anna, anna.get(share.path), 0, picture)
    after = say(anna, page, frames(page)["Card 2: which one is it?"], "JOKER")
    assert sorted(after.form("piles/0", "done")[1]["card"]) == ["7H", "JOKER"]
    twin = say(anna, after, frames(after)["Card 2: joker, as you said. Change it"], "7H")
    assert twin.form("piles/0", "done")[1]["card"] == ["7H", "7H"]
    assert states(twin) == ["sure", "said"]
