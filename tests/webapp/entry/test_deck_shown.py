"""Nobody has chosen a deck: the photographs say which it is, between two they ask, and of none every unsure card."""

import pytest
from flask import Flask

from tests.fakes import FILM, FakeRecogniser
from tests.photographs import compose, once_more
from tests.webapp.conftest import rows
from tests.webapp.entry.piles_of_a_deck import RIGHT, WHICH, WRONG, at, photograph, read_again, ticked
from tests.webapp.pages import Page, Visitor
from vision.decks.catalogue import FAMILIES
from vision.decks.enrolled import Candidates
from webapp.base.storage.tokens import new_token
from webapp.match.models import Match, Round
from webapp.photos.models import Photo, Upload


@pytest.fixture(scope="module")
def picture() -> bytes:
    return compose(["7D", "1C"], columns=2, size=(400, 500))


@pytest.fixture(autouse=True)
def decks(recogniser: FakeRecogniser) -> None:
    """Piacentine lie on the table: read as Napoletane one card is another, without a doubt."""
    recogniser.by_deck = {"napoletane": WRONG, "piacentine": RIGHT}


@pytest.fixture
def undecided(anna: Visitor) -> Page:
    """The board of a match whose form nobody touched but for the names."""
    form = anna.get("/new/scopa")
    return anna.send(form, "/new/scopa", count="2", name_0="Anna", name_1="Bruno")


