"""Two rounds are counted at once: no entry of other phones is lost."""

import json

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.webapp.conftest import call, rows
from tests.webapp.pages import Page, Visitor
from webapp.entry.models import Draft
from webapp.match import rounds
from webapp.match.models import Round
from webapp.photos.models import Upload

AWARDS = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
THEIRS = {**AWARDS, "award_cards": "1"}


def counted_by_other(anna: Visitor, bruno: Visitor, board: Page) -> Page:
    """Anna counts round 1; Bruno, who has entered other values for it, is asked how to continue."""
    path = f"{board.path}rounds/1/entry/quick"
    his = bruno.get(path)
    anna.send(anna.get(path), "/quick", button="count", **AWARDS)
    return bruno.send(his, "/quick", button="count", status=409, **THEIRS)


def his_round_moved(anna: Visitor, bruno: Visitor, board: Page) -> Page:
    """Bruno's refused round 1 becomes round 2, which Anna has begun; returns his page of it."""
    refused = counted_by_other(anna, bruno, board)
    path = f"{board.path}rounds/2/entry/quick"
    anna.send_raw(anna.get(path), "/quick", award_cards="0", sweeps_0="3")
    moved = bruno.send(refused, "/conflict", button="next")
    assert (moved.path, moved.query) == (board.path, "round=2")
    return moved


def cards_award(page: Page) -> list[str] | None:
    return page.form("/quick", "count")[1].get("award_cards")


