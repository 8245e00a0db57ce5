"""Burraco on its pages: cards tapped meld by meld, moved between melds, counted and corrected; by numbers as well."""

from typing import Any

import pytest
from flask import Flask

from scoring.cards import FRENCH
from tests.fakes import FakeRecogniser
from tests.photographs import laid as laid_out
from tests.webapp.conftest import rows
from tests.webapp.entry.test_deck_of_drawings import Here
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from tests.webapp.referee.test_referee import ask, put
from tests.webapp.tables import table_of
from vision import recognise
from webapp.entry.models import Draft
from webapp.match.models import Round
from webapp.photos.models import Photo

TABLE = table_of("burraco")
CLEAN = ["4H", "5H", "6H", "7H", "8H", "9H", "10H"]
KINGS = ["KS", "KD", "KC"]


def laid(visitor: Visitor, board: Page, side: int, *groups: list[str]) -> Page:
    """Tap the groups of a side one after the other; the last one is the hand."""
    address, held = f"{board.path}rounds/1/entry/piles/{side}", list[str]()
    page = visitor.get(address)
    for group in groups:
        held += group
        page = visitor.send(page, f"/piles/{side}", button="groups/99", card=held)
    return visitor.send(
        page, f"/piles/{side}", button="groups/0", card=held, picked=f"{len(groups)}.all.{' '.join(groups[-1])}"
    )


def test_a_round_by_cards(app: Flask, anna: Visitor) -> None:
    board = TABLE.begin(anna)
    page = laid(anna, board, 0, CLEAN, KINGS, ["3S", "4S"])
    assert "clean, 200" in page.words
    assert "In hand \N{MINUS SIGN}10" in page.words
    assert "Sum 270" in page.words
    anna.send(page, "/piles/0", button="done", card=[*CLEAN, *KINGS, "3S", "4S"])
    page = laid(anna, board, 1, ["QS", "QD", "QH", "JOKER"], ["5C", "AD"])
    anna.send(page, "/piles/1", button="done", card=["QS", "QD", "QH", "JOKER", "5C", "AD"])
    entry = anna.get(f"{board.path}rounds/1/entry/?by=melds")
    refused = anna.send(entry, "/entry/", button="count", status=422, pot_0="y", pot_1="y", closed="1")
    assert "Bruno closed without a burraco." in refused.words
    receipt = anna.send(refused, "/entry/", button="count", pot_0="y", pot_1="y", closed="0")
    (stored,) = rows(app, Round)
    assert [sorted(meld) for meld in stored.entry["melds"]["Anna"]] == [sorted(CLEAN), sorted(KINGS)]
    assert stored.entry["hands"] == {"Anna": ["3S", "4S"], "Bruno": ["AD", "5C"]}
    assert stored.entry["closed_by"] == "Anna"
    assert "Clean burraco of Anna: 200" in receipt.words
    assert receipt.words.count("A joker counts 30") == 2  # once a side, for cards laid and cards left alike
    corrected = anna.send(receipt, "/correct")
    assert "Correct round 1" in corrected.words
    again = anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert "clean, 200" in again.words


def test_a_photograph_shows_the_melds_and_the_hand(app: Flask, anna: Visitor) -> None:
    """Read by the recogniser itself: columns a card apart are the groups; what is no meld is the hand."""
    app.extensions["photo_readers"] = Here()
    board = TABLE.begin(anna)
    page = anna.get(f"{board.path}rounds/1/entry/piles/0")
    page = photograph(anna, page, 0, laid_out([CLEAN, KINGS, ["3S"]], step=0.4))
    assert sorted(page.form("", "done")[1]["card"]) == sorted([*CLEAN, *KINGS, "3S"])
    assert "clean, 200" in page.words
    assert "Sum 275" in page.words
    anna.send(page, "/piles/0", button="done")
    (draft,) = rows(app, Draft)
    hand, *melds = draft.kept["groups"]["Anna"]
    assert hand == ["3S"]
    assert sorted(map(sorted, melds)) == sorted([sorted(CLEAN), sorted(KINGS)])
    page = laid(anna, board, 1, ["QS", "QD", "QH", "JOKER"], ["5C", "AD"])
    anna.send(page, "/piles/1", button="done", card=["QS", "QD", "QH", "JOKER", "5C", "AD"])
    entry = anna.get(f"{board.path}rounds/1/entry/?by=melds")
    counted = anna.send(entry, "/entry/", button="count", pot_0="y", pot_1="y", closed="nobody")
    assert "Clean burraco of Anna: 200" in counted.words
    (stored,) = rows(app, Round)
    assert sorted(map(sorted, stored.entry["melds"]["Anna"])) == sorted([sorted(CLEAN), sorted(KINGS)])
    assert [sorted(meld) for meld in stored.entry["melds"]["Bruno"]] == [["JOKER", "QD", "QH", "QS"]]
    assert stored.entry["hands"] == {"Anna": ["3S"], "Bruno": ["AD", "5C"]}
    assert stored.entry["pots"] == ["Anna", "Bruno"]


