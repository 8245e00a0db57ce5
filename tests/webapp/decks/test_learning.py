"""A deck learns from confirmed piles only where its owner said so, and only from what counts."""

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from scoring.cards import FRENCH, ITALIAN
from tests.fakes import FakeRecogniser
from tests.webapp.conftest import rows, start, taught
from tests.webapp.decks.enrolling import own_deck, photograph_pile
from tests.webapp.pages import Page, Visitor
from webapp.base.storage import deck_files
from webapp.match.models import Round

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def looks(recogniser: FakeRecogniser) -> None:
    """The fake recogniser says of each card what it looks like, as it enrolled them."""
    recogniser.strange = True


def let_learn(visitor: Visitor, deck: str) -> str:
    page = visitor.get(f"/decks/{deck}")
    assert "Off: nothing is stored." in page.words
    assert "On: piles that you confirm make it better." in visitor.send(page, button="learn").words
    return deck


def play(visitor: Visitor, board: Page, picture: bytes, **answers: list[str]) -> Page:
    """Photograph the first pile, confirm it, leave the rest to the other side and count the round."""
    pile = photograph_pile(visitor, visitor.get(f"{board.path}rounds/1/entry/piles/0"), picture)
    entry = visitor.send(pile, "piles/0", button="done", **answers)
    entry = visitor.send(entry, "entry/", button="rest/1")
    return visitor.send(entry, "entry/", button="count")


def learned(app: Flask, deck: str) -> dict[str, int]:
    stored = taught(app, deck)
    assert stored is not None
    return {code: met for code, met in zip(stored.codes, stored.meetings, strict=True) if met}


def test_confirmed_cards_of_a_round_that_counts_improve_the_deck(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    deck = let_learn(anna, own_deck(app, anna))
    recogniser.cards = ["7D", "6B?5B", "1C"]
    board = start(anna, deck=deck)
    assert play(anna, board, picture).path.endswith("/rounds/1")
    assert learned(app, deck) == {"7D": 1, "6B": 1, "1C": 1}
    page = anna.get(f"/decks/{deck}")
    assert "Learned from 3 cards so far." in page.words
    anna.send(page, button="unlearn")
    assert learned(app, deck) == {}


def test_a_card_that_was_taken_out_again_or_is_not_what_was_said_changes_nothing(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    deck = let_learn(anna, own_deck(app, anna))
    # The namer sees a nine of swords where the ace of cups is said to be.
    recogniser.cards = ["7D", "6B", f"1C~{ITALIAN.parse('9S').place}"]
    play(anna, start(anna, deck=deck), picture, card=["7D", "1C"])
    assert learned(app, deck) == {"7D": 1}


def test_nothing_is_stored_unless_the_owner_says_so_and_by_the_owners_phone_only(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    deck = own_deck(app, anna)
    recogniser.cards = ["7D", "1C"]
    play(anna, start(anna, deck=deck), picture)
    assert learned(app, deck) == {}
    let_learn(anna, deck)
    play(bruno, start(anna, deck=deck), picture)
    assert learned(app, deck) == {}
    play(anna, start(anna, deck=deck), picture)
    assert learned(app, deck) == {"7D": 1, "1C": 1}


@pytest.mark.parametrize("fails", ["embedding", "storage"])
def test_a_pile_that_cannot_be_learned_from_counts_all_the_same(
    fails: str, app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read before anybody asked what its cards look like, or the disk is full."""
    deck = let_learn(anna, own_deck(app, anna))
    recogniser.strange = fails != "embedding"

    def full(_deck: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    recogniser.cards = ["7D", "1C"]
    board = start(anna, deck=deck)
    with monkeypatch.context() as patched:
        if fails == "storage":
            patched.setattr(deck_files, "store", full)
        assert play(anna, board, picture).path.endswith("/rounds/1")
    assert len(rows(app, Round)) == 1
    assert learned(app, deck) == {}


def test_a_french_deck_learns_its_own_cards_in_a_game_of_italian_ones(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """The seven of diamonds lies in the pile as the seven of coins, the queen of hearts as the horse of cups."""
    deck = let_learn(anna, own_deck(app, anna, "Ramino", "french"))
    recogniser.family = ITALIAN
    recogniser.cards = [f"7D~{FRENCH.parse('7D').place}", f"9C~{FRENCH.parse('QH').place}"]
    play(anna, start(anna, deck=deck), picture)
    assert learned(app, deck) == {"7D": 1, "QH": 1}
