"""Tests for every game: counting, undoing, correcting, and two phones that enter the same round."""

import pytest
from flask import Flask

from tests.webapp.conftest import rows
from tests.webapp.pages import Visitor
from tests.webapp.tables import TABLES, Answers, Table
from webapp.base.storage.orm import Entry
from webapp.entry.models import Draft
from webapp.match.models import Round

every_game = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)


def meaning(app: Flask, table: Table, answers: Answers) -> Entry:
    """The stored form of a round with these answers, from a separate match that is undone afterwards."""
    visitor = Visitor(app)
    board = table.begin(visitor)
    table.play(visitor, board, answers)
    (stored,) = rows(app, Round)
    visitor.send(visitor.get(board.path), "/undo")
    entry: Entry = stored.entry
    return entry


@every_game
def test_a_form_sent_twice_counts_once(app: Flask, anna: Visitor, table: Table) -> None:
    page = table.form(anna, table.begin(anna))
    assert table.count(anna, page, table.ours).path == table.count(anna, page, table.ours).path
    assert len(rows(app, Round)) == 1
    assert not rows(app, Draft)


@every_game
def test_a_round_is_taken_back_once_however_often_that_is_sent(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    table.play(anna, board, table.ours)
    counted = anna.get(f"{board.path}?counted=1")  # where counting leads to
    for _ in range(2):
        assert 'data-number="1"' in anna.send(counted, "/undo").text
    assert not rows(app, Round)
    table.play(anna, board, table.theirs)
    assert len(rows(app, Round)) == 1
    anna.send(counted, "/undo")  # an old page of a round that was undone
    assert len(rows(app, Round)) == 1


@every_game
def test_a_correction_shows_what_was_entered_and_replaces_it(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    receipt = table.play(anna, board, table.ours)
    (before,) = rows(app, Round)
    page = anna.send(receipt, "/correct")
    assert "Correct round 1" in page.words
    _, fields = page.form(f"/entry/{table.path}", "count")
    assert {name: fields[name] for name in table.ours} == {name: [value] for name, value in table.ours.items()}
    unchanged = anna.send(page, f"/entry/{table.path}", button="count")
    (again,) = rows(app, Round)
    assert again.entry == before.entry
    cleared = dict.fromkeys(table.ours.keys() - table.theirs.keys(), "")
    table.count(anna, anna.send(unchanged, "/correct"), {**cleared, **table.theirs})
    (after,) = rows(app, Round)
    assert after.entry != before.entry
    anna.send(anna.get(board.path), "/undo")
    assert after.entry == meaning(app, table, table.theirs)


@pytest.mark.parametrize("refused_one_counts", [True, False])
@every_game
def test_a_refused_number_that_another_phone_corrects_counts_on_both(
    app: Flask, anna: Visitor, bruno: Visitor, table: Table, refused_one_counts: bool
) -> None:
    board = table.begin(anna)
    wrong = {"adjust_side_0": "1", "adjust_points_0": "99999", "adjust_reason_0": "misdeal"}
    refused = table.count(anna, table.form(anna, board), {**table.ours, **wrong}, status=422)
    his = table.form(bruno, board)
    assert "99999" in his.text
    if refused_one_counts:
        bruno.send_raw(his, f"/entry/{table.path}", adjust_points_0="3")
        table.count(anna, refused, {})
    else:
        table.count(bruno, his, {"adjust_points_0": "3"})
    assert [each["points"] for each in rows(app, Round)[0].entry["adjust"]] == [3]


@every_game
def test_the_second_phone_keeps_what_it_entered_and_may_replace_the_first(
    app: Flask, anna: Visitor, bruno: Visitor, table: Table
) -> None:
    theirs = meaning(app, table, table.theirs)
    board = table.begin(anna)
    page = table.form(bruno, board)
    table.play(anna, board, table.ours)
    (first,) = rows(app, Round)
    refused = table.count(bruno, page, table.theirs, status=409)
    assert "Round 1 is counted already" in refused.words
    assert [stored.entry for stored in rows(app, Round)] == [first.entry]
    assert "Round 1 is counted already" in bruno.get(table.address(board)).words
    replacing = bruno.send(refused, "/conflict", button="replace")
    _, fields = replacing.form(f"/entry/{table.path}", "count")
    assert {name: fields[name] for name in table.theirs} == {name: [value] for name, value in table.theirs.items()}
    # Fields that he has not touched are as Anna counted them; he clears them.
    cleared = dict.fromkeys(table.ours.keys() - table.theirs.keys(), "")
    table.count(bruno, replacing, {**cleared, **table.theirs})
    (second,) = rows(app, Round)
    assert second.entry == theirs


@every_game
def test_the_second_phone_may_leave_the_round_as_it_is(app: Flask, anna: Visitor, bruno: Visitor, table: Table) -> None:
    board = table.begin(anna)
    page = table.form(bruno, board)
    table.play(anna, board, table.ours)
    refused = table.count(bruno, page, table.theirs, status=409)
    assert bruno.send(refused, "/conflict", button="keep").path == board.path
    assert len(rows(app, Round)) == 1
    assert not rows(app, Draft)


@pytest.mark.parametrize("table", [each for each in TABLES if not each.only_round], ids=lambda table: table.game)
def test_the_second_phone_may_make_it_the_next_round(app: Flask, anna: Visitor, bruno: Visitor, table: Table) -> None:
    board = table.begin(anna)
    page = table.form(bruno, board)
    table.play(anna, board, table.ours)
    refused = table.count(bruno, page, table.theirs, status=409)
    moved = bruno.send(refused, "/conflict", button="next")
    assert "Round 2" in moved.words
    bruno.send(moved, f"/entry/{table.path}", button="count")
    assert [stored.number for stored in rows(app, Round)] == [1, 2]


@every_game
def test_a_correction_of_a_round_that_was_taken_back_is_no_round(
    app: Flask, anna: Visitor, bruno: Visitor, table: Table
) -> None:
    board = table.begin(anna)
    table.play(anna, board, table.ours)
    correction = bruno.send(bruno.get(f"{board.path}rounds/1"), "/correct")
    anna.send(anna.get(board.path), "/undo")
    refused = table.count(bruno, correction, table.theirs, status=409)
    assert "was taken back meanwhile" in refused.words
    assert not rows(app, Round)
    bruno.send(bruno.send(refused, "/conflict", button="next"), f"/entry/{table.path}", button="count")
    assert len(rows(app, Round)) == 1


@pytest.mark.parametrize("table", [each for each in TABLES if not each.only_round], ids=lambda table: table.game)
def test_nothing_is_missing_in_a_round_put_in_that_nobody_has_entered(anna: Visitor, table: Table) -> None:
    """That it is to be completed is enough: a list of its fields would tell nobody more."""
    board = table.begin(anna)
    table.play(anna, board, table.ours)
    anna.send(anna.get(board.path), button="1/before")
    assert "Round 1 is not counted yet Only the rounds before it are in the totals." in anna.get(board.path).words
