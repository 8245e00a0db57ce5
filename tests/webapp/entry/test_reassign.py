"""A photograph of the other side's pile: one tap moves it there with its cards, one takes that back."""

from typing import Any

import pytest
from flask import Flask

from scoring.cards import FRENCH
from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import entry_of, rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from webapp.entry.models import Draft
from webapp.photos.models import Photo

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


def piles(app: Flask) -> dict[str, list[str]]:
    (draft,) = rows(app, Draft)
    return draft.entry["piles"]


def kept(app: Flask) -> Any:
    """Everything that is stored of the draft's cards and photographs."""
    (draft,) = rows(app, Draft)
    return (
        draft.entry.get("piles") or draft.entry.get("hands"),
        draft.confirmed,
        draft.rest_side,
        [(each.token, each.side, each.checked, each.detections) for each in rows(app, Photo)],
    )


def move(visitor: Visitor, app: Flask, page: Page, to: int, photo: int = 0, **values: Any) -> Page:
    return visitor.send(page, button=f"photos/{rows(app, Photo)[photo].token}/move/{to}", **values)


def buttons(page: Page) -> list[str]:
    return [
        "".join(each.itertext()).strip() for each in page.root.iter("button") if "/move/" in each.get("formaction", "")
    ]


@pytest.fixture
def pile(anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes) -> Page:
    recogniser.cards = ("7D", "1C", "?2B")
    return anna.once(("photographed", recogniser.cards), lambda: photograph(anna, entry_of(anna, board), 0, picture))


def test_a_photograph_goes_to_the_other_pile_with_its_cards_and_back(app: Flask, anna: Visitor, pile: Page) -> None:
    assert buttons(pile) == ["These are the cards of Bruno"]
    before = kept(app)
    there = move(anna, app, pile, 1)
    assert there.path.endswith("piles/1")
    assert "This photograph is of Bruno now, and so are the 2 cards that it shows." in there.words
    assert "Cards without an answer" in there.words
    assert piles(app) == {"Bruno": ["7D", "1C"]}
    assert "The rest to Anna" in there.words  # hers is not entered any more
    assert buttons(there) == ["These are the cards of Anna"]
    back = anna.send(there, button=f"photos/{rows(app, Photo)[0].token}/back")
    assert back.path.endswith("piles/0")
    assert kept(app) == before
    assert "This photograph is of" not in back.words


def test_a_move_that_is_sent_twice_has_one_effect(app: Flask, anna: Visitor, pile: Page) -> None:
    """A card that was put in again goes along once, and does not come back."""
    anna.send_raw(pile, "piles/0", card=["1C"])
    page = anna.get(pile.path)
    for _ in range(2):
        move(anna, app, page, 1, card=["7D", "1C"])
        assert piles(app) == {"Bruno": ["7D", "1C"]}


def test_nothing_of_it_counts_before_the_other_side_confirms_it(
    app: Flask, anna: Visitor, pile: Page, board: Page
) -> None:
    token = rows(app, Photo)[0].token
    anna.send(pile, button="done", **{f"answer:{token}:2": "2B"})
    there = move(anna, app, anna.get(pile.path), 1)
    assert "the 3 cards that it shows" in there.words
    assert "Cards without an answer" not in there.words
    entry = anna.send(anna.get(f"{board.path}rounds/1/entry/"), "entry/", button="rest/0")
    assert "come from a photograph" in anna.send(entry, "entry/", button="count", status=422).words
    entry = anna.send(there, button="done")
    assert "This photograph is of" not in anna.get(there.path).words
    assert anna.send(entry, "entry/", button="count").path.endswith("/rounds/1")


