"""Briscola on its pages: piles to 120, a two that lies out, card points, photographs, receipts, the referee."""

from typing import Any

import pytest
from flask import Flask

from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from tests.webapp.photos.test_photographs import photograph
from webapp.base.language.i18n import LANGUAGES
from webapp.match.models import Round

NAMES = ("Anna", "Bruno", "Carla", "Dino")
SEVENTY_ONE = [*(f"{rank}D" for rank in range(1, 11)), *(f"{rank}C" for rank in range(1, 11)), "1S", "2S"]
"""Coins and cups make 60, the ace of swords 11: eleven tricks."""


def begin(visitor: Visitor, sides: int = 2, **values: object) -> Page:
    """A match of Briscola on its board."""
    fields = {f"name_{index}": name for index, name in enumerate(NAMES[:sides])}
    form = visitor.get("/new/briscola")
    share = visitor.send(form, "/new/briscola", **{"count": str(sides), **fields, **values})
    return visitor.get(share.path)


def pile(visitor: Visitor, board: Page, index: int, codes: list[str], status: int = 200) -> Page:
    """Tap in the pile of one side."""
    page = visitor.get(f"{board.path}rounds/1/entry/piles/{index}")
    return visitor.send(page, f"/piles/{index}", button="done", card=codes, status=status)


def entry_of(visitor: Visitor, board: Page) -> Page:
    return visitor.get(f"{board.path}rounds/1/entry/")


def points(visitor: Visitor, board: Page, number: int, *counted: int, status: int = 200) -> Page:
    """Enter a round by the card points that the players counted."""
    entry = visitor.get(f"{board.path}rounds/{number}/entry/quick")
    values = {f"points_{index}": str(count) for index, count in enumerate(counted)}
    return visitor.send(entry, "/quick", button="count", status=status, **values)


def test_one_pile_and_the_rest(app: Flask, anna: Visitor) -> None:
    """The case of the contract: 71 to 49."""
    board = begin(anna)
    pile(anna, board, 0, SEVENTY_ONE)
    assert "71 of 120 card points" in entry_of(anna, board).words
    entry = anna.send(entry_of(anna, board), "/entry/", button="rest/1")
    receipt = anna.send(entry, "/entry/", button="count")
    assert "Anna wins the round with 71 of 120 card points, against 49 for Bruno." in receipt.words
    (stored,) = rows(app, Round)
    assert set(stored.entry["piles"]) == {"Anna"}
    assert "Correct round 1" in anna.send(receipt, "/correct").words


def test_sixty_each_is_nobodys_round(anna: Visitor) -> None:
    receipt = points(anna, begin(anna), 1, 60, 60)
    assert "Nobody wins the round: Anna and Bruno have 60 card points each." in receipt.words


def test_the_points_must_make_one_hundred_and_twenty(anna: Visitor) -> None:
    refused = points(anna, begin(anna), 1, 70, 51, status=422)
    assert "The card points make 121 together. They always make 120: somebody miscounted." in refused.words


def test_three_rounds_win_the_match(anna: Visitor) -> None:
    board = begin(anna)
    for number, anna_has in enumerate((61, 120, 10, 70), start=1):
        points(anna, board, number, anna_has, 120 - anna_has)
    assert "Anna wins the match. 3 rounds won." in anna.get(board.path).words


def test_with_two_sides_no_two_lies_out(anna: Visitor) -> None:
    assert "Which two was taken out?" not in entry_of(anna, begin(anna)).words


def test_with_three_players_a_two_lies_out(app: Flask, anna: Visitor) -> None:
    """The usual one is the two of cups; another may be chosen, and its place on the grid stays empty."""
    board = begin(anna, 3)
    grid = anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert 'value="2C"' not in grid.text
    assert 'value="2D"' in grid.text
    chosen = anna.send(entry_of(anna, board), "/entry/", button="set/removed/2D")
    assert "Which two was taken out?" in chosen.words
    grid = anna.get(f"{board.path}rounds/1/entry/piles/0")
    assert 'value="2C"' in grid.text
    assert 'value="2D"' not in grid.text
    without = [code for code in SEVENTY_ONE if code != "2D"]
    pile(anna, board, 0, without)
    pile(anna, board, 1, ["3S", "9S", "10S"])
    entry = anna.send(entry_of(anna, board), "/entry/", button="rest/2")
    anna.send(entry, "/entry/", button="count")
    (stored,) = rows(app, Round)
    assert stored.entry["removed"] == "2D"


