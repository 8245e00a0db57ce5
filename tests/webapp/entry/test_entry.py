"""Entering a round: nothing is lost, nothing counts twice, and two phones do not overwrite each other."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from scoring.cards import ITALIAN, codes
from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor
from webapp.entry.models import Draft
from webapp.match.models import Match, Round

DECK = codes(ITALIAN.cards)
AWARDS = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}


# Twice


@pytest.mark.storing
def test_a_double_tap_that_arrives_at_the_same_moment_counts_once(app: Flask, anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: anna.send_raw(page, "/quick", button="count", **AWARDS), range(6)))
    assert {answer.status_code for answer in answers} == {303}
    assert len(rows(app, Round)) == 1
    assert "Anna 4 7 to go" in anna.get(board.path).words


def test_a_new_match_form_sent_twice_makes_one_match(app: Flask, anna: Visitor) -> None:
    form = anna.get("/new/scopa")
    assert anna.send(form, "/new/scopa").path == anna.send(form, "/new/scopa").path
    assert len(rows(app, Match)) == 1


def test_undo_sent_twice_takes_one_of_two_rounds_back(app: Flask, anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    board = quick_round(anna, board, cards="0")
    anna.send(board, "/undo")
    assert "Anna 1" in anna.send(board, "/undo").words
    assert len(rows(app, Round)) == 1


def test_undo_spares_a_round_that_another_phone_changed_meanwhile(anna: Visitor, bruno: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    correction = bruno.send(bruno.get(f"{board.path}rounds/1"), "/correct")
    bruno.send(correction, "/quick", button="count", award_cards="1", award_settebello="1")
    assert "– +2" in anna.send(board, "/undo").words


@pytest.mark.parametrize("button", ["count", "rows/more"])
def test_a_blank_form_begins_no_round(app: Flask, anna: Visitor, board: Page, button: str) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    anna.send_raw(page, "/quick", button=button)
    assert not rows(app, Draft)


# Two phones


def test_the_second_phone_is_refused_kindly_and_keeps_what_it_entered(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    mine = anna.get(f"{board.path}rounds/1/entry/quick")
    theirs = bruno.get(f"{board.path}rounds/1/entry/quick")
    anna.send(mine, "/quick", button="count", **AWARDS)
    refused = bruno.send(theirs, "/quick", button="count", status=409, **{**AWARDS, "award_cards": "1"})
    assert "Round 1 is counted already" in refused.words
    assert "counted yours Anna +4 +3 Bruno +0 +1" in refused.words
    again = bruno.get(f"{board.path}rounds/1/entry/quick")
    assert "Round 1 is counted already" in again.words
    page = bruno.send(again, "/conflict", button="replace")
    _, fields = page.form("/quick", "count")
    assert fields["award_cards"] == ["1"]
    receipt = bruno.send(page, "/quick", button="count")
    assert "Anna leads 3 to 1." in receipt.words


def test_a_phone_that_counts_what_another_has_counted_just_now_is_asked_nothing(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    pages = [phone.get(f"{board.path}rounds/1/entry/quick") for phone in (anna, bruno)]
    answers = [p.send_raw(g, "/quick", button="count", **AWARDS) for p, g in zip((anna, bruno), pages, strict=True)]
    assert [answer.headers.get("Location") for answer in answers] == [f"{board.path}?counted=1#round-panel"] * 2
    assert len(rows(app, Round)) == 1
    assert not rows(app, Draft)


@pytest.mark.storing
def test_ten_phones_at_once_count_the_round_once(app: Flask, board: Page) -> None:
    phones = [Visitor(app) for _ in range(10)]
    pages = [phone.get(f"{board.path}rounds/1/entry/quick") for phone in phones]
    with ThreadPoolExecutor(10) as pool:
        tries = [
            pool.submit(p.send_raw, g, "/quick", button="count", **AWARDS) for p, g in zip(phones, pages, strict=True)
        ]
    # They all say the same: the round is counted, and nobody is asked about a conflict.
    assert [attempt.result().headers["Location"] for attempt in tries] == [f"{board.path}?counted=1#round-panel"] * 10
    assert len(rows(app, Round)) == 1
    assert not rows(app, Draft)


def test_the_board_answers_a_poll_only_when_something_changed(anna: Visitor, board: Page) -> None:
    poll = address_of(board, "board")
    assert anna.client.get(poll).status_code == 204
    quick_round(anna, board, cards="0")
    answer = anna.client.get(poll, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'id="board"' in answer.text
    assert "<html" not in answer.text
    assert anna.client.get(address_of(anna.get(board.path), "board")).status_code == 204


def test_whoever_is_still_entering_a_counted_round_is_told(anna: Visitor, bruno: Visitor, board: Page) -> None:
    page = bruno.get(f"{board.path}rounds/1/entry/quick")
    bruno.get(f"{board.path}rounds/1/entry/piles/0")
    pile = bruno.get(f"{board.path}rounds/1/entry/piles/0")  # that somebody enters it is no news any more
    assert bruno.client.get(address_of(pile, "news")).status_code == 204
    quick_round(anna, board, cards="0")
    answer = bruno.client.get(address_of(pile, "news"), headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == f"{board.path}?counted=1#round-panel"
    panel = bruno.client.get(address_of(page, "next-round"), headers={"HX-Request": "true"})
    assert 'data-number="2"' in panel.text
    bruno.send_raw(page, "/quick", award_cards="1")  # something else: it is kept
    panel = bruno.client.get(address_of(page, "next-round"), headers={"HX-Request": "true"})
    assert "Round 1 is counted already" in panel.text
    answer = bruno.client.get(address_of(pile, "news"), headers={"HX-Request": "true"})
    assert "Round 1 is counted already" in bruno.get(answer.headers["HX-Redirect"]).words
    assert "Round 1 is counted already" in bruno.get(f"{board.path}rounds/1/entry/").words


def address_of(page: Page, poll: str) -> str:
    """Where the element `poll` of a page asks for what is new."""
    element = next(each for each in page.root.iter() if each.get("id") == poll)
    return element.get("hx-get", "")


# Drafts


def test_every_tap_is_kept_and_every_phone_at_the_table_sees_it(anna: Visitor, bruno: Visitor, board: Page) -> None:
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    kept = anna.send_raw(pile, "piles/0", card=["7D", "1C"])
    assert kept.status_code == 200
    assert kept.headers["HX-Retarget"] == "#kept"
    assert "2 cards 1 coin 1 seven" in anna.get(f"{board.path}rounds/1/entry/").words
    assert "2 cards 1 coin 1 seven" in bruno.get(f"{board.path}rounds/1/entry/").words


def test_a_card_taken_by_another_side_shows_whose_it_is_and_moves_by_a_tap(anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/piles/"
    anna.send(anna.get(f"{path}0"), "piles/0", button="done", card=["7D", "1C"])
    pile = anna.get(f"{path}1")
    box = pile.root.find(".//input[@id='card-7D']")
    assert box is not None
    assert box.get("aria-label") == "seven of coins, with Anna"
    anna.send_raw(pile, "piles/1", card=["7D"])
    assert "1 card 0 coins" in anna.get(f"{board.path}rounds/1/entry/").words
    was = json.loads(pile.form("piles/1", "done")[1]["was"][0]) | {"card": ["7D"]}
    anna.send_raw(pile, "piles/1", card=[], was=json.dumps(was))  # the second tap: it goes back to where it was
    assert "2 cards 1 coin" in anna.get(f"{board.path}rounds/1/entry/").words


def test_the_rest_follows_the_other_piles(anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/"
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=DECK[:20])
    entry = anna.send(anna.get(path), "entry/", button="rest/1")
    assert entry.words.count("20 cards") == 2
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=DECK[:21])
    assert "19 cards" in anna.get(path).words


def test_count_gives_the_only_side_without_a_pile_the_rest_wherever_it_is_pressed(
    app: Flask, anna: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/"
    refused = anna.send(anna.get(path), "entry/", button="count", status=422)
    assert "The cards of Bruno are not entered yet." in refused.words  # nor is Anna's: nobody's is the rest
    entry = anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=DECK[:20])
    assert "Takes the rest: 20 cards" in entry.words
    anna.send(entry, "entry/", button="count")
    anna.send(anna.get(f"{board.path}rounds/2/entry/piles/0"), "piles/0", button="count", card=DECK[:20])
    first, second = (round_.entry for round_ in rows(app, Round))
    assert first == second
    assert list(first["piles"]) == ["Anna"]


def test_with_two_piles_open_nobody_takes_the_rest(app: Flask, anna: Visitor) -> None:
    board = start(anna, "Anna", "Bruno", "Carla")
    path = f"{board.path}rounds/1/entry/"
    entry = anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=DECK[:20])
    assert "The cards of Bruno are not entered yet." in anna.send(entry, "entry/", button="count", status=422).words
    assert not rows(app, Round)


def test_cards_in_no_pile_are_shown_and_given_by_a_tap(anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/"
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=DECK[:20])
    entry = anna.send(anna.get(f"{path}piles/1"), "piles/1", button="done", card=DECK[23:])
    refused = anna.send(entry, "entry/", button="count", status=422)
    assert "3 cards are in no pile" in refused.words
    entry = anna.send(refused, "entry/", button=f"give/{DECK[20]}/0")
    entry = anna.send(entry, "entry/", button="give/all/1")
    assert "21 cards" in entry.words
    assert "19 cards" in entry.words
    assert anna.send(entry, "entry/", button="count").path.endswith("/rounds/1")


def test_sweeps_that_the_piles_do_not_allow_are_named(anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/"
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=DECK[:4])
    entry = anna.send(anna.get(path), "entry/", button="rest/1")
    refused = anna.send(entry, "entry/", button="count", sweeps_0="3", status=422)
    assert "Anna cannot have cleared the table 3 times" in refused.words
    _, fields = refused.form("entry/", "count")
    assert fields["sweeps_0"] == ["3"]


def test_a_number_that_is_none_is_named_and_nothing_is_lost(anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    for wrong in ("two", "-1", "1.5", "²", "999"):
        refused = anna.send(page, "/quick", button="count", status=422, sweeps_1=wrong, **AWARDS)
        assert "Sweeps of Bruno" in refused.words
        _, fields = refused.form("/quick", "count")
        assert fields["award_coins"] == ["0"]
        assert fields["sweeps_1"] == [wrong]


def test_a_category_without_an_answer_is_asked_for(anna: Visitor, board: Page) -> None:
    page = anna.get(f"{board.path}rounds/1/entry/quick")
    refused = anna.send(page, "/quick", button="count", status=422, award_cards="1")
    assert "Coins: who scores?" in refused.words
    assert "Cards: who scores?" not in refused.words


def test_plus_and_minus_work_without_scripts(anna: Visitor, board: Page) -> None:
    entry = anna.get(f"{board.path}rounds/1/entry/")
    for expected in ("1", "2"):
        entry = anna.send(entry, "entry/", button=f"set/sweeps_1/{expected}")
        _, fields = entry.form("entry/", "count")
        assert fields["sweeps_1"] == [expected]


def test_piles_stay_while_quick_entry_is_tried(anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/"
    anna.send(anna.get(f"{path}piles/0"), "piles/0", button="done", card=DECK[:20])
    page = anna.get(f"{path}quick")
    anna.send_raw(page, "/quick", award_cards="1")
    assert "20 cards" in anna.get(anna.get(f"{path}quick").link("By cards")).words


def test_the_entry_of_a_counted_round_leads_to_its_receipt(anna: Visitor, board: Page) -> None:
    quick_round(anna, board, cards="0")
    for page in ("", "quick"):
        assert anna.get(f"{board.path}rounds/1/entry/{page}").path.endswith("/rounds/1")
    assert 'id="next-round" class="next-round" data-number="2"' in anna.get(f"{board.path}rounds/7/entry/").text


def test_no_round_is_entered_after_the_end(anna: Visitor, board: Page) -> None:
    quick_round(anna, board, cards="0", sweeps_0="15")
    assert anna.get(f"{board.path}rounds/2/entry/").path == board.path
