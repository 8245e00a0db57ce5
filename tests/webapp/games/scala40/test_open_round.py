"""An early round of Scala 40 is corrected, and that changes who plays a later one: it is asked what that lacks."""

import csv
import io
import json
import re
from random import Random

import pytest
from flask import Flask

from scoring.match import score_document
from scoring.problems import InvalidMatch
from tests.oracles.scala40 import random_match
from tests.shares import examples
from tests.webapp.conftest import rows
from tests.webapp.games.scala40.test_scala40_pages import begin, numbers
from tests.webapp.pages import Page, Visitor
from webapp.entry.models import Draft
from webapp.match.models import Match, Round
from webapp.match.scoreboard import Scoreboard

BRUNO_OUT = {"penalty_1": "101", "penalty_2": "5", "penalty_3": "6"}
BRUNO_IN = {"penalty_1": "10", "penalty_2": "5", "penalty_3": "6"}
OPEN = "Round 2 is not counted yet"
NOT_COUNTED = re.compile("not counted yet|does not count yet")
LACKS = "The cards left in hand are missing: Bruno."
IS_OUT = "Out of the match: Bruno cannot have closed."


def correction(visitor: Visitor, board: Page, number: int) -> Page:
    """Tap a round's number on the board; returns its form by numbers."""
    _, fields = visitor.get(board.path).form("/correct")
    visitor.client.post(f"{board.path}rounds/{number}/correct", data=fields)
    return visitor.get(f"{board.path}rounds/{number}/entry/quick")


def correct(visitor: Visitor, board: Page, number: int, status: int = 200, **values: str) -> Page:
    """Correct a round by numbers; returns the page that the phone is led to."""
    return visitor.send(correction(visitor, board, number), "/quick", button="count", status=status, **values)


def totals(board: Page) -> list[str | None]:
    return [each.text for each in board.root.findall(".//p[@class='total']")]


@pytest.fixture
def without_bruno(anna: Visitor) -> Page:
    """Bruno went out in round 1, typed for 10; rounds 2 and 3 were played without him."""
    board = begin(anna)
    numbers(anna, board, 0, **BRUNO_OUT)
    numbers(anna, anna.get(board.path), 0, penalty_2="20", penalty_3="7")
    numbers(anna, anna.get(board.path), 2, penalty_0="30", penalty_3="8")
    return anna.get(board.path)


@pytest.fixture
def closed_by_bruno(anna: Visitor) -> Page:
    """10 was typed for 101; Bruno closed round 2."""
    board = begin(anna)
    numbers(anna, board, 0, **BRUNO_IN)
    numbers(anna, anna.get(board.path), 1, penalty_0="12", penalty_2="20", penalty_3="7")
    return anna.get(board.path)


def test_a_correction_that_brings_a_side_back_is_accepted_and_every_later_round_asked(
    app: Flask, anna: Visitor, without_bruno: Page
) -> None:
    second = correct(anna, without_bruno, 1, penalty_1="10")
    assert "Correct round 2" in second.words
    assert f"{OPEN} {LACKS}" in second.words
    assert second.form("/quick")[1]["penalty_2"] == ["20"]  # what was entered stands there
    third = anna.send(second, "/quick", button="count", penalty_1="3")
    assert "Correct round 3" in third.words
    assert f"Round 3 is not counted yet {LACKS}" in third.words
    anna.send(third, "/quick", button="count", penalty_1="4")
    board = anna.get(without_bruno.path)
    assert totals(board) == ["30", "17", "25", "21"]
    assert not NOT_COUNTED.search(board.words)
    assert rows(app, Draft) == []