def test_a_new_match_takes_the_deck_that_its_photograph_surely_shows(
    app: Flask, anna: Visitor, undecided: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    assert "Cards on the table: The photographs will say" in anna.get(f"{undecided.path}match/").words
    recogniser.shown = "piacentine"
    pile = photograph(anna, undecided, picture)
    assert "Cards on the table: Piacentine" in pile.words
    assert WHICH not in pile.words
    assert ticked(pile) == ["6D", "1C", "2C", "3C"]
    assert rows(app, Match)[0].deck == "piacentine"
    anna.send(pile, "piles/0", button="count")
    assert sorted(rows(app, Round)[0].entry["piles"]["Anna"]) == ["1C", "2C", "3C", "6D"]
    photograph(anna, undecided, picture, number=2)
    asked = recogniser.asked
    assert isinstance(asked[0], Candidates)
    assert {"napoletane", "piacentine", "french"} <= {*asked[0].patterns}
    assert "tarot" not in asked[0].patterns
    assert asked[1:] == ["piacentine"]  # read once, and from then on by the deck that the match has


def test_between_two_decks_one_question_with_two_pictures_is_asked(
    app: Flask, anna: Visitor, undecided: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.shown, recogniser.by_deck = (
        "napoletane? piacentine",
        {**recogniser.by_deck, "auto": (("6B?", "1C", "2C", "3C"), ())},
    )
    pile = photograph(anna, undecided, picture)
    assert WHICH in pile.words
    pictures = [image.get("src", "") for image in pile.root.iter("img") if "/decks/" in image.get("src", "")]
    assert [source.rpartition("/")[2].partition(".")[0] for source in pictures] == ["napoletane", "piacentine"]
    assert "fits better" not in pile.words
    question = anna.send(pile, "piles/0", button="count", status=422)  # a card is unsure
    assert WHICH in question.words
    assert rows(app, Match)[0].deck == "auto"
    pile = read_again(anna, pile)
    assert ticked(pile) == ["6D", "1C", "2C", "3C"]
    assert WHICH not in pile.words
    assert rows(app, Match)[0].deck == "piacentine"
    anna.send(pile, "piles/0", button="count")
    assert len(rows(app, Round)) == 1


def test_between_two_decks_cards_that_are_the_same_in_both_count(
    app: Flask, anna: Visitor, undecided: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.shown, recogniser.by_deck = "napoletane? piacentine", {"auto": (("6B", "2C"), ())}
    anna.send(photograph(anna, undecided, picture), "piles/0", button="count")
    assert len(rows(app, Round)) == 1


def test_of_no_known_deck_every_card_that_is_not_sure_is_asked_about(
    app: Flask, anna: Visitor, undecided: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.by_deck = {"auto": (("6B?", "1C", "2C?4C", "?"), ())}
    pile = photograph(anna, undecided, picture)
    assert "This deck is not known." in pile.words
    assert "3 cards need an answer" in pile.words
    assert ticked(pile) == ["1C"]
    first = rows(app, Photo)[0].detections[0]
    assert (first["code"], first["alternatives"]) == (None, ["6B"])
    anna.send(pile, "piles/0", button="count", status=422)
    assert not rows(app, Round)
    token = rows(app, Photo)[0].token
    named = {f"answer:{token}:{index}": code for index, code in ((0, "6B"), (2, "4C"), (3, "3C"))}
    anna.send(pile, "piles/0", button="count", **named)
    assert sorted(rows(app, Round)[0].entry["piles"]["Anna"]) == ["1C", "3C", "4C", "6B"]


def test_photographs_that_did_not_show_the_deck_are_read_again_once_another_does(
    app: Flask, anna: Visitor, undecided: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    for number, said in enumerate(("", "napoletane? piacentine")):
        recogniser.shown = said
        recogniser.by_deck = {**recogniser.by_deck, "auto": (("10B?",), ())}
        photograph(anna, undecided, once_more(picture, number))
    recogniser.by_deck = {"piacentine": RIGHT}
    recogniser.shown = "piacentine"
    photograph(anna, undecided, once_more(picture, 3), seat=1)
    assert rows(app, Match)[0].deck == "piacentine"
    assert [photo.notes for photo in rows(app, Photo)] == [[]] * 3
    assert {upload.state for upload in rows(app, Upload)} == {"kept"}
    assert recogniser.asked[3:] == ["piacentine"] * 2


def test_a_film_says_the_deck_as_a_photograph_does(
    app: Flask, anna: Visitor, undecided: Page, recogniser: FakeRecogniser
) -> None:
    recogniser.shown, recogniser.cards, recogniser.by_deck = "piacentine", RIGHT[0], {}
    pile = photograph(anna, undecided, FILM + b"0" * 5000, kind="film")
    assert "Cards on the table: Piacentine" in pile.words
    assert ticked(pile) == ["6D", "1C", "2C", "3C"]
    assert len(recogniser.asked) == 1


@pytest.mark.parametrize("shown", ["piemontese", "tarot"])
def test_the_photographs_say_which_tarot_it_is(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes, shown: str
) -> None:
    """Its codes are others: before any card is entered the match may still become one of them."""
    codes = {"piemontese": ("KB", "T21", "3D"), "tarot": ("KH", "T21", "3D")}
    recogniser.family, recogniser.shown = FAMILIES[shown], shown
    recogniser.by_deck = {shown: (codes[shown], ())}
    form = anna.get("/new/scarto")
    names = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bruno", "Carla"))}
    board = anna.send(form, "/new/scarto", count="3", **names)
    pile = photograph(anna, board, picture)
    assert sorted(ticked(pile)) == sorted(codes[shown])
    assert rows(app, Match)[0].deck == shown


def test_a_tarot_whose_cards_were_tapped_in_becomes_no_other(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    form = anna.get("/new/scarto")
    names = {f"name_{seat}": name for seat, name in enumerate(("Anna", "Bruno", "Carla"))}
    board = anna.send(form, "/new/scarto", count="3", **names)
    anna.send(anna.get(at(board, "piles/1")), "piles/1", button="done", card=["KH", "T1"])
    recogniser.family, recogniser.by_deck, recogniser.cards = FAMILIES["tarot"], {}, ("KS",)
    photograph(anna, board, picture)
    asked = recogniser.asked[0]
    assert isinstance(asked, Candidates)
    assert asked.patterns == ("tarot",)


def test_a_game_with_one_deck_has_it_from_the_start(app: Flask, anna: Visitor) -> None:
    anna.send(anna.get("/new/scala40"), "/new/scala40", count="2", name_0="Anna", name_1="Bruno")
    assert rows(app, Match)[0].deck == "french"


def test_another_evening_asks_the_photographs_anew_and_a_rematch_does_not(
    app: Flask, anna: Visitor, undecided: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.shown = "piacentine"
    photograph(anna, undecided, picture)
    token = undecided.path.split("/")[2]
    csrf = anna.get(undecided.path).root.find(".//input[@name='csrf_token']")
    assert csrf is not None
    data = {"csrf_token": csrf.get("value"), "match": token, "token": new_token()}
    anna.client.post("/again", data=data)
    assert [match.deck for match in rows(app, Match)] == ["piacentine", "auto"]


def test_that_it_is_right_is_said_on_the_page_of_the_pile_too(
    app: Flask, anna: Visitor, board: Page, picture: bytes
) -> None:
    pile = photograph(anna, board, picture)
    pile = anna.send(pile, "/deck", button="napoletane")
    assert pile.path.endswith("/piles/0")
    assert WHICH not in pile.words
    anna.send(pile, "piles/0", button="count")
    assert len(rows(app, Round)) == 1


def test_two_decks_in_one_pile_are_said(
    anna: Visitor, undecided: Page, recogniser: FakeRecogniser, picture: bytes
) -> None:
    recogniser.shown, recogniser.by_deck = "piacentine", {"piacentine": (RIGHT[0], ("two_decks:2",))}
    assert "There are cards of two decks here" in photograph(anna, undecided, picture).words
