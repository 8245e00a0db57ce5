"""Tressette on its pages: pile and rest, the last trick, accusi by tap and by number, cappotto, the referee."""

from typing import Any

from flask import Flask

from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.scoring.rounds import cards
from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from webapp.base.language.i18n import LANGUAGES
from webapp.match.models import Round

HALF = cards("*D *C")


def begin(visitor: Visitor, **values: object) -> Page:
    """A match on its board."""
    form = visitor.get("/new/tressette")
    share = visitor.send(form, "/new/tressette", count="2", name_0="Anna", name_1="Bruno", **values)
    return visitor.get(share.path)


def entry_of(visitor: Visitor, board: Page, number: int = 1) -> Page:
    return visitor.get(f"{board.path}rounds/{number}/entry/")


def half_each(visitor: Visitor, board: Page, codes: list[str] = HALF) -> Page:
    """Tap in one pile; the other takes the rest."""
    page = visitor.get(f"{board.path}rounds/1/entry/piles/0")
    visitor.send(page, "/piles/0", button="done", card=codes)
    return visitor.send(entry_of(visitor, board), "/entry/", button="rest/1")


def points(visitor: Visitor, board: Page, number: int, anna: int, status: int = 200, **more: str) -> Page:
    """Count a round by the points that were counted."""
    page = visitor.get(f"{board.path}rounds/{number}/entry/quick")
    values = {"points_0": str(anna), "points_1": str(11 - anna), **more}
    return visitor.send(page, "/quick", button="count", status=status, **values)