def test_what_was_tapped_in_and_what_another_photograph_shows_stays(
    app: Flask, anna: Visitor, pile: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("1C", "3B")
    page = photograph(anna, pile, 0, picture)
    anna.send_raw(page, "piles/0", card=["7D", "1C", "3B", "10S"])
    there = move(anna, app, anna.get(page.path), 1)
    assert piles(app) == {"Anna": ["1C", "10S", "3B"], "Bruno": ["7D"]}
    assert "Whose is the ace of cups? It is one of the cards of Anna already." in there.words
    anna.send(there, button=f"photos/{rows(app, Photo)[0].token}/back")
    assert piles(app) == {"Anna": ["7D", "1C", "10S", "3B"]}


def test_a_card_that_the_other_pile_has_already_is_no_question_there(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    path = f"{board.path}rounds/1/entry/piles/"
    anna.send(anna.get(f"{path}1"), button="done", card=["7D", "4C"])
    recogniser.cards = ("7D", "1C", "5D")
    page = photograph(anna, anna.get(f"{path}0"), 0, picture)
    token = rows(app, Photo)[0].token
    anna.send_raw(page, "piles/0", **{f"answer:{token}:0": ""})  # not Anna's
    before = kept(app)
    there = move(anna, app, anna.get(page.path), 1, card=["1C"])  # the five was no card of hers
    assert piles(app) == {"Bruno": ["7D", "1C", "4C"]}
    assert "Whose is it?" not in there.words
    back = anna.send(there, button=f"photos/{rows(app, Photo)[0].token}/back")
    assert piles(app) == {"Anna": ["1C"], "Bruno": ["7D", "4C"]}
    anna.send_raw(back, "piles/0", card=["1C", "5D"])
    assert kept(app) == before


def test_after_further_taps_it_goes_back_and_they_stay(app: Flask, anna: Visitor, pile: Page) -> None:
    there = move(anna, app, pile, 1)
    anna.send(there, button=f"photos/{rows(app, Photo)[0].token}/back", card=["7D", "1C", "9S"])
    assert piles(app) == {"Anna": ["7D", "1C"], "Bruno": ["9S"]}


def test_back_with_further_taps_each_side_has_the_cards_that_were_its_own(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    path = f"{board.path}rounds/1/entry/piles/"
    anna.send_raw(anna.get(f"{path}1"), "piles/1", card=["7D", "4C"])
    recogniser.cards = ("7D", "1C", "5D")
    page = photograph(anna, anna.get(f"{path}0"), 0, picture)
    token = rows(app, Photo)[0].token
    there = move(anna, app, page, 1, **{f"answer:{token}:0": ""})  # the seven is not Anna's
    assert piles(app) == {"Bruno": ["5D", "7D", "1C", "4C"]}
    anna.send(there, button=f"photos/{token}/back", card=["7D", "1C", "4C", "9S"])
    assert piles(app) == {"Anna": ["5D", "1C"], "Bruno": ["7D", "4C", "9S"]}


def test_back_with_an_answer_the_rest_is_again_whose_it_was(app: Flask, anna: Visitor, pile: Page, board: Page) -> None:
    anna.send(anna.get(f"{board.path}rounds/1/entry/"), "entry/", button="rest/1")
    token = rows(app, Photo)[0].token
    there = move(anna, app, anna.get(pile.path), 1)
    anna.send(there, button=f"photos/{token}/back", **{f"answer:{token}:2": "2B"})
    assert piles(app) == {"Anna": ["7D", "1C", "2B"]}
    assert rows(app, Draft)[0].rest_side == "Bruno"


def test_a_double_tap_moves_once_and_back_once(app: Flask, anna: Visitor, pile: Page) -> None:
    there = move(anna, app, pile, 1)
    assert move(anna, app, pile, 1).path == there.path  # the form of Anna's page again, with its ticks
    assert piles(app) == {"Bruno": ["7D", "1C"]}
    for _ in range(2):
        assert anna.send(there, button=f"photos/{rows(app, Photo)[0].token}/back").path == pile.path
        assert piles(app) == {"Anna": ["7D", "1C"]}


def test_who_takes_the_rest_gets_a_pile_and_the_rest_again(app: Flask, anna: Visitor, pile: Page, board: Page) -> None:
    anna.send(anna.get(f"{board.path}rounds/1/entry/"), "entry/", button="rest/1")
    before = kept(app)
    there = move(anna, app, anna.get(pile.path), 1)
    assert rows(app, Draft)[0].rest_side is None
    assert piles(app) == {"Bruno": ["7D", "1C"]}
    anna.send(there, button=f"photos/{rows(app, Photo)[0].token}/back")
    assert kept(app) == before


def test_with_more_sides_there_is_a_button_for_each(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards = ("7D", "1C")
    page = photograph(anna, entry_of(anna, start(anna, "Anna", "Bruno", "Carla")), 1, picture)
    assert buttons(page) == ["These are the cards of Anna", "These are the cards of Carla"]
    assert move(anna, app, page, 2).path.endswith("piles/2")
    assert piles(app) == {"Carla": ["7D", "1C"]}


def test_a_hand_out_of_two_packs_moves_with_its_twins(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.cards, recogniser.family = ("7H", "7H", "2C"), FRENCH
    share = anna.send(anna.get("/new/scala40"), "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    page = photograph(anna, entry_of(anna, anna.get(share.path), "hands"), 0, picture)
    before = kept(app)
    there = move(anna, app, page, 1)
    assert {side: sorted(hand) for side, hand in rows(app, Draft)[0].entry["hands"].items()} == {
        "Bruno": ["2C", "7H", "7H"]
    }
    anna.send(there, button=f"photos/{rows(app, Photo)[0].token}/back")
    assert kept(app) == before


@pytest.mark.parametrize("said", ["{}/move/0", "{}/move/", "{}/move/x", "{}/move/9", "AAAA/move/1", "/back", "{}/back"])
def test_no_button_that_the_page_does_not_have_moves_anything(app: Flask, anna: Visitor, pile: Page, said: str) -> None:
    before = kept(app)
    _, fields = pile.form("piles/0", "done")
    answer = anna.client.post(f"{pile.path}/photos/{said.format(rows(app, Photo)[0].token)}", data=fields)
    assert answer.status_code in (303, 404)
    assert kept(app) == before
