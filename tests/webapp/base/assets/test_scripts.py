"""Which scripts a page loads."""

from pathlib import Path

from flask import Flask

from tests.webapp.pages import Page, Visitor, imported
from tests.webapp.tables import table_of
from webapp.base.assets import HTMX, SCRIPTS, WORKER, all_scripts, scripts

STATIC = Path(__file__).resolve().parents[4] / "static"
EVERYWHERE = ("base/connection.js", "base/outbox.js", "base/events.js", "base/offline.js")


def loaded(page: Page) -> list[str]:
    """The scripts of a page."""
    return [str(each.get("src")).split("/", 3)[3] for each in page.root.iter("script")]


def preloaded(page: Page) -> set[str]:
    """The modules that a page has the browser load beside its scripts."""
    links = [str(each.get("href")) for each in page.root.iter("link") if each.get("rel") == "modulepreload"]
    return {link.split("/", 3)[3] for link in links}


def test_the_first_page_loads_what_every_page_needs_and_no_more(anna: Visitor) -> None:
    page = anna.get("/")
    assert loaded(page) == [HTMX, *EVERYWHERE]
    assert preloaded(page) == {"base/clock.js", "base/waiting.js"}


def test_a_page_names_all_that_its_modules_import(anna: Visitor) -> None:
    """Nothing that is imported imports more than that page names."""
    page = table_of("scopa").begin(anna)
    here = {*loaded(page), *preloaded(page)} - {HTMX}
    assert {other for name in here for other in imported(name)} <= here


def test_an_installation_behind_a_symbolic_link_names_them_too(app: Flask, tmp_path: Path) -> None:
    """Every page was an error there."""
    (tmp_path / "current").symlink_to(STATIC)
    app.static_folder = str(tmp_path / "current")
    assert preloaded(Visitor(app).get("/")) == {"base/clock.js", "base/waiting.js"}


def test_a_board_loads_what_its_rounds_are_entered_with(anna: Visitor) -> None:
    scripts = {*loaded(table_of("scopa").begin(anna))}
    assert {*EVERYWHERE, "base/focus.js", "match/board.js", "entry/calls.js", "entry/entry.js"} <= scripts
    assert not {"referee/slots.js", "photos/picture.js", "photos/live.js", "phone/forget.js"} & scripts


def test_every_module_is_loaded_by_a_page(app: Flask) -> None:
    """A new one is named in webapp/base/assets.py, or is imported by one that is."""
    there = {str(file.relative_to(STATIC)) for file in STATIC.glob("*/*.js")}
    whole = " ".join(mark for marks in SCRIPTS.values() for mark in marks)
    assert scripts(whole) == tuple(SCRIPTS)
    assert {*SCRIPTS, *(other for name in SCRIPTS for other in imported(name)), WORKER} == there
    with app.test_request_context():
        assert {*all_scripts()} == (there | {HTMX}) - {WORKER}


def test_every_mark_stands_in_a_template() -> None:
    templates = " ".join(file.read_text("utf-8") for file in (STATIC.parent / "templates").rglob("*.html"))
    assert [mark for marks in SCRIPTS.values() for mark in marks if mark not in templates] == []