def test_pile_and_rest_the_last_trick_and_an_accuso(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    entry = half_each(anna, board)
    assert "16 thirds" in entry.words
    assert "10 of 11 points" in entry.words
    again = anna.send(entry, "/entry/", button="rest/nobody")
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert "10 of 11 points" in pile.words, "the rest is Bruno's already"
    entry = anna.send(again, "/entry/", button="rest/1")
    refused = anna.send(entry, "/entry/", button="count", status=422)
    assert "Who took the last trick?" in refused.words
    shown = {"last_trick": "1", "accuso_D": "0:1D,2D,3D", "accuso_3": "1:3C,3S,3B"}
    receipt = anna.send(entry_of(anna, board), "/entry/", button="count", **shown)
    assert "Cards of Anna: 16 thirds, so 5 points." in receipt.words
    assert "The last trick, for Bruno: 1 point." in receipt.words
    (stored,) = rows(app, Round)
    assert stored.entry == {
        "piles": {"Anna": HALF},
        "last_trick": "Bruno",
        "accusi": [{"side": "Anna", "cards": ["1D", "2D", "3D"]}, {"side": "Bruno", "cards": ["3C", "3S", "3B"]}],
    }
    again = anna.send(receipt, "/correct")
    assert 'name="accuso_D" value="0:1D,2D,3D" checked' in again.text
    assert '<option value="1:3C,3S,3B" selected>' in again.text


def test_what_both_sides_cannot_show(anna: Visitor) -> None:
    board = begin(anna)
    half_each(anna, board)
    shown = {"last_trick": "1", "accuso_C": "0:1C,2C,3C", "accuso_1": "1:1C,1S,1B"}
    refused = anna.send(entry_of(anna, board), "/entry/", button="count", status=422, **shown)
    assert "Declared by both sides, and that cannot be: ace of cups." in refused.words


def test_accusi_by_numbers_that_no_hands_give_are_asked_about(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    asked = points(anna, board, 1, 7, said_0="5", status=422)
    assert "Accusi never add up to that: Anna, 5." in asked.words
    points(anna, board, 1, 7, said_0="6")
    (stored,) = rows(app, Round)
    assert stored.entry == {"card_points": {"Anna": 7, "Bruno": 4}, "accusi_points": {"Anna": 6}}


def test_two_players_show_again_what_they_lengthen(app: Flask, anna: Visitor) -> None:
    board = begin(anna, option_players="2")
    half_each(anna, board)
    shown = {"last_trick": "0", "accuso_1": "0:1D,1C,1S", "accuso_1_again": "0:1D,1C,1S,1B"}
    receipt = anna.send(entry_of(anna, board), "/entry/", button="count", **shown)
    (stored,) = rows(app, Round)
    assert [len(each["cards"]) for each in stored.entry["accusi"]] == [3, 4]
    again = anna.send(receipt, "/correct")
    assert '<option value="0:1D,1C,1S,1B" selected>' in again.text
    assert '<option value="0:1D,1C,1S" selected>' in again.text


def test_accusi_that_are_no_longer_played_are_dropped_with_the_next_count(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    half_each(anna, board)
    anna.send(entry_of(anna, board), "/entry/", button="count", last_trick="0", accuso_D="0:1D,2D,3D")
    anna.send(anna.get(f"{board.path}match/rules/"), "/match/rules/", option_accusi=None)
    assert "“Accusi” is not played under these house rules." in anna.get(board.path).words
    anna.send(anna.send(anna.get(f"{board.path}rounds/1"), "/correct"), "/entry/", button="count")
    (stored,) = rows(app, Round)
    assert stored.entry == {"piles": {"Anna": HALF}, "last_trick": "Anna"}


def test_the_points_must_make_eleven(anna: Visitor) -> None:
    refused = points(anna, begin(anna), 1, 7, status=422, points_1="5")
    assert "The card points make 12 together. They always make 11: somebody miscounted." in refused.words


def test_without_accusi_none_are_asked_for_and_21_win(anna: Visitor) -> None:
    board = begin(anna, option_accusi=None)
    assert 'id="accusi"' not in entry_of(anna, board).text
    for number, anna_has in enumerate((10, 11), start=1):
        points(anna, board, number, anna_has)
    assert "Anna wins with 21" in anna.get(board.path).words


def test_a_match_to_thirty_one(anna: Visitor) -> None:
    board = begin(anna)
    for number, (anna_has, said) in enumerate(((9, "3"), (8, "0"), (10, "3")), start=1):
        points(anna, board, number, anna_has, said_0=said)
    assert "Anna wins with 33" in anna.get(board.path).words


def test_a_cappotto_by_numbers_is_said(app: Flask, anna: Visitor) -> None:
    board = begin(anna, option_cappotto="tricks")
    refused = points(anna, board, 1, 10, status=422, cappotto="y")
    assert "Not everything is with Anna: no cappotto." in refused.words
    points(anna, board, 1, 11, cappotto="y")
    assert "Anna wins at once, with all forty cards." in anna.get(board.path).words


def test_a_round_by_piles_may_have_its_accusi_as_a_number(app: Flask, anna: Visitor) -> None:
    """An imported round stays so when it is corrected."""
    board = begin(anna)
    anna.send_raw(anna.get(f"{board.path}rounds/1/entry/quick"), "/quick", said_0="3")
    entry = half_each(anna, board)
    anna.send(entry, "/entry/", button="count", last_trick="0")
    (stored,) = rows(app, Round)
    assert stored.entry == {"piles": {"Anna": HALF}, "last_trick": "Anna", "accusi_points": {"Anna": 3}}


def test_a_photographed_pile(anna: Visitor, recogniser: FakeRecogniser) -> None:
    recogniser.cards = ("1D", "2C")
    page = photograph(anna, begin(anna), 0, compose(["1D", "2C"], columns=2, size=(400, 500)))
    assert "2 cards seen" in page.words
    assert page.form("", "done")[1]["card"] == ["1D", "2C"]


def ask(visitor: Visitor, question: str, **fields: Any) -> Page:
    form = visitor.send(visitor.get("/referee/?game=tressette"), "/referee/", button=question)
    return visitor.send(form, form.path, button="ask", **fields)


def test_the_referee_says_what_a_hand_may_show(anna: Visitor) -> None:
    ruling = ask(anna, "accuso", hand=cards("1-3C 3S 3B 7D"))
    assert "Yes: that is 6 points." in ruling.words
    assert "Threes, without coins, 3 points." in ruling.words
    assert "No: this is no accuso." in ask(anna, "accuso", hand=cards("4-7D")).words


def test_the_referee_says_who_takes_the_trick(anna: Visitor) -> None:
    ruling = ask(anna, "trick", trick_0="10C", trick_1="1C", trick_2="3C", trick_3="2C")
    assert "The three of cups takes the trick: it was the third card." in ruling.words
    two = ask(anna, "trick", trick_0="7B", trick_1="8B", option_players="2")
    assert "The knave of batons takes the trick: it was the second card." in two.words


def test_the_referee_says_what_may_be_played(anna: Visitor) -> None:
    ruling = ask(anna, "play", trick_0="7C", hand=cards("4C 3C 1D"), card="1D")
    assert "No: cups must be followed." in ruling.words
    assert "Led: cups. Without that suit, any card." in ruling.words


def test_a_finish_from_the_totals(anna: Visitor) -> None:
    fields = {"before_0": "25", "before_1": "29", "points_0": "7", "points_1": "4", "said_0": "6"}
    names = {"name_0": "Anna", "name_1": "Bruno"}
    ruling = ask(anna, "tiebreak", **names, **fields)
    assert "Anna wins with more points: 38 against 33." in ruling.words
    assert "Ask: who claimed the target first?" in ruling.words


def test_every_page_speaks_every_language(anna: Visitor) -> None:
    board = begin(anna)
    points(anna, board, 1, 7, said_0="3")
    words = {"en": "what you agreed on", "it": "concordato", "de": "vereinbart", "es": "acordado"}
    for anna.language in LANGUAGES:
        assert words[anna.language] in anna.get(f"{board.path}rounds/1").words
