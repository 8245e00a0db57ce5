"""Scarto and Scopinion on their pages: piles to 78, card points, counters, receipts and boards."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.webapp.conftest import rows
from tests.webapp.pages import Page, Visitor
from webapp.match.models import Round

NAMES = ("Anna", "Bruno", "Carla")


def codes(text: str) -> list[str]:
    """Codes from a short text."""
    return text.split()


HIGH = codes("KS KH KD KC T1 T20 QS QH QD QC NS NH 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S 1H 2H 3H 4H 5H 6H 7H 8H FOOL")
MIDDLE = codes("ND NC JS JH JD 9H 10H 1D 2D 3D 4D 5D 6D 7D 8D 9D 10D 1C 2C 3C")


def begin(visitor: Visitor, game: str, sides: int, **values: object) -> Page:
    """A match on its board."""
    form = visitor.get(f"/new/{game}")
    fields = {f"name_{index}": name for index, name in enumerate(NAMES[:sides])}
    share = visitor.send(form, f"/new/{game}", count=str(sides), **{**fields, **values})
    return visitor.get(share.path)


def points(visitor: Visitor, board: Page, number: int, *counted: int) -> Page:
    """Enter a round of Scarto by card points."""
    entry = visitor.get(f"{board.path}rounds/{number}/entry/quick")
    values = {f"points_{index}": str(count) for index, count in enumerate(counted)}
    return visitor.send(entry, "/quick", button="count", **values)


@pytest.mark.parametrize("deck", ["tarot", "piemontese"])
def test_three_piles(app: Flask, anna: Visitor, deck: str) -> None:
    """Two piles tapped in, the third takes the rest; the deck on the table says what the suits are called."""
    board = begin(anna, "scarto", 3, deck=deck)

    def called(codes: list[str]) -> list[str]:
        return codes if deck == "tarot" else [code.replace("H", "B") for code in codes]

    for index, cards in enumerate([called(HIGH), called(MIDDLE)]):
        pile = anna.get(f"{board.path}rounds/1/entry/piles/{index}")
        anna.send(pile, f"/piles/{index}", button="done", card=cards)
    entry = anna.get(f"{board.path}rounds/1/entry/")
    assert "The Fool: Anna" in entry.words
    assert "54 − 26 = 28" in entry.words
    entry = anna.send(entry, "/entry/", button="rest/2")
    assert "78 of 78 card points" in entry.words
    receipt = anna.send(entry, "/entry/", button="count")
    assert "Cards of Bruno without the Fool: 20. Their points: 27." in receipt.words
    assert "The Fool, held by Anna, adds 4." in receipt.words
    assert "Counted three by three" in receipt.words
    (stored,) = rows(app, Round)
    assert set(stored.entry["piles"]) == {"Anna", "Bruno"}
    assert "Correct round 1" in anna.send(receipt, "/correct").words


def test_the_fool_in_the_wrong_pile_is_refused(anna: Visitor) -> None:
    board = begin(anna, "scarto", 3)
    for index, cards in enumerate([HIGH[:-1], [*MIDDLE, "FOOL"]]):
        pile = anna.get(f"{board.path}rounds/1/entry/piles/{index}")
        anna.send(pile, f"/piles/{index}", button="done", card=cards)
    entry = anna.send(anna.get(f"{board.path}rounds/1/entry/"), "/entry/", button="rest/2")
    refused = anna.send(entry, "/entry/", button="count", status=422)
    assert "The pile of Bruno has the Fool and, counted three by three, two cards over." in refused.words


def test_points_must_make_seventy_eight(anna: Visitor) -> None:
    board = begin(anna, "scarto", 3)
    entry = anna.get(f"{board.path}rounds/1/entry/quick")
    refused = anna.send(entry, "/quick", button="count", status=422, points_0="30", points_1="30", points_2="19")
    assert "The card points make 79 together." in refused.words
    missing = anna.send(refused, "/quick", button="count", status=422, points_0="30", points_1="", points_2="99")
    assert "Card points of Bruno: a number is missing." in missing.words
    assert "Card points of Carla: a whole number from 0 to 78, please." in missing.words


def test_three_deals_and_the_lowest_pays(anna: Visitor) -> None:
    board = begin(anna, "scarto", 3)
    assert "Deals: 0 of 3" in board.words
    points(anna, board, 1, 54, 14, 10)
    assert "last" in anna.get(board.path).words
    points(anna, board, 2, 14, 10, 54)
    points(anna, board, 3, 54, 14, 10)
    over = anna.get(board.path)
    assert "Anna and Carla win" in over.words
    assert "The lowest total loses and pays: Bruno with −40." in over.words
    assert "loses" in over.words


def test_nobody_wins_when_all_are_level(anna: Visitor) -> None:
    board = begin(anna, "scarto", 3)
    for number in (1, 2, 3):
        points(anna, board, number, 26, 26, 26)
    assert "Nobody wins" in anna.get(board.path).words


def test_scopinion_is_counted(app: Flask, anna: Visitor) -> None:
    """The example of the source: 11 spades against 8 green hearts are 6 off, 7 against 9 nothing."""
    board = begin(anna, "scopinion", 2)
    assert "not counted yet" in board.words
    entry = anna.get(f"{board.path}rounds/1/entry/")
    receipt = anna.send(
        entry,
        "/entry/",
        button="count",
        counts_0_deck_spades="11",
        counts_0_deck_green="8",
        counts_1_deck_spades="7",
        counts_1_deck_green="9",
    )
    assert "Spades left over: 3, each takes 2 off. Points: −6." in receipt.words
    over = anna.get(board.path)
    assert "Bruno wins" in over.words
    (stored,) = rows(app, Round)
    assert stored.entry["results"]["Anna"]["deck"] == {"spades": 11, "green": 8, "red": 0}
    corrected = anna.send(receipt, "/correct")
    assert corrected.text.count('value="11"') == 1


def test_the_expert_game_asks_for_the_display(app: Flask, anna: Visitor) -> None:
    board = begin(anna, "scopinion", 2, option_expert="y")
    entry = anna.get(f"{board.path}rounds/1/entry/")
    stepped = anna.send(entry, "/entry/", button="set/counts_0_display_cards/1")
    assert 'id="counts_0_display_cards"' in stepped.text
    receipt = anna.send(
        stepped,
        "/entry/",
        button="count",
        counts_0_display_cards="3",
        counts_0_vault_cards="5",
        counts_0_vault_red="2",
        counts_1_vault_red="0",
    )
    assert "Each card of the smaller stack counts 1. Points: 3." in receipt.words


def _cases() -> list[Any]:
    path = Path(__file__).parents[5] / "shared" / "cases" / "score.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else []


def test_the_cards_of_the_case_are_those_entered_here() -> None:
    cases = [case for case in _cases() if case["name"] == "scarto, the Fool with the strongest pile"]
    assert all(case["input"]["rounds"][0]["piles"]["A"] == HIGH for case in cases)
