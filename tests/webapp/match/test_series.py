"""A rematch is one tap, whoever taps and however often; the evening is counted."""

from datetime import datetime, timedelta

import pytest
from flask import Flask

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import Table, some_tables
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.match.models import Match, Round
from webapp.match.new.series import evenings, tally

ALL = {"cards": "0", "coins": "0", "settebello": "0", "primiera": "0", "sweeps_0": "9"}


def over(visitor: Visitor, **values: object) -> Page:
    """The board of a match that the first side has won."""
    return quick_round(visitor, start(visitor, **values), **ALL)


def test_a_rematch_is_one_tap_for_the_same_people_rules_and_cards_with_the_next_dealer(
    app: Flask, anna: Visitor
) -> None:
    board = over(anna, option_last_sweep="y", deck="settebello", dealer="1")
    again = anna.send(board, "/rematch")
    assert again.path != board.path
    assert "Round 1 Anna deals" in again.words
    first, second = rows(app, Match)
    same = ("game", "options", "sides", "players", "deck", "series")
    assert [getattr(second, name) for name in same] == [getattr(first, name) for name in same]
    assert first.series
    assert first.series != first.play_token


def test_the_way_of_entering_goes_along_to_the_rematch_and_to_the_next_match_of_the_same_people(
    app: Flask, anna: Visitor
) -> None:
    board = start(anna)
    assert by_numbers(board) == 0
    board = quick_round(anna, board, **ALL)
    assert by_numbers(anna.send(board, "/rematch")) == 1
    assert by_numbers(start(anna)) == 1
    assert by_numbers(start(anna, "Bruno", "Anna")) == 1
    assert by_numbers(start(anna, "Bruno", "Carla")) == 0


def by_numbers(board: Page) -> int:
    """How often the question who has the most cards stands on a board."""
    return board.text.count('id="award_cards"')


@pytest.mark.storing
def test_two_taps_and_two_phones_make_one_rematch(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    board = over(anna)
    elsewhere = bruno.get(board.path)
    again = anna.send(board, "/rematch")
    assert anna.send(board, "/rematch").path == again.path
    assert bruno.send(elsewhere, "/rematch").path == again.path
    assert "On to the rematch" in anna.get(board.path).words
    assert len(rows(app, Match)) == 2


def test_who_looks_at_an_old_match_is_led_to_the_latest(app: Flask, anna: Visitor) -> None:
    first = over(anna)
    second = quick_round(anna, anna.send(first, "/rematch"), **ALL)
    third = anna.send(second, "/rematch")
    assert anna.send(anna.get(first.path), "/rematch").path == third.path
    assert len(rows(app, Match)) == 3


def test_a_match_that_is_not_over_has_no_rematch(app: Flask, anna: Visitor, board: Page) -> None:
    finished = over(anna)
    address, fields = finished.form("/rematch")
    running = address.replace(finished.path, board.path)
    assert anna.client.post(running, data=fields).headers["Location"] == board.path
    assert len(rows(app, Match)) == 2


def test_the_board_of_the_old_match_changes_when_there_is_a_rematch(app: Flask, anna: Visitor) -> None:
    board = over(anna)
    (before,) = rows(app, Match)
    anna.send(board, "/rematch")
    assert rows(app, Match)[0].version > before.version


def test_those_who_watch_are_shown_where_it_goes_on_and_no_play_link(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    board = over(anna)
    watch = f"/w/{rows(app, Match)[0].watch_token}/"
    assert "ematch" not in bruno.get(watch).words
    anna.send(board, "/rematch")
    seen = bruno.get(watch)
    assert "/m/" not in seen.text
    assert seen.link("On to the rematch") == f"/w/{rows(app, Match)[1].watch_token}/"
    assert bruno.client.post(f"{watch}rematch").status_code in (400, 404, 405)


def test_the_scoreboard_leads_to_that_of_the_rematch(app: Flask, anna: Visitor, bruno: Visitor) -> None:
    board = over(anna)
    watch = f"/w/{rows(app, Match)[0].watch_token}/"
    assert "ematch" not in bruno.get(f"{watch}big").words
    anna.send(board, "/rematch")
    following = rows(app, Match)[1]
    seen = bruno.get(f"{watch}big")
    assert "/m/" not in seen.text
    assert seen.link("On to the rematch") == f"/w/{following.watch_token}/big"
    assert anna.get(f"{board.path}big").link("On to the rematch") == f"/m/{following.play_token}/big"


def test_the_evening_is_counted_on_both_boards(app: Flask, anna: Visitor) -> None:
    first = over(anna)
    assert "Tonight" not in first.words
    second = anna.send(first, "/rematch")
    assert "Tonight: Anna 1 Bruno 0" in second.words
    bruno_wins = dict.fromkeys(("cards", "coins", "settebello", "primiera"), "1") | {"sweeps_1": "9"}
    assert "Tonight: Anna 1 Bruno 1" in quick_round(anna, second, **bruno_wins).words
    assert "Tonight: Anna 1 Bruno 1" in anna.get(first.path).words


def played(at: datetime, minutes: int, sides: list[str], winner: int) -> Match:
    """A match that began then and was won in one round so many minutes later."""
    counted = Round(
        number=1,
        entry={"awards": {"cards": sides[winner]}, "sweeps": {sides[winner]: 20}},
        save_token=new_token(),
        saved=at + timedelta(minutes=minutes),
    )
    return Match(game="scopa", options={}, sides=sides, players=sides, created=at, rounds=[counted], id=1)


def test_after_six_hours_without_a_round_it_is_another_evening() -> None:
    noon = datetime(2026, 11, 22, 12)
    names = ["Anna", "Bruno"]
    matches = [
        played(noon, 30, names, 0),
        played(noon + timedelta(hours=6), 400, names, 1),  # it lasted long: the pause counts from its last round
        played(noon + timedelta(hours=18), 30, names, 0),
        played(noon + timedelta(hours=24, minutes=31), 30, names, 0),
    ]
    assert [len(evening) for evening in evenings(matches)] == [3, 1]


def test_the_tally_goes_by_the_seats_whatever_anybody_was_called_then() -> None:
    evening = [played(now(), 5, ["Anna", "Bruno"], 1), played(now(), 5, ["Anna", "Bruna"], 1)]
    assert tally(["Anna", "Bruna"], evening) == {"Anna": 0, "Bruna": 2}


@some_tables(1)
def test_a_match_is_played_once_more_from_the_start_page(app: Flask, anna: Visitor, table: Table) -> None:
    """One tap, sent twice: one match, of the same people, in the same series."""
    table.begin(anna)
    page = anna.get("/")
    again = anna.send(page, "/again")
    assert anna.send(page, "/again").path == again.path
    first, second = rows(app, Match)
    assert second.sides == first.sides
    assert again.path == f"/m/{second.play_token}/"
    assert second.series == first.series


def test_once_more_needs_a_play_link_and_a_token(app: Flask, anna: Visitor, board: Page) -> None:
    page = anna.get("/")
    anna.send(page, "/again", match=rows(app, Match)[0].watch_token, status=404)
    anna.send(page, "/again", token="mine", status=400)
    assert len(rows(app, Match)) == 1
