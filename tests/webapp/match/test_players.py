"""Players: named on their tile, with a colour of their own; the dealer stands there; no placeholder is remembered."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from tests.webapp.conftest import quick_round, rows, start
from tests.webapp.match.test_series import ALL
from tests.webapp.pages import Page, Visitor
from webapp.match.manage.changes import COLOURS
from webapp.match.models import Match

STATIC = Path(__file__).resolve().parents[3] / "static"
STYLES = (STATIC / "base/base.css").read_text("utf-8")
LEAST_APART = 4
"""Steps of lightness (L* of CIE Lab, 0 to 100) that any two colours of sides lie apart."""
READABLE = 4.5
"""The contrast of text that WCAG 2.2 asks for (1.4.3)."""


def tile(page: Page, seat: int = 0) -> str:
    """The words on a side's tile of the board, and its classes."""
    found = next(each for each in page.root.iter("div") if f"score side-{seat}" in (each.get("class") or ""))
    return " ".join(" ".join(found.itertext()).split())


@pytest.mark.parametrize("language", ["en", "it", "de", "es"])
def test_who_gave_no_name_is_not_offered_again(app: Flask, language: str) -> None:
    visitor = Visitor(app, language)
    form = visitor.get("/new/scopa")
    visitor.send(form, "/new/scopa")
    assert len(set(rows(app, Match)[0].players)) == 2
    for page in (visitor.get("/"), visitor.get("/new/scopa")):
        assert not [each for each in page.root.iter("form") if each.get("action") == "/again"]
    page = visitor.get("/new/escoba")
    for field in ("name_0", "name_1"):
        assert visitor.get("/new/scopa").form("/new/scopa")[1][field] == [""]
        assert page.form("/new/escoba")[1][field] == [""]


def test_who_gave_a_name_beside_one_who_did_not_is(anna: Visitor) -> None:
    start(anna, "Anna", "")
    fields = anna.get("/new/scopa").form("/new/scopa")[1]
    assert (fields["name_0"], fields["name_1"]) == (["Anna"], [""])


def test_one_against_one_is_between_people_with_names(anna: Visitor) -> None:
    board = start(anna, "", "")
    quick_round(anna, board, **ALL)
    assert "One against one" not in anna.get(f"{board.path}story").words


def test_a_tap_on_the_tile_names_the_player(app: Flask, anna: Visitor) -> None:
    board = start(anna, "", "")
    page = anna.get(board.link("Player 2"))
    assert page.form("/sides/1")[1]["name"] == [""]
    board = anna.send(page, "/sides/1", name="Zoe")
    assert tile(board, 1).startswith("Zoe")
    assert rows(app, Match)[0].players == ["Player 1", "Zoe"]


def test_a_colour_alone_leaves_the_name(app: Flask, anna: Visitor) -> None:
    board = start(anna, "", "")
    board = anna.send(anna.get(board.link("Player 2")), "/sides/1", colour="6")
    assert rows(app, Match)[0].players == ["Player 1", "Player 2"]
    tiles = [each.get("class", "").split() for each in board.root.iter("div")]
    assert [classes[1] for classes in tiles if classes[:1] == ["score"]] == ["side-0", "side-6"]
    assert '<div class="next-pile side-6">' in board.text


def test_no_two_sides_have_the_same_colour_and_a_rematch_keeps_them(app: Flask, anna: Visitor, board: Page) -> None:
    anna.send(anna.get(board.link("Anna")), "/sides/0", colour="1")
    assert rows(app, Match)[0].colours == [1, 0]
    won = quick_round(anna, anna.get(board.path), **ALL)
    anna.send(won, "/rematch")
    assert [match.colours for match in rows(app, Match)] == [[1, 0], [1, 0]]


def test_somebody_of_a_rematch_has_a_colour_that_no_side_has_chosen(anna: Visitor, board: Page) -> None:
    """Three in the race of two matches between two: the page broke where the sides had chosen colours."""
    board = anna.send(anna.get(board.link("Anna")), "/sides/0", colour="2")
    first = board.path
    again = anna.send(quick_round(anna, board, **ALL), "/rematch")
    again = anna.send(anna.get(again.link("Bruno")), "/sides/1", name="Carla")
    quick_round(anna, again, **ALL)
    race = anna.get(f"{first}story").text.partition("With all rematches")[2]
    assert re.findall(r'"runner side-(\d)"', race) == ["2", "1", "0"]