def test_while_a_round_is_open_every_page_says_so_and_no_total_is_wrong(
    app: Flask, anna: Visitor, bruno: Visitor, without_bruno: Page
) -> None:
    correct(anna, without_bruno, 1, penalty_1="10")
    play = without_bruno.path
    board = bruno.get(play)
    assert totals(board) == ["0", "10", "5", "6"]
    assert f"{OPEN} {LACKS}" in board.words
    assert "Only the rounds before it are in the totals." in board.words
    assert len(NOT_COUNTED.findall(board.words)) >= 3  # the note and two rows
    assert board.words.count("does not count yet") == 2
    assert "Round 4" not in board.words
    assert bruno.get(f"{play}rounds/4/entry/quick").path == play
    for number, words in ((1, "Bruno 10"), (2, OPEN), (3, "Round 3 is not counted yet")):
        assert words in bruno.get(f"{play}rounds/{number}").words.replace("\N{NO-BREAK SPACE}", " ")
    assert OPEN in bruno.get(f"{play}big").words
    assert "Who deals" not in bruno.get(f"{play}match/").words
    assert OPEN in bruno.get(f"{play}story").words
    assert OPEN in anna.get("/").words
    watched = bruno.get(play.replace("/m/", "/w/").replace(play.split("/")[2], rows(app, Match)[0].watch_token))
    assert f"{OPEN} {LACKS}" in watched.words
    assert "Complete round" not in watched.words
    assert "wins" not in bruno.send(bruno.get(f"{play}referee/"), button="tiebreak").words
    table = list(csv.reader(io.StringIO(anna.client.get(f"{play}match/rounds.csv").text.removeprefix("\ufeff"))))
    assert table[1] == ["1", "0", "10", "5", "6", "0", "10", "5", "6"]
    assert table[2:] == [[number, *["does not count yet"] * 8] for number in ("2", "3")]
    exported = json.loads(anna.client.get(f"{play}match/match.json").text)
    assert len(exported["rounds"]) == 3  # nothing is lost
    with pytest.raises(InvalidMatch) as refusal:
        score_document(exported)
    assert {problem.round for problem in refusal.value.problems} == {1}
    live = anna.client.get(f"{play}live", headers={"HX-Request": "true"})
    assert live.status_code == 200
    assert OPEN in live.text
    led = bruno.send(board, "/rounds/2/correct", button=None)
    assert "Correct round 2" in led.words


def test_the_other_way_round_who_closed_is_asked(anna: Visitor, closed_by_bruno: Page) -> None:
    second = correct(anna, closed_by_bruno, 1, penalty_1="101")
    assert f"{OPEN} {IS_OUT}" in second.words
    assert "Who closed?" in anna.send(second, "/quick", button="count", status=422).words
    anna.send(second, "/quick", button="count", closer="0")
    assert totals(anna.get(closed_by_bruno.path)) == ["0", "101", "25", "13"]


@pytest.mark.parametrize("path", ["", "quick"])
def test_a_hand_of_a_side_that_is_out_now_goes_with_the_next_count(anna: Visitor, path: str) -> None:
    """By cards and by numbers: its page has no place for that hand any more."""
    board = begin(anna)
    numbers(anna, board, 0, **BRUNO_IN)
    for index, cards in {1: ["KH"], 2: ["AS"], 3: ["2C"]}.items():
        anna.send(anna.get(f"{board.path}rounds/2/entry/piles/{index}"), f"/piles/{index}", button="done", card=cards)
    anna.send(anna.get(f"{board.path}rounds/2/entry/?by=hands"), "/entry/", button="count", closer="0")
    second = correct(anna, board, 1, penalty_1="101")
    assert "Out of the match: Bruno cannot hold cards." in second.words
    second = anna.get(f"{board.path}rounds/2/entry/{path or '?by=hands'}")
    anna.send(second, f"/entry/{path}", button="count")
    assert totals(anna.get(board.path)) == ["0", "101", "16", "8"]


def test_corrected_back_everything_is_as_it_was(app: Flask, anna: Visitor, without_bruno: Page) -> None:
    before = [each.entry for each in rows(app, Round)]
    correct(anna, without_bruno, 1, penalty_1="10")
    correct(anna, without_bruno, 1, penalty_1="101")
    board = anna.get(without_bruno.path)
    assert totals(board) == totals(without_bruno)
    assert not NOT_COUNTED.search(board.words)
    assert [each.entry for each in rows(app, Round)] == before


