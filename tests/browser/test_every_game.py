"""A round of every game on a phone, from the new match to its receipt, as the game's own test folder enters it.

Games with an evening of their own here are played with `THOROUGH=1`.
"""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.places import unfold
from tests.browser.table import Phone
from tests.browser.test_screens import measure
from tests.shares import THOROUGH
from tests.webapp.tables import NAMES, table_of
from webapp.games import GAMES

ELSEWHERE = () if THOROUGH else ("scopa", "escoba", "scarto", "scala40", "scopinion")
"""Of `test_evening`, `test_escoba`, `test_tarot` and `test_games`."""


def fill(fields: Locator, value: str) -> None:
    """Answer one question of a form: choose, tick or type."""
    kind = fields.first.get_attribute("type")
    if kind in ("radio", "checkbox"):  # the box itself is not to be seen: its label is drawn
        fields.and_(fields.page.locator(f"[value='{value}']")).dispatch_event("click")
    else:
        fields.first.fill(value)


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ELSEWHERE])
def test_a_round_from_the_new_match_to_its_receipt(anna: Phone, game: str) -> None:
    table, page = table_of(game), anna.page
    anna.open(f"/new/{game}")
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
