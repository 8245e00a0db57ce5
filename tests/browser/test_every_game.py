"""A round of every game on a phone, from the start page to the board, as the game's own test folder enters it."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.places import unfold
from tests.browser.table import Phone
from tests.browser.test_screens import measure
from tests.webapp.tables import NAMES, table_of
from webapp import explain
from webapp.games import GAMES


def fill(fields: Locator, value: str) -> None:
    """Answer one question of a form: choose, tick or type."""
    kind = fields.first.get_attribute("type")
    if kind in ("radio", "checkbox"):  # the box itself is not to be seen: its label is drawn
        fields.and_(fields.page.locator(f"[value='{value}']")).dispatch_event("click")
    else:
        fields.first.fill(value)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_from_the_start_page_to_the_board(anna: Phone, game: str) -> None:
    table, page = table_of(game), anna.page
    anna.open("/")
    unfold(page)  # games that were not played yet
    page.get_by_role("link", name=explain.game_name(game), exact=True).click()
    expect(page.get_by_role("heading", name="New match")).to_be_visible()
    if page.locator(f"#count-{table.sides}").count():
        page.locator(f"#count-{table.sides}").check(force=True)
    for index, name in enumerate(NAMES[: table.sides]):
        page.locator(f"#name_{index}").fill(name)
    assert not measure(page)
    anna.tap("Shuffle and deal")
    expect(page.locator("#board")).to_be_visible()
    assert not measure(page)
    anna.open(f"{page.url}rounds/1/entry/{table.path}")
    unfold(page)
    for name, value in table.ours.items():
        if (call := page.locator(f"[data-call='{name}'] .call")).count():  # counted on the board
            for _ in range(int(value)):
                call.click(delay=300)
        else:
            fill(page.locator(f"[name='{name}']"), value)
    assert not measure(page)
    anna.tap("Count the round")
    expect(page).to_have_url(re.compile(r"counted=1\b"))
    assert not measure(page)
    anna.why(1)
    expect(page.locator("ol.lines .line").first).to_be_visible()
    assert not measure(page)
    anna.tap("To the board")
    expect(page.locator(".rounds tbody tr")).to_have_count(1)