def test_the_last_round_is_taken_back_while_one_is_open(anna: Visitor, without_bruno: Page) -> None:
    correct(anna, without_bruno, 1, penalty_1="10")
    board = anna.send(anna.get(without_bruno.path), "/undo")
    assert OPEN in board.words
    board = anna.send(board, "/undo")
    assert not NOT_COUNTED.search(board.words)
    second = anna.get(f"{without_bruno.path}rounds/2/entry/quick")
    assert second.form("/quick")[1]["penalty_2"] == ["20"]
    anna.send(second, "/quick", button="count", penalty_1="3")
    third = anna.get(f"{without_bruno.path}rounds/3/entry/quick")
    assert third.form("/quick")[1]["penalty_0"] == ["30"]


def test_a_later_round_waits_for_the_open_one_and_says_which(
    app: Flask, anna: Visitor, bruno: Visitor, without_bruno: Page
) -> None:
    """Bruno's phone has the next round open while Anna corrects the first: what he entered is kept."""
    fourth = bruno.get(f"{without_bruno.path}rounds/4/entry/quick")
    correct(anna, without_bruno, 1, penalty_1="10")
    values = {"closer": "0", "penalty_2": "5", "penalty_3": "5"}
    refused = bruno.send(fourth, "/quick", button="count", status=422, **values)
    assert "The hand of Bruno is not entered yet." in refused.words
    refused = bruno.send(refused, "/quick", button="count", status=422, penalty_1="9")
    assert f"Round 2: {LACKS}" in refused.words
    third = correction(bruno, without_bruno, 3)
    refused = bruno.send(third, "/quick", button="count", status=422, penalty_1="4")
    assert f"Round 2: {LACKS}" in refused.words
    (kept,) = [draft for draft in rows(app, Draft) if draft.number == 4]
    assert kept.entry["penalties"] == {"Bruno": 9, "Carla": 5, "Dino": 5}
    anna.send(anna.get(f"{without_bruno.path}rounds/2/entry/quick"), "/quick", button="count", penalty_1="3")
    bruno.send(bruno.get(f"{without_bruno.path}rounds/3/entry/quick"), "/quick", button="count", penalty_1="4")
    correction(anna, without_bruno, 3) if rows(app, Draft)[0].number == 3 else None
    fourth = bruno.get(f"{without_bruno.path}rounds/4/entry/quick")
    bruno.send(fourth, "/quick", button="count")
    assert totals(anna.get(without_bruno.path)) == ["30", "26", "30", "26"]


def test_of_two_phones_that_complete_a_round_the_second_is_told(
    anna: Visitor, bruno: Visitor, without_bruno: Page
) -> None:
    second = correct(anna, without_bruno, 1, penalty_1="10")
    late = correction(bruno, without_bruno, 2)
    anna.send(second, "/quick", button="count", penalty_1="3")
    told = bruno.send(late, "/quick", button="count", status=409, penalty_1="77")
    assert "Round 2 is counted already" in told.words
    bruno.send(told, "/conflict", button="keep")
    assert "77" not in anna.get(without_bruno.path).words


def test_a_correction_of_a_round_that_is_open_meanwhile_is_compared_with_nothing(
    anna: Visitor, bruno: Visitor, without_bruno: Page
) -> None:
    late = correction(bruno, without_bruno, 3)
    correct(anna, without_bruno, 3, penalty_3="9")
    correct(anna, without_bruno, 1, penalty_1="10")
    told = bruno.send(late, "/quick", button="count", status=409, penalty_3="11", penalty_1="1")
    assert "Round 3 is counted already" in told.words


def test_points_that_are_given_open_a_round_too(anna: Visitor, without_bruno: Page) -> None:
    """Ten off for Bruno in round 1: he was not out."""
    values = {"adjust_side_0": "1", "adjust_sign_0": "minus", "adjust_points_0": "10", "adjust_reason_0": "miscounted"}
    second = correct(anna, without_bruno, 1, **values)
    assert f"{OPEN} {LACKS}" in second.words