@pytest.mark.storing
def test_a_round_that_becomes_the_next_leaves_what_others_have_begun(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    moved = his_round_moved(anna, bruno, board)
    assert cards_award(moved) == ["1"]
    hers = anna.get(f"{moved.path}?{moved.query}")
    assert (cards_award(hers), hers.form("/quick", "count")[1]["sweeps_0"]) == (["0"], ["3"])
    bruno.send(moved, "/quick", button="count")
    assert [each.number for each in rows(app, Round)] == [1, 2]
    asked = anna.send(hers, "/quick", button="count", status=409, **{**AWARDS, "award_cards": "0"})
    assert "Round 2 is counted already" in asked.words
    page = anna.send(asked, "/conflict", button="next")
    assert page.form("/quick", "count")[1]["sweeps_0"] == ["3"]


def test_a_phone_that_entered_something_else_is_asked_after_the_end_too(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    his = bruno.get(f"{board.path}rounds/1/entry/quick")
    anna.send(anna.get(f"{board.path}rounds/1/entry/quick"), "/quick", button="count", sweeps_0="15", **AWARDS)
    bruno.send_raw(his, "/quick", **THEIRS)
    (panel,) = (each for each in his.root.iter() if each.get("id") == "next-round")
    asked = bruno.client.get(panel.get("hx-get", ""), headers={"HX-Request": "true"})
    assert "Round 1 is counted already" in asked.text
    assert "Round 1 is counted already" in bruno.get(f"{board.path}?round=1").words


def test_the_board_says_that_an_entry_is_kept_until_its_phone_has_chosen(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    """Who left the question by the address bar or by "Board" lost the round in silence."""
    kept = "Another phone was quicker with round 1. Yours is kept."
    refused = counted_by_other(anna, bruno, board)
    his = bruno.get(board.path)
    assert kept in his.words
    assert kept not in anna.get(board.path).words
    (link,) = (each for each in his.root.iter("a") if "round=1#" in each.get("href", ""))
    assert "Round 1 is counted already" in bruno.get(link.get("href", "").partition("#")[0]).words
    bruno.send(refused, "/conflict", button="keep")
    assert kept not in bruno.get(board.path).words


def test_a_correction_can_be_left(app: Flask, anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1"
    anna.send(anna.get(f"{path}/entry/quick"), "/quick", button="count", **AWARDS)
    correction = anna.send(anna.get(path), "/correct")
    anna.send_raw(correction, "/quick", award_cards="1")
    assert len(rows(app, Draft)) == 1
    assert anna.send(correction, "/conflict", button="keep").path == board.path
    assert rows(app, Draft) == []


@pytest.mark.storing
@pytest.mark.parametrize("choice", ["keep", "next", "replace"])
def test_an_answer_that_comes_late_or_twice_leaves_what_others_have_entered(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page, choice: str
) -> None:
    """Bruno answers on a page left open, though he has answered before and Anna has taken the round back since."""
    refused = counted_by_other(anna, bruno, board)
    bruno.send(refused, "/conflict", button="keep")
    anna.send(anna.get(board.path), "/undo")
    (hers,) = rows(app, Draft)
    late = bruno.send(refused, "/conflict", button=choice)
    assert (late.path, late.query) == (board.path, "")
    assert [(each.device, each.number, each.entry) for each in rows(app, Draft)] == [("", 1, hers.entry)]


def test_a_photograph_still_being_read_goes_along_with_the_round_that_becomes_the_next(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    """It was left out in silence."""
    refused = counted_by_other(anna, bruno, board)
    (his,) = rows(app, Draft)
    of_pile = {"kind": "pile", "match_id": his.match_id, "place": "0", "pattern": "napoletane"}
    with app.app_context(), app.extensions["database"].writing() as session:
        session.add(Upload(token="sent", device=his.device, about={"number": 1}, **of_pile))
    bruno.send(refused, "/conflict", button="next")
    assert [upload.about["number"] for upload in rows(app, Upload)] == [2]


def test_a_phone_whose_taps_arrive_after_the_count_is_asked(anna: Visitor, bruno: Visitor, board: Page) -> None:
    """Its page is another one by now, so nothing else would say that its taps do not count."""
    path = f"{board.path}rounds/1/entry/quick"
    page = bruno.get(path)
    (form,) = (each for each in page.root.iter("form") if each.get("id") == "round")
    anna.send(anna.get(path), "/quick", button="count", **AWARDS)

    def tapped(seat: str, **more: str) -> TestResponse:
        tap = json.dumps([{"id": f"tap {seat}", "field": "award_cards", "value": seat}])
        sent = {**page.form("/quick")[1], "events": tap, **more}
        return bruno.client.post(form.get("data-events"), data=sent, headers={"HX-Request": "true"})

    assert tapped("0").status_code == 409
    assert "HX-Redirect" not in tapped("0", late="y").headers  # as it was counted
    asked = bruno.get(tapped("1", late="y").headers["HX-Redirect"])
    assert "Round 1 is counted already" in asked.words


def test_what_was_just_counted_is_said_until_the_next_round_counts(anna: Visitor, board: Page) -> None:
    """A refused form, a button and another way of entering left it out: all rows moved up under the finger."""
    anna.send(anna.get(f"{board.path}rounds/1/entry/quick"), "/quick", button="count", **AWARDS)
    page = anna.get(f"{board.path}?counted=1&round=2&by=awards")
    for scripts, button in ((True, "count"), (False, "count"), (True, "rows/more")):
        address, fields = page.form("/quick", button)
        answer = anna.client.post(address, data=fields, headers={"HX-Request": "true"} if scripts else {})
        assert ("This cannot be counted yet" in answer.text) is (button == "count")
        assert 'class="note counted"' in answer.text, button
    (tab,) = (each for each in page.root.iter("a") if each.text == "By cards")
    answer = anna.client.get(tab.get("hx-get", ""), headers={"HX-Request": "true"})
    assert 'class="note counted"' in answer.text


def test_called_sweeps_of_the_next_round_outlive_a_round_that_becomes_it(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    refused = counted_by_other(anna, bruno, board)
    call(anna, anna.get(board.path))
    bruno.send(refused, "/conflict", button="next")
    assert "Scopa! 1" in anna.get(board.path).words
    assert {draft.device == rounds.SHARED for draft in rows(app, Draft)} == {True, False}


def test_a_next_round_that_nobody_has_begun_becomes_the_tables(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    refused = counted_by_other(anna, bruno, board)
    path = f"{board.path}rounds/2/entry/quick"
    anna.send_raw(anna.get(path), "/quick")
    bruno.send(refused, "/conflict", button="next")
    assert cards_award(anna.get(path)) == ["1"]
    assert [draft.device for draft in rows(app, Draft)] == [rounds.SHARED]


def correction_of_undone(anna: Visitor, bruno: Visitor, board: Page) -> Page:
    """Bruno corrects round 1, which Anna then takes back."""
    anna.send(anna.get(f"{board.path}rounds/1/entry/quick"), "/quick", button="count", **AWARDS)
    correction = bruno.send(bruno.get(f"{board.path}rounds/1"), "/correct")
    anna.send(anna.get(board.path), "/undo")
    return correction


def test_a_correction_of_a_round_that_was_taken_back_leaves_that_to_the_table(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/quick"
    correction = correction_of_undone(anna, bruno, board)
    refused = bruno.send(correction, "/quick", button="count", status=409, **THEIRS)
    assert cards_award(bruno.send(refused, "/conflict", button="next")) == ["1"]
    assert cards_award(anna.get(path)) == ["0"]


def test_a_correction_of_a_round_that_was_taken_back_and_counted_anew_is_asked_about(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/quick"
    correction = correction_of_undone(anna, bruno, board)
    anna.send(anna.get(path), "/quick", button="count", sweeps_0="3", **AWARDS)
    bruno.send(correction, "/quick", button="count", status=409, **THEIRS)
    assert rows(app, Round)[0].entry["sweeps"] == {"Anna": 3}


def test_a_round_that_becomes_the_next_leaves_what_its_phone_has_for_that(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    """Bruno's refused round 1 is his own round 2; then Anna's round 2 is taken back with one that she had begun."""
    moved = his_round_moved(anna, bruno, board)
    anna.send(anna.get(f"{board.path}rounds/2/entry/quick"), "/quick", button="count", **AWARDS, sweeps_0="0")
    anna.send_raw(anna.get(f"{board.path}rounds/3/entry/quick"), "/quick", award_cards="0", sweeps_1="1")
    anna.send(anna.get(board.path), "/undo")
    bruno.send(bruno.get(f"{board.path}rounds/3/entry/quick"), "/conflict", button="next")
    assert cards_award(bruno.get(f"{moved.path}?{moved.query}")) == ["1"]
    assert {each.number for each in rows(app, Draft)} == {2, 3}


def test_a_correction_that_was_begun_is_in_the_round_that_its_phone_takes_back(
    anna: Visitor, bruno: Visitor, board: Page
) -> None:
    path = f"{board.path}rounds/1/entry/quick"
    anna.send(anna.get(path), "/quick", button="count", **AWARDS)
    correction = bruno.send(bruno.get(f"{board.path}rounds/1"), "/correct")
    bruno.send_raw(correction, "/quick", award_cards="1")
    bruno.send(bruno.get(board.path), "/undo")
    assert cards_award(anna.get(path)) == cards_award(bruno.get(path)) == ["1"]


def test_undoing_a_round_leaves_what_others_have_entered_for_it(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    moved = his_round_moved(anna, bruno, board)
    bruno.send(moved, "/quick", button="count")
    bruno.send(bruno.get(board.path), "/undo")
    assert anna.get(f"{moved.path}?{moved.query}").form("/quick", "count")[1]["sweeps_0"] == ["3"]
    assert cards_award(bruno.get(f"{moved.path}?{moved.query}")) == ["1"]


def test_undoing_another_phones_round_leaves_my_own(anna: Visitor, bruno: Visitor, board: Page) -> None:
    counted_by_other(anna, bruno, board)
    bruno.send(bruno.get(board.path), "/undo")
    path = f"{board.path}rounds/1/entry/quick"
    assert cards_award(bruno.get(path)) == ["1"]
    assert cards_award(anna.get(path)) == ["0"]