def test_a_card_that_only_its_meld_names_is_named_and_asked_about(app: Flask, anna: Visitor) -> None:
    app.extensions["photo_readers"] = FakeRecogniser(["4H", "5H", "6H", "?7H"], columns=9, family=FRENCH)
    board = TABLE.begin(anna)
    page = photograph(anna, anna.get(f"{board.path}rounds/1/entry/piles/0"), 0, laid_out([KINGS], step=0.5))
    assert page.form("", "done")[1]["card"] == ["4H", "5H", "6H", "7H"]
    (photo,) = rows(app, Photo)
    assert [each["kind"] for each in photo.detections] == ["named", "named", "named", "doubtful"]


def test_a_hand_with_twins_is_photographed_by_itself(app: Flask, anna: Visitor) -> None:
    """The melds are as they were, and no card is said to be missing."""
    recogniser = FakeRecogniser(CLEAN, columns=9, family=FRENCH)
    app.extensions["photo_readers"] = recogniser
    board = TABLE.begin(anna)
    page = photograph(anna, anna.get(f"{board.path}rounds/1/entry/piles/0"), 0, laid_out([CLEAN], step=0.5))
    recogniser.cards = ["5H", "9C"]
    page = photograph(anna, page, 0, laid_out([KINGS], step=0.5))
    (draft,) = rows(app, Draft)
    assert draft.kept["groups"]["Anna"][0] == recogniser.cards
    anna.send(page, "/piles/0", button="done")
    assert "were expected" not in anna.get(board.path).words


@pytest.mark.parametrize(("answer", "kings"), [("same", 3), ("others", 6)])
def test_a_meld_at_the_edge_of_two_pictures_is_asked_about(app: Flask, anna: Visitor, answer: str, kings: int) -> None:
    """It counted twice in silence."""
    recogniser = FakeRecogniser([*CLEAN[:5], *KINGS], columns=20, family=FRENCH)
    app.extensions["photo_readers"] = recogniser
    board = TABLE.begin(anna)
    page = photograph(anna, anna.get(f"{board.path}rounds/1/entry/piles/0"), 0, laid_out([CLEAN], step=0.5))
    recogniser.cards = [*KINGS, "9S", "9C", "9D", "9H"]
    page = photograph(anna, page, 0, laid_out([KINGS], step=0.5))
    assert "Another photograph shows" in page.words
    token = rows(app, Photo)[1].token
    page = anna.send(page, "/piles/0", button=f"{token}/twins/{answer}")
    assert "Another photograph shows" not in page.words
    (draft,) = rows(app, Draft)
    assert len(draft.entry["melds"]["Anna"]) == 5 + kings + 4


def test_of_two_twins_one_may_be_the_same_card_and_one_another(app: Flask, anna: Visitor) -> None:
    """One answer for both lost a card, or counted one twice, in silence."""
    recogniser = FakeRecogniser([*CLEAN, *KINGS], columns=20, family=FRENCH)
    app.extensions["photo_readers"] = recogniser
    board = TABLE.begin(anna)
    page = photograph(anna, anna.get(f"{board.path}rounds/1/entry/piles/0"), 0, laid_out([CLEAN], step=0.5))
    held, cards = page.form("", "done")[1]["card"], [*KINGS, "3C", "4D", "6D"]
    recogniser.cards = cards
    page = photograph(anna, page, 0, laid_out([KINGS], step=0.5))
    first = rows(app, Photo)[1].token
    ticked: dict[str, Any] = {
        f"other:{first}": ["KS", "3C"]
    }  # about the three, on no other photograph, nobody was asked
    page = anna.send(page, "/piles/0", button=f"{first}/twins/same", **ticked)
    assert sorted(page.form("", "done")[1]["card"]) == sorted([*held, "KS", "3C", "4D", "6D"])
    # The same answer holds for the picture taken again.
    recogniser.cards = [*cards, "QD"]
    page = photograph(anna, page, 0, laid_out([KINGS], step=0.4), replaces=first)
    assert page.form("", "done")[1]["card"].count("KS") == 2
    assert "QD" in page.form("", "done")[1]["card"]


def test_the_same_melds_for_both_sides_are_asked_about(app: Flask, anna: Visitor) -> None:
    """Of two packs each side may have them; a hand with the same few cards is no melds again."""
    recogniser = FakeRecogniser([*CLEAN, *KINGS], columns=20, family=FRENCH)
    app.extensions["photo_readers"] = recogniser
    board = TABLE.begin(anna)
    pile = f"{board.path}rounds/1/entry/piles"
    photograph(anna, anna.get(f"{pile}/0"), 0, laid_out([CLEAN], step=0.5))
    for picture in (laid_out([CLEAN], step=0.5), laid_out([KINGS], step=0.5)):  # the same picture, and another of them
        asked = photograph(anna, anna.get(f"{pile}/1"), 1, picture)
        assert "Those are the cards of Anna again." in asked.words
    recogniser.cards = CLEAN[:4]
    assert "again." not in photograph(anna, anna.get(f"{pile}/1"), 1, laid_out([KINGS], step=0.4)).words


