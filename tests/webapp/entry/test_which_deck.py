"""Before a photographed round counts: which deck is on the table? One tap reads what is kept again."""

import re
from collections.abc import Sequence

import pytest
from flask import Flask

from scoring.cards import FRENCH, ITALIAN
from tests.application import AtOnce
from tests.fakes import FILM, FakeRecogniser
from tests.photographs import compose, once_more
from tests.webapp.conftest import rows, start
from tests.webapp.entry.piles_of_a_deck import RIGHT, WHICH, WRONG, at, buttons, photograph, read_again, sees, ticked
from tests.webapp.pages import Page, Visitor
from vision.io.photo import Photo as Picture
from vision.types import Recognition
from webapp.base.storage.tokens import new_token
from webapp.entry.models import Draft
from webapp.match.models import Match, Round
from webapp.photos import uploads
from webapp.photos.models import Photo, Upload
from webapp.photos.work import jobs
from webapp.photos.work.recogniser import Expected, OnTable


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


@pytest.fixture(autouse=True)
def decks(recogniser: FakeRecogniser) -> None:
    """Piacentine lie on the table: read as Napoletane one card is another, without a doubt."""
    recogniser.by_deck = {"napoletane": WRONG, "piacentine": RIGHT}


def test_a_pile_of_another_deck_is_asked_about_and_one_tap_reads_it_again(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    pile = photograph(anna, board, picture)
    assert WHICH in pile.words
    assert buttons(pile).count("Piacentine") == 1
    question = anna.send(pile, "piles/0", button="count", status=422)
    assert WHICH in question.words
    assert {"Piacentine", "Napoletane"} <= set(buttons(question))
    assert not rows(app, Round)
    pile = read_again(anna, question)
    assert pile.path.endswith("/piles/0")
    assert ticked(pile) == ["6D", "1C", "2C", "3C"]
    assert WHICH not in pile.words
    assert recogniser.asked == ["napoletane", "piacentine"]
    assert rows(app, Match)[0].deck == "piacentine"
    anna.send(pile, "piles/0", button="count")
    assert sorted(rows(app, Round)[0].entry["piles"]["Anna"]) == ["1C", "2C", "3C", "6D"]


def test_it_is_right_counts_and_the_match_is_not_asked_again(
    app: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    question = anna.send(photograph(anna, board, picture), "piles/0", button="count", status=422)
    anna.send(question, button="right/napoletane")
    assert len(rows(app, Round)) == 1
    anna.send(photograph(anna, board, picture, number=2), "piles/0", button="count")
    assert len(rows(app, Round)) == 2
    assert rows(app, Match)[0].deck == "napoletane"


def test_what_was_said_of_one_deck_is_not_said_of_the_next(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.by_deck = {**recogniser.by_deck, "piacentine": (("1C", "2C"), ("other_deck:french",))}
    question = anna.send(photograph(anna, board, picture), "piles/0", button="count", status=422)
    pile = read_again(anna, question)
    assert "French cards" in anna.send(pile, "piles/0", button="count", status=422).words
    stale = anna.send(question, button="right/napoletane", status=422)  # a page from before
    assert WHICH in stale.words
    assert not rows(app, Round)


@pytest.mark.parametrize(
    ("cards", "asks"),
    [
        (("1C", "2C", "3C", "4C", "5C", "7C"), False),
        (("1C?", "2C?", "3C", "4C", "5C", "7C"), False),  # a third, and not more
        (("1C?", "2C?", "3C?", "4C", "5C", "7C"), True),
        (tuple(f"{card.code}?" for card in ITALIAN.cards[:14]), True),
    ],
)
def test_more_than_a_third_unsure_asks_with_all_decks(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes, cards: Sequence[str], asks: bool
) -> None:
    sees(recogniser, *cards)
    pile = photograph(anna, board, picture)
    if not asks:
        anna.send(pile, "piles/0", button="count")
        assert len(rows(app, Round)) == 1
        return
    question = anna.send(pile, "piles/0", button="count", status=422)
    unsure = sum("?" in card for card in cards)
    assert f"Anna: {unsure} of {len(cards)} cards unsure." in question.words
    assert "Napoletane: that is right" in buttons(question)
    offered = [option.get("value") for option in question.root.iter("option")]
    assert "piacentine" in offered
    assert "french" in offered
    assert "napoletane" not in offered
    pile = anna.send(question, "/deck", deck="piacentine")
    assert ticked(pile) == ["6D", "1C", "2C", "3C"]


def test_every_way_to_count_the_piles_asks(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page, picture: bytes
) -> None:
    anna.send(photograph(anna, board, picture), "piles/0", button="done")
    entry = anna.send(anna.get(at(board)), "entry/", button="rest/1")
    for button in ("count", "anyway"):
        address, fields = entry.form("entry/", "count")
        answer = anna.client.post(address, data={**fields, "action": button})
        assert answer.status_code == 422
        assert WHICH in answer.text
    bruno.get(board.path)  # another phone
    assert WHICH in bruno.send(bruno.get(at(board)), "entry/", button="count", status=422).words
    assert not rows(app, Round)
    waited = anna.get(f"{board.path}offline/")  # a round that was entered without a network, over what the table has
    _, fields = waited.form("/offline/rounds/1/", "count")
    sent = {**fields, "card-0": ["6B", "1C", "2C", "3C"], "rest": ["1"]}
    answer = anna.client.post(f"{board.path}offline/rounds/1/", data=sent, follow_redirects=True)
    assert answer.status_code == 422
    assert WHICH in answer.text
    assert not rows(app, Round)
    bruno.send(bruno.get(at(board)), "entry/", button="count", status=422)
    bruno.send(bruno.send(bruno.get(at(board)), "entry/", button="count", status=422), button="right/napoletane")
    assert len(rows(app, Round)) == 1


def test_what_was_entered_without_the_photographs_is_not_asked_about(
    app: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    photograph(anna, board, picture)
    page = anna.get(at(board, "quick"))
    answers = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
    anna.send(page, "/quick", button="count", **answers)
    assert len(rows(app, Round)) == 1


def test_both_piles_are_read_again_and_what_players_said_stays(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    sees(recogniser, "6B", "1C", "?", "3C", notes=WRONG[1])
    pile = photograph(anna, board, picture)
    token = rows(app, Photo)[0].token
    pile = anna.send(pile, "piles/0", choose=f"{token}:2:5S")  # said in the picture
    pile = anna.send(pile, "piles/0", choose=f"{token}:0:6D")
    pile = anna.send(pile, "piles/0", choose=f"{token}:390,490:10S")  # missed, and pointed at
    anna.send(pile, "piles/0", button="done", card=[*ticked(pile), "10B"])  # tapped in on the grid
    recogniser.by_deck = {**recogniser.by_deck, "napoletane": (("7B",), WRONG[1])}
    anna.send(photograph(anna, board, once_more(picture, 1), seat=1), "piles/1", button="done")
    recogniser.by_deck = {**recogniser.by_deck, "piacentine": (("6D", "1C", "2C", "4C"), ())}
    entry = anna.send(anna.get(at(board)), "entry/", button="count", status=422)
    assert WHICH in entry.words or "In no pile" in entry.words or "Whose are they?" in entry.words
    change(app, anna, board, "piacentine")
    first = anna.get(at(board, "piles/0"))
    # 5S was said of the third card, which is read as 2C now; 3C was nobody's word, and is 4C now.
    assert ticked(first) == ["6D", "1C", "4C", "5S", "10S", "10B"]
    assert "look at it" in anna.get(at(board)).words
    assert [upload.state for upload in rows(app, Upload)] == ["kept"] * 4


def change(app: Flask, visitor: Visitor, board: Page, deck: str) -> Page:
    """Change the deck as the question does, which this page need not show."""
    token = visitor.get(at(board, "piles/0")).form("piles/0")[1]["csrf_token"][0]
    data = {"csrf_token": token, "deck": deck}
    return visitor._page(visitor.client.post(f"{board.path}rounds/1/deck", data=data, follow_redirects=True), 200)


def test_a_card_that_was_taken_out_of_the_pile_does_not_come_back_by_the_same_name(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    pile = photograph(anna, board, picture)
    anna.send(pile, "piles/0", button="done", card=["2C", "3C"])  # neither 6B, which is 6D now, nor 1C
    change(app, anna, board, "piacentine")
    assert ticked(anna.get(at(board, "piles/0"))) == ["6D", "2C", "3C"]


def test_a_pile_that_was_tapped_in_and_confirmed_stays(app: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    anna.send(anna.get(at(board, "piles/1")), "piles/1", button="done", card=["7D", "10B"])
    question = anna.send(photograph(anna, board, picture), "piles/0", button="done")
    change(app, anna, board, "piacentine")
    draft = rows(app, Draft)[0]
    assert draft.entry["piles"] == {"Anna": ["6D", "1C", "2C", "3C"], "Bruno": ["7D", "10B"]}
    assert draft.confirmed == {"Bruno": 2}
    assert question.path == board.path


def test_nothing_counts_before_the_photograph_is_read_again(
    app: Flask, anna: Visitor, board: Page, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = anna.send(photograph(anna, board, picture), "piles/0", button="count", status=422)
    monkeypatch.setattr(AtOnce, "enqueue", lambda self, upload: None)  # every reader is busy
    waiting = read_again(anna, question)
    assert "/photo/" in waiting.path
    pile = anna.get(at(board, "piles/0"))
    assert ticked(pile) == []
    assert "4 cards need an answer" in pile.words
    anna.send(pile, "piles/0", button="count", status=422)
    assert not rows(app, Round)
    with app.app_context():
        assert jobs.run(uploads.unread()[0].id)
    assert ticked(anna.get(at(board, "piles/0"))) == ["6D", "1C", "2C", "3C"]


def test_a_photograph_that_is_being_read_when_the_deck_changes_is_read_by_the_new_one(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    photograph(anna, board, picture)
    real, told = recogniser.recognise, list[OnTable]()

    def slow(photo: Picture, cards: Expected) -> Recognition:
        seen = real(photo, cards)
        if not told:
            told.append(cards.deck)
            change(app, anna, board, "piacentine")
        return seen

    monkeypatch.setattr(recogniser, "recognise", slow)
    photograph(anna, board, once_more(picture, 1))
    with app.app_context():
        for upload in uploads.unread():
            jobs.run(upload.id)
    assert told == ["napoletane"]
    shown = [[each["code"] for each in photo.detections] for photo in rows(app, Photo)]
    assert shown == [["6D", "1C", "2C", "3C"]] * 2


def test_a_photograph_whose_picture_is_gone_is_asked_about_card_by_card(
    app: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    pile = photograph(anna, board, picture)
    app.config["PHOTO_DAYS"] = 0
    anna.send(pile, "piles/0", button="count", status=422)
    change(app, anna, board, "piacentine")
    pile = anna.get(at(board, "piles/0"))
    assert "4 cards need an answer" in pile.words
    token = rows(app, Photo)[0].token
    named = {f"answer:{token}:{index}": code for index, code in enumerate(("6D", "1C", "2C", "3C"))}
    anna.send(pile, "piles/0", button="count", **named)
    assert sorted(rows(app, Round)[0].entry["piles"]["Anna"]) == ["1C", "2C", "3C", "6D"]


def test_a_pile_that_was_photographed_twice_is_no_longer_asked_about(
    app: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    """The second photograph was read by the deck of before: nobody can make it count any more."""
    anna.send(photograph(anna, board, picture), "piles/0", button="done")
    twice = photograph(anna, board, once_more(picture, 1), seat=1)
    assert "Those are the cards of Anna again." in twice.words
    change(app, anna, board, "piacentine")
    assert "again." not in anna.get(at(board, "piles/1")).words
    anna.send_raw(twice, "piles/1", button="claim")
    assert rows(app, Draft)[0].entry["piles"]["Anna"] == ["6D", "1C", "2C", "3C"]


def test_what_a_player_said_outlives_a_second_change(app: Flask, anna: Visitor, board: Page, picture: bytes) -> None:
    photograph(anna, board, picture)
    app.config["PHOTO_DAYS"], days = 0, app.config["PHOTO_DAYS"]
    change(app, anna, board, "piacentine")
    token = rows(app, Photo)[0].token
    named = {f"answer:{token}:0": "6B"}  # as it was named before, and now by the player
    anna.send_raw(anna.get(at(board, "piles/0")), "piles/0", button="done", **named)
    app.config["PHOTO_DAYS"] = days
    change(app, anna, board, "french")
    assert "6B" in ticked(anna.get(at(board, "piles/0")))


def test_a_film_is_read_again_on_its_contact_sheet_and_says_so(
    app: Flask, anna: Visitor, board: Page, recogniser: FakeRecogniser
) -> None:
    recogniser.cards, recogniser.notes, recogniser.by_deck = WRONG[0], WRONG[1], {"piacentine": RIGHT}
    pile = photograph(anna, board, FILM + b"0" * 5000, kind="film")
    recogniser.columns = 3  # the four cards lie in the cells of the sheet
    places = [tuple(map(tuple, each["corners"])) for each in rows(app, Photo)[0].detections]
    real = recogniser._seen

    def in_its_cell(text: str, index: int, size: tuple[int, int]) -> object:
        seen = real(text, index, size)
        return type(seen)(seen.card, seen.confidence, seen.doubtful, places[index], seen.alternatives)

    recogniser._seen = in_its_cell  # type: ignore[method-assign, assignment]
    pile = read_again(anna, anna.send(pile, "piles/0", button="count", status=422))
    assert ticked(pile) == ["6D", "1C", "2C", "3C"]
    assert "Is a card missing? Film it again." in pile.words
    assert "Film it again" in re.sub(r"\s+", " ", pile.text)
    anna.send(pile, "piles/0", button="count")
    assert len(rows(app, Round)) == 1


def test_a_deck_that_the_game_is_not_played_with_changes_nothing(
    app: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    photograph(anna, board, picture)
    for deck in ("tarot", "", "nobody"):
        change(app, anna, board, deck)
    assert rows(app, Match)[0].deck == "napoletane"
    assert len(rows(app, Upload)) == 1


def test_a_game_with_one_deck_asks_whether_the_cards_are_right(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.family, recogniser.by_deck = FRENCH, {}
    recogniser.cards = ("7H?", "KS?", "2D")
    form = anna.get("/new/scala40")
    board = anna.send(form, "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    pile = photograph(anna, board, picture, seat=1)
    anna.send(pile, "piles/1", button="done")
    hands = anna.get(at(board))
    question = anna.send(hands, "entry/", button="count", status=422, closer="Anna")
    if WHICH not in question.words and "Are these cards right?" not in question.words:
        question = anna.send(question, "entry/", button="count", status=422, closer="0")
    assert "Bruno: 2 of 3 cards unsure." in question.words
    assert "They are right" in buttons(question)
    assert question.link("Look at these cards").endswith("/piles/1")
    anna.send(question, button="right/french")
    assert len(rows(app, Round)) == 1


def test_a_rematch_is_played_with_the_deck_that_was_said_to_be_right(app: Flask, anna: Visitor, picture: bytes) -> None:
    board = start(anna, options="")
    question = anna.send(photograph(anna, board, picture), "piles/0", button="count", status=422)
    anna.send(question, button="right/napoletane")
    token = board.path.split("/")[2]
    csrf = anna.get(board.path).root.find(".//input[@name='csrf_token']")
    assert csrf is not None
    data = {"csrf_token": csrf.get("value"), "match": token, "play": token, "token": new_token()}
    anna.client.post("/again", data=data)
    assert {match.deck_said for match in rows(app, Match)} == {"napoletane"}


def test_a_game_of_three_changes_its_deck(app: Flask, anna: Visitor) -> None:
    """Which cards there are may depend on how many play: in a Briscola of three a two lies out."""
    form = anna.get("/new/briscola")
    board = anna.send(form, "/new/briscola", count="3", name_0="Anna", name_1="Bruno", name_2="Carla")
    change(app, anna, board, "piacentine")
    assert rows(app, Match)[0].deck == "piacentine"


def test_the_deck_stands_on_the_page_of_the_match_and_one_tap_changes_it(
    app: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    """Before any photograph, too; the way back is another tap."""
    page = anna.get(f"{board.path}match/")
    assert "Cards on the table: Napoletane" in page.words
    page = anna.send(page, "/deck", button="piacentine")
    assert page.path.endswith("/match/")
    assert "Cards on the table: Piacentine" in page.words
    assert rows(app, Match)[0].deck == "piacentine"
    anna.send(page, "/deck", button="napoletane")
    photograph(anna, board, picture)
    page = anna.send(anna.get(f"{board.path}match/"), "/deck", button="piacentine")
    assert "Photographs are read again." in page.words
    assert ticked(anna.get(at(board, "piles/0"))) == ["6D", "1C", "2C", "3C"]


def test_the_deck_stands_on_the_page_of_a_photographed_pile(
    anna: Visitor, board: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    sees(recogniser, *WRONG[0])
    assert "Cards on the table" not in anna.get(at(board, "piles/0")).words
    pile = photograph(anna, board, picture)
    assert "Cards on the table: Napoletane" in pile.words
    assert ticked(read_again(anna, pile)) == ["6D", "1C", "2C", "3C"]
