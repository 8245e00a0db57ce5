"""Plus and minus points in every game: on its form, kept in the draft, counted, shown, corrected (contract.md)."""

import pytest
from flask import Flask

from tests.webapp.conftest import rows
from tests.webapp.entry.test_together import agreed
from tests.webapp.pages import Page, Visitor, placed
from tests.webapp.tables import Table, some_tables, table_of
from webapp.entry.models import Draft
from webapp.match.models import Round

some_games = some_tables(1)

MISDEAL = {
    "adjust_side_0": "1",
    "adjust_sign_0": "minus",
    "adjust_points_0": "2",
    "adjust_reason_0": "dealt twice",
}


def said(page: Page, path: str) -> dict[str, list[str]]:
    """Return the values of a form's rows, in the order of the rows."""
    _, fields = page.form(path, "count")
    return {place: fields[name] for name, place in placed(fields).items() if name in fields}


@some_games
def test_a_minus_is_counted_shown_and_corrected(app: Flask, anna: Visitor, table: Table) -> None:
    board, path = table.begin(anna), f"/entry/{table.path}"
    receipt = table.count(anna, table.form(anna, board), {**table.ours, **MISDEAL})
    (stored,) = rows(app, Round)
    assert stored.entry["adjust"] == [{"side": "Bruno", "points": -2, "reason": "dealt twice"}]
    assert "dealt twice" in receipt.words
    fields = said(anna.send(receipt, "/correct"), path)
    assert {name: fields[name] for name in MISDEAL} == {name: [value] for name, value in MISDEAL.items()}


def test_a_minus_is_asked_for_its_side_and_reason_and_taken_out_of_a_correction(app: Flask, anna: Visitor) -> None:
    table = table_of("scopa")
    board, path = table.begin(anna), f"/entry/{table.path}"
    asked = table.count(anna, table.form(anna, board), {**table.ours, "adjust_points_0": "3"}, status=422)
    assert "Plus or minus points: for whom?" in asked.words
    assert "Plus or minus points: why? One word is enough." in asked.words
    assert not rows(app, Round)
    again = table.form(anna, board)
    assert said(asked, path)["adjust_points_0"] == said(again, path)["adjust_points_0"] == ["3"]
    page = anna.send(table.count(anna, again, MISDEAL), "/correct")
    assert anna.send(page, path, button="drop").form(path, "count")
    table.count(anna, anna.get(f"{page.path}?{page.query}"), {})
    assert "adjust" not in rows(app, Round)[0].entry


def test_several_are_entered_one_after_the_other_without_scripts(app: Flask, anna: Visitor) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    page = anna.send(table.form(anna, board), "/quick", button="more", **table.ours, **MISDEAL)
    second = {"adjust_side_1": "0", "adjust_sign_1": "plus", "adjust_points_1": "1", "adjust_reason_1": "found a card"}
    third = anna.send(page, "/quick", button="more", **second)
    dropped = anna.send(third, "/quick", button="drop")
    assert said(dropped, "/quick")["adjust_reason_0"] == ["found a card"]
    table.count(anna, dropped, MISDEAL | {"adjust_side_0": "0"})
    assert rows(app, Round)[0].entry["adjust"] == [{"side": "Anna", "points": -2, "reason": "dealt twice"}]


@pytest.mark.parametrize("wrong", ["0", "-1", "two", "1.5", "99999"])
def test_points_that_are_none_are_named(app: Flask, anna: Visitor, wrong: str) -> None:
    table = table_of("scopa")
    page = table.form(anna, table.begin(anna))
    asked = table.count(anna, page, {**table.ours, **MISDEAL, "adjust_points_0": wrong}, status=422)
    assert "Points: " in asked.words
    assert not rows(app, Round)


@pytest.mark.parametrize(("game", "wrong"), [("scopa", "-1"), ("tressette", "99999")])
def test_a_number_that_is_refused_stands_there_after_a_reload_and_on_other_phones(
    app: Flask, anna: Visitor, bruno: Visitor, game: str, wrong: str
) -> None:
    table = table_of(game)
    board = table.begin(anna)
    page, path = table.form(anna, board), f"/entry/{table.path}"
    anna.send_raw(page, path, **MISDEAL)
    page = table.form(anna, board)
    anna.send_raw(page, path, adjust_points_0=wrong)
    anna.send_raw(page, path, adjust_points_0=wrong, adjust_reason_0="late")  # what else is said stays, too
    for phone in (anna, bruno):
        again = table.form(phone, board)
        assert (said(again, path)["adjust_points_0"], said(again, path)["adjust_reason_0"]) == ([wrong], ["late"])
        assert "Points: " in again.words
        assert "cannot be counted yet" not in again.words
        assert "Points: " in table.count(phone, again, {}, status=422).words
    dropped = bruno.send(again, path, button="drop")
    assert said(dropped, path)["adjust_points_0"] == [""]
    assert not any(draft.rows or draft.kept["typed"] for draft in rows(app, Draft))
    bruno.send_raw(dropped, path, **{**MISDEAL, "adjust_points_0": wrong})
    table.count(anna, table.form(anna, board), {**table.ours, "adjust_points_0": "3"})
    assert rows(app, Round)[0].entry["adjust"] == [{"side": "Bruno", "points": -3, "reason": "dealt twice"}]


