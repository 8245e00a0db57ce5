"""A strange deck is learned from the piles of its match, and unlearned by corrections."""

import pytest
from flask import Flask

from tests.fakes import FakeRecogniser
from tests.webapp.conftest import rows, start, taught, teach
from tests.webapp.decks.enrolling import decks_of, photograph_pile
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.live_phone import filming
from vision.decks.enrolled import EnrolledDeck
from webapp.decks.models import LearnedCard

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def strange(recogniser: FakeRecogniser) -> None:
    recogniser.strange = True


def read_with(recogniser: FakeRecogniser) -> set[str]:
    """The cards whose examples the last photograph was read with."""
    deck = recogniser.asked[-1]
    return set(deck.codes) if isinstance(deck, EnrolledDeck) else set()


def pile(visitor: Visitor, board: Page, seat: int, number: int = 1) -> Page:
    return visitor.get(f"{board.path}rounds/{number}/entry/piles/{seat}")


def confirm(visitor: Visitor, recogniser: FakeRecogniser, board: Page, cards: list[str], picture: bytes) -> Page:
    """Photograph the first pile and confirm it."""
    recogniser.cards = cards
    return visitor.send(photograph_pile(visitor, pile(visitor, board, 0), picture), "piles/0", button="done")


def test_the_pile_after_a_confirmed_one_is_read_with_its_cards(
    anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    board = start(anna)
    assert "being learned" not in pile(anna, board, 0).words
    confirm(anna, recogniser, board, ["7D", "6B", "1C"], picture)
    assert read_with(recogniser) == set()
    assert "This deck is being learned: 3 of 40 cards." in pile(anna, board, 1).words
    recogniser.cards = ["2C"]
    photograph_pile(anna, pile(anna, board, 1), picture)
    assert read_with(recogniser) == {"7D", "6B", "1C"}
    assert recogniser.asked[-1].base == "napoletane"  # type: ignore[union-attr]
    other = start(bruno)  # another match knows nothing of it
    recogniser.cards = ["2C"]
    photograph_pile(bruno, pile(bruno, other, 0), picture)
    assert read_with(recogniser) == set()


def test_a_pile_that_is_filmed_live_is_read_with_what_was_learned_and_teaches(
    anna: Visitor, recogniser: FakeRecogniser
) -> None:
    board = start(anna)
    recogniser.cards = ["7D", "6B"]
    first = filming(anna, board)
    first.send(1)
    first.send(2)
    assert read_with(recogniser) == set()
    anna.send(anna._page(first.done(), 200), "piles/0", button="done")
    assert "This deck is being learned: 2 of 40 cards." in pile(anna, board, 1).words
    recogniser.cards = ["2C"]
    second = filming(anna, board, seat=1)
    second.send(1)
    assert read_with(recogniser) == {"7D", "6B"}
    recogniser.asked.clear()
    second.done()
    assert read_with(recogniser) == {"7D", "6B"}


def test_what_an_earlier_namer_saw_is_forgotten(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    """A deck that was kept for the club from a match, the app was updated, and it is played with again."""
    teach(app, "Trento", codes=("7D", "6B"), base="italian", namer="00000000")
    board = start(anna, deck="Trento")
    confirm(anna, recogniser, board, ["1C"], picture)
    recogniser.cards = ["2C"]
    photograph_pile(anna, pile(anna, board, 1), picture)
    assert read_with(recogniser) == {"1C"}


def test_what_is_known_or_was_answered_otherwise_teaches_as_it_counts(
    anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    board = start(anna)
    recogniser.cards = ["7D", "6B?5B", "1C"]
    page = photograph_pile(anna, pile(anna, board, 0), picture)
    anna.send(page, "piles/0", button="done", card=["7D", "6B"])  # the ace was taken out on the grid
    assert "2 of 40 cards" in pile(anna, board, 1).words


def test_a_round_that_counts_is_kept_and_its_correction_unlearns(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    board = start(anna)
    entry = confirm(anna, recogniser, board, ["7D", "6B", "1C"], picture)
    anna.send(anna.send(entry, "entry/", button="rest/1"), "entry/", button="count")
    assert sorted(row.code for row in rows(app, LearnedCard)) == ["1C", "6B", "7D"]
    assert "3 of 40 cards" in pile(anna, board, 0, 2).words
    anna.send(anna.get(f"{board.path}rounds/1"), "/correct")
    corrected = ["7D", "4B", "1C"]  # it was the four
    entry = anna.send(pile(anna, board, 0), "piles/0", button="done", card=corrected)
    anna.send(entry, "entry/", button="count")
    assert sorted(row.code for row in rows(app, LearnedCard)) == ["1C", "7D"]


def test_the_deck_is_kept_for_the_club_or_forgotten_by_one_tap(
    app: Flask, anna: Visitor, bruno: Visitor, recogniser: FakeRecogniser, picture: bytes
) -> None:
    board = start(anna)
    confirm(anna, recogniser, board, ["7D", "6B"], picture)
    page = anna.get(pile(anna, board, 1).link("Keep the deck"))
    assert "3 of 40" not in page.words
    assert "2 of 40 cards." in page.words
    anna.send(page, "/learned", button="keep", name="!", status=422)
    kept = anna.send(page, "/learned", button="keep")
    assert "Deck of Anna Bruno" in kept.words
    assert "Deck of Anna Bruno" in decks_of(bruno)
    recogniser.cards = ["2C"]
    photograph_pile(bruno, pile(bruno, start(bruno, deck="Deck of Anna Bruno"), 0), picture)
    stored = taught(app, "Deck of Anna Bruno")
    assert stored is not None
    assert (stored.base, set(stored.codes)) == ("napoletane", {"7D", "6B"})
    anna.send(anna.get(f"{board.path}learned"), "/learned", button="forget")
    assert "being learned" not in pile(anna, board, 1).words
