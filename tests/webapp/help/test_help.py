"""Help says what is true: the days that things are kept, the rules of this match; and it is one tap away."""

import pytest
from flask import Flask

from scoring.options import describe
from tests.webapp.conftest import rows, start
from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import TABLES, Table
from webapp import explain
from webapp.games import GAMES
from webapp.match.models import Match
from webapp.match.receipt import Receipt
from webapp.match.scoreboard import Scoreboard
from webapp.match.store import by_play_token


def unfolded(page: Page, cls: str) -> list[str]:
    """The words of what folds out and has this class."""
    folds = [each for each in page.root.iter("details") if cls in (each.get("class") or "").split()]
    return [" ".join(" ".join(each.itertext()).split()) for each in folds]


@pytest.mark.parametrize("language", ["en", "it", "de", "es"])
@pytest.mark.parametrize("path", ["/help/", "/help/cards", "/help/primiera", "/help/stored"])
def test_every_page_of_help_is_there_in_every_language(app: Flask, path: str, language: str) -> None:
    assert Visitor(app, language).get(path).root.get("lang") == language


def test_help_is_linked_from_every_page(anna: Visitor) -> None:
    for path in ("/", "/new/scopa", "/help/"):
        assert anna.get(path).link("How it works") == "/help/"
    assert anna.get(anna.get("/").link("What is stored")).status == 200


def test_the_days_are_those_that_things_are_deleted_by(app: Flask, anna: Visitor) -> None:
    assert "deleted after 2 days" in anna.get("/help/stored").words
    app.config["PHOTO_DAYS"] = 1
    app.config["QUESTION_DAYS"] = 9
    words = anna.get("/help/stored").words
    assert "They are deleted after 1 day." in words
    assert "deleted after 9 days" in words


def test_what_the_phone_itself_keeps_is_said(anna: Visitor) -> None:
    words = anna.get("/help/stored").words
    assert "What could not be sent waits on the phone." in words
    assert "they open without a network" in words


def test_every_house_rule_is_explained_beside_it(anna: Visitor) -> None:
    explained = unfolded(anna.get("/new/scopa"), "explained")
    assert any(words.startswith("? Variant: what is it? Which Scopa you play") for words in explained)
    assert len(explained) > 10


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_its_sign(anna: Visitor, game: str) -> None:
    """Also those that are asked for openly: a tap, not a paragraph above every choice."""
    page = anna.get(f"/new/{game}")
    explained = " ".join(unfolded(page, "explained"))
    for option in describe(GAMES[game].rules.options):
        assert f"? {GAMES[game].words.OPTIONS[option.name].name}: what is it?" in explained


def test_what_the_variants_are_is_one_tap_from_their_buttons(anna: Visitor) -> None:
    (said,) = [words for words in unfolded(anna.get("/new/scopa"), "explained") if words.startswith("? Which rules?")]
    assert "Scopone scientifico : Ten cards each at once, none on the table." in said
    assert not [w for w in unfolded(anna.get("/new/scala40"), "explained") if w.startswith("? Which rules?")]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)
def test_a_receipt_says_the_rule_behind_the_numbers(anna: Visitor, app: Flask, table: Table) -> None:
    board = table.begin(anna)
    page = table.play(anna, board, table.ours)
    with app.app_context():
        match = by_play_token(rows(app, Match)[0].play_token)
        assert match
        receipt = Receipt(Scoreboard(match), 1)
        lines = [line for row in receipt.rows for line in row.lines] + [line for line, _ in receipt.nobody]
        for line in lines:
            assert explain.rule_help(line.rule, receipt.board.parsed) in page.words


def test_every_category_of_quick_entry_is_explained_by_the_rules_of_the_match(anna: Visitor) -> None:
    board = start(anna, option_variant="classic", option_primiera="settanta")
    explained = unfolded(anna.get(f"{board.path}rounds/1/entry/quick"), "explains")
    assert [words.split()[0] for words in explained] == ["Cards", "Coins", "Settebello", "Primiera"]
    assert "Three or four sevens: one point." in explained[3]


def test_how_to_lay_the_cards_and_how_to_film_them_is_one_tap_from_the_camera(anna: Visitor) -> None:
    board = start(anna)
    (on_the_round,) = unfolded(anna.get(f"{board.path}rounds/1/entry/"), "laying")
    laid, filmed = unfolded(anna.get(f"{board.path}rounds/1/entry/piles/0"), "laying")
    assert laid == on_the_round
    assert "Lay the cards side by side" in laid
    assert "Let each lie for a second" in filmed
