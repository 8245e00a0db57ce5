"""Every page in German, and half of them in one other language: what holds on all of them is looked at together."""

from playwright.sync_api import Browser, Page

from tests.browser.axe import seen_by_axe
from tests.browser.places import IN_TURN, LONGEST, THOROUGH, Place, report, walk
from tests.browser.table import PHONE, Phone
from tests.browser.test_contrast import edges
from tests.browser.test_focus import hidden_stops
from tests.browser.test_reflow import broken

NOTHING_STAYS = (": referee", "share", "receipt")
"""Pages on which nothing stays in sight when one scrolls, and so hides no focus."""
MANY = 5
"""Kinds of elements that no page had which was looked at."""

# The kinds of elements on a page: tags, classes, roles and states, and in which tag they lie. A drawing is one; a side
# or a rule is no kind of its own.
KINDS = """() => [...document.querySelectorAll("*:not(svg *)")].map((element) => [
  element.localName, ...[...element.classList].filter((name) => !/^(rule|side)-/.test(name)).sort(), element.type,
  element.role, ...element.getAttributeNames().filter((name) => name.startsWith("aria-")),
  element.parentElement?.localName].join(" "))"""


class Looks:
    """Looks at pages in one language; the slow checks run where `MANY` kinds of elements are new."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.colours: set[str] = set()

    def __call__(self, page: Page, place: Place) -> list[str]:
        """All that is wrong on a page, but for its words in other languages."""
        kinds = {*page.evaluate(KINDS)}
        is_new = THOROUGH or len(kinds - self.kinds) >= MANY
        if is_new:
            self.kinds |= kinds
        found = hidden_stops(page) if is_new and not place.name.endswith(NOTHING_STAYS) else []
        found += broken(page)
        if is_new:
            page.set_viewport_size(PHONE)
            # axe comes last: it lays what stays in sight at its place in the page.
            found += edges(page) + seen_by_axe(page, self.colours)
        return found


def test_nothing_is_wrong_on_any_page(browser: Browser) -> None:
    """In the longest language: all that no word changes, too."""
    wrong = walk(browser, Looks(), LONGEST)
    assert not wrong, report(wrong)


def test_no_page_scrolls_sideways_nor_breaks_a_word_in_the_other_languages(browser: Browser) -> None:
    for language in IN_TURN:
        wrong = walk(browser, lambda page, _place: broken(page), language)
        assert not wrong, f"{language}: {report(wrong)}"


def test_a_kind_of_element_that_is_new_is_looked_at(anna: Phone) -> None:
    """The checks can fail: a link whose name differs from its text, on a page that was looked at before."""
    look, place = Looks(), Place("start", "/")
    anna.open("/")
    assert look(anna.page, place) == []
    anna.page.evaluate(
        """(many) => {
          document.querySelector(".brand").setAttribute("aria-label", "Elsewhere");
          for (let number = 1; number < many; number += 1) {
            document.querySelector("main").appendChild(document.createElement("div")).className = `fresh-${number}`;
          }
        }""",
        MANY,
    )
    assert any(line.startswith("label-content-name-mismatch") for line in look(anna.page, place))
