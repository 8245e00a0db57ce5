"""Help says what is true: the days that things are kept, the rules of this match; and it is one tap away."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webapp.conftest import start
from tests.webapp.pages import Page, Visitor


def unfolded(page: Page, cls: str) -> list[str]:
    """The words of what folds out and has this class."""
    folds = [each for each in page.root.iter("details") if cls in (each.get("class") or "").split()]
    return [" ".join(" ".join(each.itertext()).split()) for each in folds]


@pytest.mark.parametrize("language", ["en", "it", "de", "es"])
@pytest.mark.parametrize("path", ["/help/", "/help/cards", "/help/stored"])
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


def test_every_category_of_quick_entry_is_explained_by_the_rules_of_the_match(anna: Visitor) -> None:
    board = start(anna, option_variant="classic", option_primiera="settanta")
    explained = unfolded(anna.get(f"{board.path}rounds/1/entry/quick"), "explains")
    assert [words.split()[0] for words in explained] == ["Cards", "Coins", "Settebello", "Primiera"]
    assert "Three or four sevens: one point." in explained[3]


def test_how_to_lay_the_cards_is_one_tap_from_the_camera(anna: Visitor) -> None:
    board = start(anna)
    for path in ("rounds/1/entry/", "rounds/1/entry/piles/0"):
        (words,) = unfolded(anna.get(f"{board.path}{path}"), "laying")
        assert "Lay the cards side by side" in words