def test_a_two_in_a_pile_is_not_taken_out(anna: Visitor) -> None:
    board = begin(anna, 3)
    pile(anna, board, 1, ["2S", "7S"])
    refused = anna.send(entry_of(anna, board), "/entry/", button="set/removed/2S", status=422)
    assert "The two of swords is in the pile of Bruno: take it out first." in refused.words
    assert 'value="2S"' in anna.get(f"{board.path}rounds/1/entry/piles/0").text


def test_a_card_that_lies_out_is_refused_aloud(anna: Visitor) -> None:
    refused = pile(anna, begin(anna, 3), 0, ["2C", "1D"], status=422)
    assert "This deck has no such card" in refused.words


def test_a_photographed_two_that_should_lie_out_is_asked_about(anna: Visitor, recogniser: FakeRecogniser) -> None:
    recogniser.cards = ("1D", "2C")
    board = begin(anna, 3)
    page = photograph(anna, board, 0, compose(["1D", "2C"], columns=2, size=(400, 500)))
    assert "2 cards seen" in page.words
    unanswered = anna.send(page, "piles/0", button="done", status=422)
    assert "One card in the picture has no answer yet" in unanswered.words


@pytest.mark.parametrize(("table", "seen", "asked"), [("2", 19, True), ("2", 18, False), ("2x2", 18, True)])
def test_a_pile_of_no_whole_tricks_is_asked_about(
    app: Flask, anna: Visitor, recogniser: FakeRecogniser, table: str, seen: int, asked: bool
) -> None:
    """A card that the photograph does not show lies in the rest: the other side would get its points in silence."""
    shown = SEVENTY_ONE[:seen]
    recogniser.cards = tuple(shown)
    board = begin(anna, count=table)
    page = photograph(anna, entry_of(anna, board), 0, compose(shown, columns=4, size=(700, 1200)))
    counted = anna.send(page, "piles/0", button="count", status=422 if asked else 200)
    assert ("is a card missing, or in the wrong pile?" in counted.words) == asked
    assert len(rows(app, Round)) == (not asked)
    if asked:
        anna.send(counted, "piles/0", button="anyway")
        assert len(rows(app, Round)) == 1


def test_piles_of_no_whole_tricks_are_asked_about_on_the_board_too(app: Flask, anna: Visitor) -> None:
    board = begin(anna)
    page = anna.get(f"{board.path}rounds/1/entry/piles/0")
    anna.send(page, "piles/0", button="done", card=SEVENTY_ONE[:5])
    asked = anna.send(anna.get(board.path), "/entry/", button="count", status=422)
    assert "is a card missing, or in the wrong pile?" in asked.words
    assert rows(app, Round) == []
    anna.send(asked, "/entry/", button="anyway")
    assert len(rows(app, Round)) == 1
    assert "is a card missing, or in the wrong pile?" in anna.get(f"{board.path}rounds/1").words


@pytest.mark.parametrize("game_over", [False, True])
def test_a_finish_from_the_totals(anna: Visitor, game_over: bool) -> None:
    """Two rounds to two, and the last one counted."""
    question = anna.send(anna.get("/referee/?game=briscola"), "/referee/", button="tiebreak")
    fields: dict[str, Any] = {
        "before_0": "2",
        "before_1": "2" if game_over else "1",
        "points_0": "50",
        "points_1": "70",
    }
    ruling = anna.send(question, question.path, button="ask", name_0="Anna", name_1="Bruno", **fields)
    assert ("Bruno wins the match. 3 rounds won." in ruling.words) is game_over
    assert ("Nobody has won 3 rounds yet: play on." in ruling.words) is not game_over


def test_a_number_that_is_not_typed_yet_is_no_mistake(anna: Visitor) -> None:
    entry = anna.get(f"{begin(anna, 3).path}rounds/1/entry/quick")
    assert "is missing" not in anna.send_raw(entry, "/quick", points_0="50").text
    assert "Card points of Bruno: a whole number from 0 to 120" in anna.send_raw(entry, "/quick", points_1="500").text


def test_a_match_of_one_round_that_nobody_won(anna: Visitor) -> None:
    question = anna.send(anna.get("/referee/?game=briscola"), "/referee/", button="tiebreak")
    totals = {"before_0": "0", "before_1": "0", "points_0": "60", "points_1": "60"}
    ruling = anna.send(question, question.path, button="ask", option_target="1", **totals)
    assert "Nobody has won a round yet: play on." in ruling.words


def test_every_page_speaks_every_language(anna: Visitor) -> None:
    board = begin(anna, 3)
    points(anna, board, 1, 61, 40, 19)
    words = {"en": "wins the round", "it": "vince", "de": "gewinnt", "es": "gana"}
    for anna.language in LANGUAGES:
        assert words[anna.language] in anna.get(f"{board.path}rounds/1").words