def test_a_number_of_the_round_that_is_refused_takes_nothing_with_it(app: Flask, anna: Visitor, board: Page) -> None:
    path = f"{board.path}rounds/1/entry/"
    anna.send_raw(anna.get(path), "/entry/", sweeps_0="2")
    anna.send_raw(anna.get(path), "/entry/", sweeps_0="999", sweeps_1="1")
    (draft,) = rows(app, Draft)
    assert draft.entry["sweeps"] == {"Anna": 2, "Bruno": 1}
    page = anna.get(path)
    assert page.form("/entry/", "count")[1]["sweeps_0"] == ["999"]
    anna.send_raw(page, "/entry/", sweeps_0="3")
    assert rows(app, Draft)[0].entry["sweeps"] == {"Anna": 3, "Bruno": 1}
    assert anna.get(path).form("/entry/", "count")[1]["sweeps_0"] == ["3"]


@pytest.mark.parametrize("wrong", ["999", "abc", ""])
def test_the_number_that_followed_from_a_refused_one_follows_from_the_corrected_one(
    app: Flask, anna: Visitor, wrong: str
) -> None:
    table = table_of("briscola")
    board = table.begin(anna)
    for points in ("70", wrong, "50"):
        anna.send_raw(table.form(anna, board), f"/{table.path}", points_0=points)
    assert rows(app, Draft)[0].entry["card_points"] == {"Anna": 50, "Bruno": 70}


def test_it_is_kept_with_every_tap_and_in_both_ways(app: Flask, anna: Visitor) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    anna.send_raw(table.form(anna, board), "/quick", **MISDEAL)
    (draft,) = rows(app, Draft)
    assert [*draft.rows.values()] == [{"side": "Bruno", "minus": True, "points": 2, "reason": "dealt twice"}]
    by_cards = anna.get(f"{board.path}rounds/1/entry/?by=piles")
    assert said(by_cards, "/entry/")["adjust_reason_0"] == ["dealt twice"]


def test_a_reason_kept_without_its_second_space_is_no_change_of_another_phone(app: Flask, anna: Visitor) -> None:
    """As one without what joins several signs to one picture."""
    table = table_of("scopa")
    page = table.form(anna, table.begin(anna))
    row = MISDEAL | {"adjust_reason_0": "dealt  twice"}
    anna.send_raw(page, "/quick", **row)
    table.count(anna, page, {**table.ours, **row, "was": agreed(page, "/quick", **row)})
    assert rows(app, Round)[0].entry["adjust"] == [{"side": "Bruno", "points": -2, "reason": "dealt twice"}]


def test_a_page_that_is_refused_again_and_again_has_one_blank_row(anna: Visitor) -> None:
    table = table_of("scopa")
    page = table.form(anna, table.begin(anna))
    for _ in range(2):
        page = table.count(anna, page, {}, status=422)
    names = placed(page.form("/quick", "count")[1]).values()
    assert [name for name in names if name.startswith("adjust_points")] == ["adjust_points_0"]


def test_a_refused_page_without_a_row_takes_nothing_from_it_when_its_phone_enters_it_again(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    anna.send_raw(table.form(anna, board), "/quick", adjust_reason_0="misdeal")
    refused = table.count(bruno, table.form(bruno, board), {"adjust_reason_0": ""}, status=422)
    assert not rows(app, Draft)[0].rows
    anna.send_raw(table.form(anna, board), "/quick", adjust_reason_0="misdeal")
    table.count(bruno, refused, {}, status=422)
    assert [row["reason"] for row in rows(app, Draft)[0].rows.values()] == ["misdeal"]


def test_a_row_that_another_phone_takes_out_comes_back_whole_where_it_is_changed(
    app: Flask, anna: Visitor, bruno: Visitor
) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    anna.send_raw(table.form(anna, board), "/quick", **MISDEAL)
    hers = table.form(anna, board)
    bruno.send(table.form(bruno, board), "/quick", button="drop")
    anna.send_raw(hers, "/quick", adjust_points_0="5")
    (draft,) = rows(app, Draft)
    assert [*draft.rows.values()] == [{"side": "Bruno", "minus": True, "points": 5, "reason": "dealt twice"}]


def test_a_form_that_does_not_say_what_it_showed_says_every_field(app: Flask, anna: Visitor) -> None:
    """As one that waited on a phone: a box that it leaves out is not ticked, and a blank row is none."""
    table = table_of("burraco")
    board = table.begin(anna)
    anna.send_raw(table.form(anna, board), f"/{table.path}", pot_0="y", **MISDEAL)
    blank = {"adjust_side_0": None, "adjust_sign_0": "plus", "adjust_points_0": "", "adjust_reason_0": ""}
    anna.send_raw(table.form(anna, board), f"/{table.path}", was=None, pot_0=None, **blank)
    (draft,) = rows(app, Draft)
    assert (draft.entry["pots"], draft.rows) == ([], {})


def test_a_late_page_has_its_own_row_and_none_of_the_counted_round(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    table = table_of("scopa")
    board = table.begin(anna)
    late = table.form(bruno, board)
    table.count(anna, table.form(anna, board), {**table.ours, **MISDEAL})
    table.count(bruno, late, {**table.ours, **MISDEAL}, status=409)
    (draft,) = rows(app, Draft)
    assert [*draft.rows.values()] == [{"side": "Bruno", "minus": True, "points": 2, "reason": "dealt twice"}]