def test_tapped_cards_that_a_photograph_claims_leave_the_other_side(app: Flask, anna: Visitor) -> None:
    """Of two packs they stayed there, too, and counted for both."""
    recogniser = FakeRecogniser(CLEAN, columns=20, family=FRENCH)
    app.extensions["photo_readers"] = recogniser
    board = TABLE.begin(anna)
    laid(anna, board, 0, CLEAN, ["3S"])
    page = anna.get(f"{board.path}rounds/1/entry/piles/1")
    asked = photograph(anna, page, 1, laid_out([CLEAN], step=0.5))
    assert "cards of Anna again" in asked.words
    anna.send(asked, "/piles/1", button="claim")
    (draft,) = rows(app, Draft)
    assert draft.entry["melds"] == {"Anna": ["3S"], "Bruno": CLEAN}


def test_a_card_moves_from_meld_to_meld_and_the_sum_changes(anna: Visitor) -> None:
    board = TABLE.begin(anna)
    page = laid(anna, board, 0, CLEAN[:6], KINGS, [CLEAN[6]])
    assert "clean, 200" not in page.words
    moved = anna.send(page, "/piles/0", button="groups/1", card=[*CLEAN, *KINGS], picked="0.0.10H")
    assert "clean, 200" in moved.words


def test_what_is_missing_is_asked_for(anna: Visitor) -> None:
    board = TABLE.begin(anna)
    entry = anna.get(f"{board.path}rounds/1/entry/?by=melds")
    refused = anna.send(entry, "/entry/", button="count", status=422)
    assert "The cards of Anna are not entered yet." in refused.words
    assert "Tap who closed, or that nobody did." in refused.words
    numbers = anna.get(TABLE.address(board))
    refused = anna.send(numbers, "/quick", button="count", status=422, cards_0="100", closed="nobody")
    assert "Left in hand of Anna: how many points?" in refused.words


def test_impossible_values_are_asked_about(anna: Visitor) -> None:
    board = TABLE.begin(anna)
    asked = {"cards_0": "52", "hand_0": "5", "cards_1": "20", "hand_1": "10", "closed": "nobody", "pot_0": "y"}
    page = anna.send(anna.get(TABLE.address(board)), "/quick", button="count", status=422, **asked)
    assert "Count again for Anna? Card values end in 0 or 5." in page.words


def test_a_side_below_nothing_has_no_bar_in_the_race(anna: Visitor) -> None:
    """A bar of a negative width is an error that the browser complains of."""
    board = TABLE.begin(anna)
    page = anna.get(TABLE.address(board))
    told = {"cards_0": "0", "hand_0": "120", "cards_1": "420", "hand_1": "20", "clean_1": "1", "pot_1": "y"}
    anna.send(page, "/quick", button="count", closed="1", **told)
    text = anna.get(board.path).text
    assert "\N{MINUS SIGN}220" in text
    assert 'width="-' not in text


def test_a_hand_without_melds_shows_no_empty_box(anna: Visitor) -> None:
    ruling = ask(anna, put(anna, "close", "burraco"), discard="4H")
    assert "It does not close." in ruling.words
    assert 'aria-label="Cards"' not in ruling.text


def test_a_second_wild_card_is_refused_with_the_reason(anna: Visitor) -> None:
    ruling = ask(anna, put(anna, "attach", "burraco"), meld=["KD", "KS", "KH", "JOKER"], card="2D")
    assert "No: a meld has one wild card at most." in ruling.words
    assert "Jokers and twos are wild." in ruling.words
    ruling = ask(anna, put(anna, "attach", "burraco"), meld=["KD", "KS", "KH"], card="QD")
    assert "No, it does not fit." in ruling.words
    assert "Three cards of a rank, or three in a row of one suit." in ruling.words


def test_clean_burracos_are_counted_one_by_one(anna: Visitor) -> None:
    """Two of them in a round are one line where the figures of the sheet were entered."""
    board = TABLE.begin(anna)
    TABLE.play(anna, board, {**TABLE.ours, "clean_0": "2"})
    assert "Clean burracos 2 0" in anna.get(f"{board.path}story").words


def test_of_closer_columns_every_card_is_read_and_one_too_many_is_asked_about() -> None:
    """At steps of a third a suit is half covered: a pip may be read as one card more, but never unmarked."""
    asked = [*CLEAN, *KINGS, "3S"]
    found = recognise(laid_out([CLEAN, KINGS, ["3S"]], step=0.34), "french", packs=2).cards
    assert sorted(each.card.code for each in found if each.card and not each.doubtful) == sorted(asked)
