"""House rules changed while a match is played: everything is counted again, and put back with one tap."""

import re
from http import HTTPStatus
from itertools import cycle

import pytest
from flask import Flask

from scoring.game import GAMES
from scoring.options import Option, OptionValue, describe
from tests.shares import share
from tests.webapp.conftest import quick_round, rows
from tests.webapp.match.test_series import ALL
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import TABLES, Table
from webapp.base.language.i18n import LANGUAGES
from webapp.match.models import Match
from webapp.words.wording import USUAL

SOURCES = re.compile(r"\w\.(?:it|com|org)\b|scoponescientifico|spazioinwind|Parlett|\d+ of \d+ rounds")


def change(visitor: Visitor, board: Page, status: int = 200, **rules: str) -> Page:
    """Change rules on the page for it, and follow to "Our rules"."""
    return visitor.send(visitor.get(f"{board.path}match/rules/"), "/match/rules/", status=status, **rules)


def options(app: Flask) -> dict[str, OptionValue]:
    found: dict[str, OptionValue] = rows(app, Match)[0].options
    return found


def test_the_target_is_changed_and_everything_is_counted_again(app: Flask, anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, **ALL)
    assert "Winner" in board.words
    after = change(anna, board, option_target="21")
    assert "Everything is counted again." in after.words
    assert options(app) == {"target": 21}
    assert "8 to go" in anna.get(board.path).words
    back = anna.send(after, "/rules/back")
    assert "Everything is counted again." in back.words
    assert options(app) == {}
    assert "Winner" in anna.get(board.path).words


def test_a_rule_changes_what_is_needed_in_rounds_that_counted(anna: Visitor, board: Page) -> None:
    quick_round(anna, board, **ALL)
    change(anna, board, option_variant="cirulla")
    assert "38 to go" in anna.get(board.path).words


def test_a_question_that_was_asked_before_is_answered_by_the_rules_of_now(anna: Visitor, board: Page) -> None:
    board = quick_round(anna, board, **ALL)
    ruling = anna.send(anna.get(f"{board.path}referee/"), "/referee/", button="tiebreak")
    assert "Anna wins with 13." in ruling.words
    change(anna, board, option_target="21")
    assert "Nobody is at the target of 21 yet: play on." in anna.get(ruling.path).words


def test_of_two_phones_the_second_is_told(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    stale = bruno.get(f"{board.path}match/rules/")
    change(anna, board, option_target="16")
    told = bruno.send(stale, "/match/rules/", status=422, option_target="21")
    assert "Another phone has just changed the rules" in told.words
    assert options(app) == {"target": 16}
    bruno.send(told, "/match/rules/", option_target="21")
    assert options(app) == {"target": 21}


def test_the_same_form_twice_is_one_change(app: Flask, anna: Visitor, board: Page) -> None:
    form = anna.get(f"{board.path}match/rules/")
    for _ in range(2):
        anna.send(form, "/match/rules/", option_target="16")
    assert options(app) == {"target": 16}


def test_a_number_that_cannot_be_is_marked(app: Flask, anna: Visitor, board: Page) -> None:
    page = change(anna, board, status=422, option_target="0")
    assert "does not fit" in page.words
    assert options(app) == {}


@pytest.mark.parametrize("after", ['{"target": 0}', '{"rules": 1}', "[]", "{", '{"target": 1, "target": 2}'])
def test_nobody_undoes_to_rules_that_there_are_not(app: Flask, anna: Visitor, board: Page, after: str) -> None:
    page = change(anna, board, option_target="16")
    address, fields = page.form("/rules/back")
    answer = anna.client.post(address, data={**fields, "after": after})
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert options(app) == {"target": 16}


def test_rules_with_other_cards_ask_for_a_new_match(app: Flask, anna: Visitor) -> None:
    board = anna.send(anna.get("/new/scala40"), "/new/scala40", name_0="Anna", name_1="Bruno", option_jokers="y")
    page = anna.get(f"{board.path}match/rules/")
    address, fields = page.form("/match/rules/")
    fields.pop("option_jokers", None)
    answer = anna.client.post(address, data=fields)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "start a new match" in answer.text
    assert options(app) == {}


def others(option: Option) -> list[OptionValue]:
    """Every other choice that the form offers for an option, and one other number."""
    numbers = [number for number in option.offered if number != option.default][:1]
    found = [*option.values, *numbers, *([USUAL] if option.follows else [])]
    return [value for value in found if value != option.default]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)
def test_every_rule_of_every_game_can_be_changed_over_what_was_entered(app: Flask, anna: Visitor, table: Table) -> None:
    """The board, which asks for the next round, and the receipt still open; undone the rules are those of before."""
    board = table.begin(anna)
    table.play(anna, board, table.ours)
    before = options(app)
    address, unchanged = anna.get(f"{board.path}match/rules/").form("/match/rules/")
    choices = [(option, value) for option in describe(GAMES[table.game].options) for value in others(option)]
    for option, value in share(choices, 3, TABLES.index(table)):
        fields = {**unchanged}
        name = f"option_{option.name}"
        if value is False:
            fields.pop(name, None)
        else:
            fields[name] = ["y" if option.kind == "flag" else str(value)]
        answer = anna.client.post(address, data=fields, follow_redirects=True)
        assert answer.status_code == 200 or "start a new match" in answer.text, (option.name, value)
        for path in ("", "rounds/1") if value == others(option)[0] else ("",):
            assert anna.client.get(f"{board.path}{path}").status_code == 200
        if answer.status_code == 200 and "/rules/back" in answer.text:  # "Our rules" is the page of the answer
            anna.send_raw(anna._page(answer, 200), "/rules/back")
        assert options(app) == before


@pytest.mark.parametrize(("game", "language"), [*zip(GAMES, cycle(LANGUAGES), strict=False)])
def test_our_rules_is_a_line_an_option_without_the_names_of_sources(app: Flask, game: str, language: str) -> None:
    board = Visitor(app).begin(game, name_0="Anna", name_1="Bruno")
    page = Visitor(app, language).get(f"{board.path}rules")
    assert len(list(page.root.iter("dt"))) == len(describe(GAMES[game].options))
    assert not SOURCES.search(page.words)
