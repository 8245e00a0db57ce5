"""Tests for every game: counting, undoing, correcting, and two phones that enter the same round.

Each game is corrected: so all it enters is stored, shown again and counted. What does not
depend on what is entered is tested at one table of each kind.
"""

import pytest
from flask import Flask

from tests.webapp.conftest import rows
from tests.webapp.pages import Visitor
from tests.webapp.tables import TABLES, Answers, Table, table_of
from webapp.base.storage.orm import Entry
from webapp.entry.models import Draft
from webapp.match.models import Round

every_game = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)
KINDS = ("scopa", "tressette", "scala40")  # who won what, points of cards, hands left over
each_kind = pytest.mark.parametrize("table", [table_of(game) for game in KINDS], ids=lambda table: table.game)


@each_kind
def test_a_round_counts_once_and_is_taken_back_once_however_often_that_is_sent(
    app: Flask, anna: Visitor, table: Table
) -> None:
    board = table.begin(anna)
    page = table.form(anna, board)
    assert table.count(anna, page, table.ours).path == table.count(anna, page, table.ours).path
    (counted,) = rows(app, Round)
    assert "adjust" not in counted.entry
    assert not rows(app, Draft)
    shown = anna.get(f"{board.path}?counted=1")  # where counting leads to
    for _ in range(2):
        assert 'data-number="1"' in anna.send(shown, "/undo").text
    assert not rows(app, Round)
    table.play(anna, board, table.theirs)
    assert len(rows(app, Round)) == 1
    anna.send(shown, "/undo")  # an old page of a round that was undone
    assert len(rows(app, Round)) == 1


def entry_of_round_1(app: Flask) -> Entry:
    """The only round as it is stored."""
    (stored,) = rows(app, Round)
    entry: Entry = stored.entry
    return entry


def meaning(app: Flask, table: Table, answers: Answers) -> Entry:
    """The stored form of a round with these answers, from a separate match that is undone afterwards."""
    visitor = Visitor(app)
    board = table.begin(visitor)
    table.play(visitor, board, answers)
    entry = entry_of_round_1(app)
    visitor.send(visitor.get(board.path), "/undo")
    return entry


@every_game
def test_a_correction_shows_what_was_entered_and_replaces_it(app: Flask, anna: Visitor, table: Table) -> None:
    board = table.begin(anna)
    receipt = table.play(anna, board, table.theirs)
    theirs = entry_of_round_1(app)
    cleared = dict.fromkeys(table.theirs.keys() - table.ours.keys(), "")
    receipt = table.count(anna, anna.send(receipt, "/correct"), {**cleared, **table.ours})
    ours = entry_of_round_1(app)
    page = anna.send(receipt, "/correct")
    assert "Correct round 1" in page.words
    _, fields = page.form(f"/entry/{table.path}", "count")
    assert {name: fields[name] for name in table.ours} == {name: [value] for name, value in table.ours.items()}
    unchanged = anna.send(page, f"/entry/{table.path}", button="count")
    assert entry_of_round_1(app) == ours
    cleared = dict.fromkeys(table.ours.keys() - table.theirs.keys(), "")
    table.count(anna, anna.send(unchanged, "/correct"), {**cleared, **table.theirs})
    assert entry_of_round_1(app) == theirs != ours


@pytest.mark.parametrize("refused_one_counts", [True, False])
@each_kind
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


@each_kind
def test_another_phone_leaves_the_round_as_it_is_or_replaces_it_with_what_it_entered(
    app: Flask, anna: Visitor, bruno: Visitor, table: Table
) -> None:
    theirs, carla = meaning(app, table, table.theirs), Visitor(app)
    board = table.begin(anna)
    page, hers = table.form(bruno, board), table.form(carla, board)
    table.play(anna, board, table.ours)
    ours = entry_of_round_1(app)
    begun = len(rows(app, Draft))
    refused = table.count(carla, hers, table.theirs, status=409)
    assert carla.send(refused, "/conflict", button="keep").path == board.path
    assert entry_of_round_1(app) == ours
    assert len(rows(app, Draft)) == begun
    refused = table.count(bruno, page, table.theirs, status=409)
    assert "Round 1 is counted already" in refused.words
    assert entry_of_round_1(app) == ours
    assert "Round 1 is counted already" in bruno.get(table.address(board)).words
    replacing = bruno.send(refused, "/conflict", button="replace")
    _, fields = replacing.form(f"/entry/{table.path}", "count")
    assert {name: fields[name] for name in table.theirs} == {name: [value] for name, value in table.theirs.items()}
    # Fields that he has not touched are as Anna counted them; he clears them.
    cleared = dict.fromkeys(table.ours.keys() - table.theirs.keys(), "")
    table.count(bruno, replacing, {**cleared, **table.theirs})
    assert entry_of_round_1(app) == theirs != ours


@each_kind
def test_the_second_phone_may_make_it_the_next_round(app: Flask, anna: Visitor, bruno: Visitor, table: Table) -> None:
    board = table.begin(anna)
    page = table.form(bruno, board)
    table.play(anna, board, table.ours)
    refused = table.count(bruno, page, table.theirs, status=409)
    moved = bruno.send(refused, "/conflict", button="next")
    assert "Round 2" in moved.words
    _, fields = moved.form(f"/entry/{table.path}", "count")
    assert {name: fields[name] for name in table.theirs} == {name: [value] for name, value in table.theirs.items()}
    bruno.send(moved, f"/entry/{table.path}", button="count")
    first, second = rows(app, Round)
    assert (first.number, second.number) == (1, 2)
    assert first.entry != second.entry


@each_kind
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
    moved = bruno.send(refused, "/conflict", button="next")
    _, fields = moved.form(f"/entry/{table.path}", "count")
    assert {name: fields[name] for name in table.theirs} == {name: [value] for name, value in table.theirs.items()}
    bruno.send(moved, f"/entry/{table.path}", button="count")
    assert len(rows(app, Round)) == 1