def test_two_with_one_name_and_what_was_changed_elsewhere_is_said(anna: Visitor, bruno: Visitor, board: Page) -> None:
    page = anna.get(board.link("Anna"))
    assert "tell them apart" in anna.send(page, "/sides/0", name="Bruno", status=422).words
    bruno.send(bruno.get(f"{board.path}match/sides/1"), "/sides/1", name="Ugo")
    assert "Another phone" in anna.send(page, "/sides/0", name="Zoe", status=422).words


def test_a_name_that_looks_like_another_is_the_same_name(anna: Visitor) -> None:
    """An accent may be a letter of its own; what one keyboard writes so, another writes as one letter."""
    refused = anna.send(anna.get("/new/scopa"), "/new/scopa", name_0="É", name_1="E\u0301", status=422)
    assert "Two players are called É: tell them apart." in refused.words


def test_a_name_that_an_older_match_spells_in_other_characters_is_offered_once(app: Flask, anna: Visitor) -> None:
    anna.begin("scopa", name_0="Zo\u00e9", name_1="Bruno")
    with app.app_context(), app.extensions["database"].writing() as session:
        match = session.scalars(select(Match)).one()
        match.sides = match.players = ["Zoe\u0301", "Bruno"]
    anna.begin("escoba", name_0="Zo\u00e9", name_1="Bruno")
    page = anna.get("/new/scopa")
    offered = [
        (each.get("value"), each.get("aria-pressed"))
        for each in page.root.iter("button")
        if each.get("name") == "person"
    ]
    assert offered == [("Zo\u00e9", "true"), ("Bruno", "true")]


@pytest.mark.parametrize("name", ["\U0001f469\u200d\U0001f9b0 Anna", "\u0645\u06cc\u200c\u0646\u0627"])
def test_letters_that_are_joined_stay_joined(anna: Visitor, name: str) -> None:
    """A red-haired woman is one sign, not a woman and some hair; a word of Persian is not two."""
    board = anna.begin("scopa", name_0=f" {name}\u200d\u200b", name_1="\u200d")
    assert f"{name} \N{EN DASH} Player 2" in board.words


@pytest.mark.parametrize("fields", [{"colour": "8"}, {"colour": "x"}, {"colour": None}, {"name": ["a", "b"]}])
def test_a_form_that_no_page_has_is_refused(anna: Visitor, board: Page, fields: dict[str, object]) -> None:
    page = anna.get(board.link("Anna"))
    assert anna.send_raw(page, "/sides/0", **fields).status_code == 400
    assert anna.client.get(f"{board.path}match/sides/2").status_code == 404


def test_partners_are_named_on_the_tile_of_their_team(app: Flask, anna: Visitor) -> None:
    names = {"name_0": "Anna", "partner_0": "Carla", "name_1": "Bruno", "partner_1": "Dora"}
    board = anna.send(anna.get("/new/scopa"), "/new/scopa", count="2x2", **names)
    board = anna.send(anna.get(board.link("Anna & Carla")), "/sides/0", name=["Anna", "Zoe"])
    assert rows(app, Match)[0].players == ["Anna", "Bruno", "Zoe", "Dora"]
    assert tile(board).startswith("Anna & Zoe")


def test_the_dealer_stands_on_the_tile(anna: Visitor, board: Page) -> None:
    assert tile(board).startswith("Anna deals 0")
    assert "deals" not in tile(board, 1)
    board = quick_round(anna, board, cards="0", settebello="0")
    assert "deals" not in tile(board)
    assert "deals" in tile(board, 1)


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_eight_colours_differ_in_lightness_and_shape_and_are_read_on_every_ground() -> None:
    found = re.findall(r"--colour-(\d): (#\w{6})", STYLES)
    assert [int(place) for place, _ in found] == 2 * list(range(COLOURS))
    grounds = re.findall(r"--sheet: (#\w{6})", STYLES)
    papers = re.findall(r"--paper: (#\w{6})", STYLES)
    for theme in range(2):
        colours = [colour for _, colour in found[theme * COLOURS : (theme + 1) * COLOURS]]
        for one, other in combinations(colours, 2):
            lightness = [116 * luminance(each) ** (1 / 3) - 16 for each in (one, other)]
            assert abs(lightness[0] - lightness[1]) >= LEAST_APART, (one, other)
        for colour in colours:
            for ground in (grounds[theme], papers[theme]):
                darker, lighter = sorted((luminance(colour), luminance(ground)))
                assert (lighter + 0.05) / (darker + 0.05) >= READABLE, (colour, ground)
    shapes = re.findall(r"--shape-\d: (.+);", STYLES)
    assert len(set(shapes)) == COLOURS
    picture = (STATIC.parent / "templates/tables/result.svg").read_text("utf-8")
    assert ", ".join(f'"{colour}"' for _, colour in found[:COLOURS]) in picture
