"""Every page, opened once in each language: what holds on all of them is looked at together."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.places import Place, report, walk
from tests.browser.table import LOCALES, PHONE
from tests.browser.test_axe import seen_by_axe
from tests.browser.test_contrast import edges
from tests.browser.test_focus import hidden_stops
from tests.browser.test_reflow import broken

NOTHING_STAYS = (": referee", "share", "receipt")
"""Pages on which nothing stays in sight when one scrolls, and so hides no focus."""


def anything(page: Page, place: Place, measured: set[str]) -> list[str]:
    """All that is wrong on a page, but for its words in other languages; `measured`: colours of the pages before."""
    found = [] if place.name.endswith(NOTHING_STAYS) else hidden_stops(page)
    found += broken(page)
    page.set_viewport_size(PHONE)
    # axe comes last: it lays what stays in sight at its place in the page.
    return found + edges(page) + seen_by_axe(page, measured)


@pytest.mark.parametrize("language", LOCALES)
def test_nothing_is_wrong_on_any_page(browser: Browser, language: str) -> None:
    """Words that break and pages that scroll sideways in each language; what no word changes in one."""
    look = partial(anything, measured=set()) if language == "en" else lambda page, _place: broken(page)
    wrong = walk(browser, look, locale=LOCALES[language])
    assert not wrong, report(wrong)
