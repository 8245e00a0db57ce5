"""Every page, opened in German and in one other language: what holds on all of them is looked at together."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import seen_by_axe
from tests.browser.places import LONGEST, THOROUGH, Place, report, walk
from tests.browser.table import LOCALES, PHONE, Phone
from tests.browser.test_contrast import edges
from tests.browser.test_focus import hidden_stops
from tests.browser.test_reflow import broken

NOTHING_STAYS = (": referee", "share", "receipt")
"""Pages on which nothing stays in sight when one scrolls, and so hides no focus."""

# The kinds of elements on a page: tags, classes, roles and states, with those of their parents. A drawing is one.
KINDS = """() => {
  const kind = (element) => element && [element.localName, element.getAttribute("class"), element.type, element.role,
    ...element.getAttributeNames().filter((name) => name.startsWith("aria-"))].join(" ");
  return [...document.querySelectorAll("*:not(svg *)")].map((each) => `${kind(each)} in ${kind(each.parentElement)}`);
}"""


class Looks:
    """Looks at pages in one language; the slow checks run where a page has a kind of element that none before had."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.colours: set[str] = set()

    def __call__(self, page: Page, place: Place) -> list[str]:
        """All that is wrong on a page, but for its words in other languages."""
        kinds = {*page.evaluate(KINDS)}
        is_new = THOROUGH or not kinds <= self.kinds
        self.kinds |= kinds
        found = hidden_stops(page) if is_new and not place.name.endswith(NOTHING_STAYS) else []
        found += broken(page)
        if is_new:
            page.set_viewport_size(PHONE)
            # axe comes last: it lays what stays in sight at its place in the page.
            found += edges(page) + seen_by_axe(page, self.colours)
        return found


@pytest.mark.parametrize("language", LOCALES)
def test_nothing_is_wrong_on_any_page(browser: Browser, language: str) -> None:
    """Words that break and pages that scroll sideways in each language; what no word changes in German."""
    look = Looks() if language == LONGEST else lambda page, _place: broken(page)
    wrong = walk(browser, look, language)
    assert not wrong, report(wrong)


def test_a_kind_of_element_that_is_new_is_looked_at(anna: Phone) -> None:
    """The checks can fail: a button whose name differs from its text, on a page that was looked at before."""
    look, place = Looks(), Place("start", "/")
    anna.open("/")
    assert look(anna.page, place) == []
    anna.page.evaluate("() => document.querySelector('.brand').setAttribute('aria-label', 'Elsewhere')")
    assert any(line.startswith("label-content-name-mismatch") for line in look(anna.page, place))
