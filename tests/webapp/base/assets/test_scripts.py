"""Which scripts a page loads."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from tests.webapp.pages import Page, Visitor
from tests.webapp.tables import table_of
from webapp.base.assets import HTMX, SCRIPTS, WORKER, all_scripts, imported, scripts

STATIC = Path(__file__).resolve().parents[4] / "static"
EVERYWHERE = ("base/connection.js", "base/outbox.js", "base/events.js", "base/offline.js")


def loaded(page: Page) -> tuple[list[str], list[str]]:
    """The scripts of a page, and what it asks for beside them because they import it."""
    scripts = [str(each.get("src")).split("/", 3)[3] for each in page.root.iter("script")]
    links = [str(each.get("href")) for each in page.root.iter("link") if each.get("rel") == "modulepreload"]
    return scripts, [link.split("/", 3)[3] for link in links]


def test_the_first_page_loads_what_every_page_needs_and_no_more(anna: Visitor) -> None:
    scripts, links = loaded(anna.get("/"))
    assert scripts == [HTMX, *EVERYWHERE]
    assert links == ["base/waiting.js", "base/clock.js"]


def test_a_board_loads_what_its_rounds_are_entered_with(anna: Visitor) -> None:
    scripts, links = loaded(table_of("scopa").begin(anna))
    assert {*EVERYWHERE, "base/focus.js", "match/board.js", "entry/calls.js", "entry/entry.js"} <= set(scripts)
    assert "base/sound.js" in links
    assert not {"referee/slots.js", "photos/picture.js", "photos/live.js", "phone/forget.js"} & {*scripts, *links}


def test_every_module_is_loaded_by_a_page(app: Flask) -> None:
    """A new one is named in webapp/base/assets.py, or is imported by one that is."""
    with app.test_request_context():
        there = {str(file.relative_to(STATIC)) for file in STATIC.glob("*/*.js")}
        whole = " ".join(mark for marks in SCRIPTS.values() for mark in marks)
        assert scripts(whole) == tuple(SCRIPTS)
        assert {*SCRIPTS, *imported(scripts(whole)), WORKER} == there
        assert {*all_scripts()} == (there | {HTMX}) - {WORKER}


def test_every_mark_stands_in_a_template() -> None:
    templates = " ".join(file.read_text("utf-8") for file in (STATIC.parent / "templates").rglob("*.html"))
    assert [mark for marks in SCRIPTS.values() for mark in marks if mark not in templates] == []