def test_a_correction_that_ends_the_match_leaves_later_rounds_uncounted(
    app: Flask, anna: Visitor, closed_by_bruno: Page
) -> None:
    board = correct(anna, closed_by_bruno, 1, penalty_1="150", penalty_2="150", penalty_3="150")
    assert "Anna wins: all the others are out." in board.words
    board = anna.get(closed_by_bruno.path)
    assert "Anna wins" in board.words
    assert not NOT_COUNTED.search(board.words)
    assert "The match was over before" in anna.get(f"{closed_by_bruno.path}rounds/2").words
    before = rows(app, Round)[1].entry
    correct(anna, closed_by_bruno, 2)
    assert rows(app, Round)[1].entry == before  # who played it stays in it


def test_what_is_wrong_with_the_corrected_round_itself_is_still_refused(anna: Visitor, without_bruno: Page) -> None:
    page = correction(anna, without_bruno, 1)
    refused = anna.send(page, "/quick", button="count", status=422, penalty_1="")
    assert "The hand of Bruno is not entered yet." in refused.words


def test_the_receipt_of_a_closer_whom_points_put_out(anna: Visitor) -> None:
    board = begin(anna)
    values = {"adjust_side_0": "0", "adjust_points_0": "101", "adjust_reason_0": "wrong opening"}
    receipt = numbers(anna, board, 0, **BRUNO_IN, **values)
    assert "Out: Anna." in receipt.words
    assert "Closed, but out: the points that were given make the total 101." in receipt.words
    assert "Bruno deals" in anna.get(board.path).words


IN_WORDS = {
    "en": (OPEN, "Only the rounds before it are in the totals.", "Complete round 2"),
    "it": (
        "La smazzata 2 non è ancora segnata",
        "Nei totali ci sono solo le smazzate precedenti.",
        "Completa la smazzata 2",
    ),
    "de": ("Runde 2 ist noch nicht gewertet", "Im Stand sind nur die Runden davor.", "Runde 2 ergänzen"),
    "es": (
        "La ronda 2 aún no está contada",
        "En los totales solo están las rondas anteriores",
        "Completar la ronda 2",
    ),
}


def test_in_every_language(app: Flask, anna: Visitor, without_bruno: Page) -> None:
    correct(anna, without_bruno, 1, penalty_1="10")
    for language, sentences in IN_WORDS.items():
        board = Visitor(app, language).get(without_bruno.path)
        for sentence in sentences:
            assert sentence in board.words


def test_whatever_is_corrected_the_score_is_that_of_the_rounds_before_the_open_one() -> None:
    """Any round of any match is entered anew as one of another match with the same sides was."""
    for seed in range(examples(120)):
        random = Random(seed)
        document = random_match(random)
        if len(document["rounds"]) < 2:
            continue
        entries = list(document["rounds"])
        at = random.randrange(len(entries) - 1)
        losers = list(entries[at].get("hands", entries[at].get("penalties", {})))
        entries[at] = {"closer": entries[at]["closer"], "penalties": {side: random.choice([3, 150]) for side in losers}}
        stored = [Round(number=number, entry=entry, save_token="") for number, entry in enumerate(entries, 1)]
        sides, options = document["sides"], document["options"]
        match = Match(
            game="scala40", options=options, sides=sides, players=sides, first_dealer=0, dealt_from=1, rounds=stored
        )
        board = Scoreboard(match)
        upto = (board.open_number or len(entries) + 1) - 1
        assert upto > at, seed
        counted = score_document({**document, "rounds": entries[:upto]})
        assert (board.score.totals, board.score.out) == (counted.totals, counted.out), seed
        assert board.dealer(len(entries) + 1) in sides, seed
        if board.open_number:
            with pytest.raises(InvalidMatch):
                score_document({**document, "rounds": entries[: upto + 1]})
