"""By keyboard: what has the focus is seen, in front of all that stays in sight (WCAG 2.2, 2.4.11).

Every page is walked over with it in `tests.browser.test_every_page`.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Phone
from tests.shares import share

MOST = 400  # stops of a page
TALL, WIDE = {"width": 390, "height": 844}, {"width": 844, "height": 390}

# Gives the focus to all that takes it, in the order of the page, without the thousands of keys: a browser scrolls there
# as it does for a tab. Answers with what has it and is covered (a rounded corner may be), and how many stops there are.
WALK = r"""() => {
  const hidden = (element) => {
    // An input that covers its label, or is hidden, is seen as its label.
    const shown = element.matches("input.visually-hidden") ? element.closest("label") : element;
    const { left, top, width, height } = shown.getBoundingClientRect();
    let seen = 0;
    for (const [across, down] of [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]) {
      const hit = document.elementFromPoint(left + across * width, top + down * height);
      if (hit && (shown.contains(hit) || hit.contains(shown) && !hit.matches("body, html, main, .actions")
          || element.labels && [...element.labels].some((label) => label.contains(hit)))) seen += 1;
    }
    const name = element.id || element.getAttribute("aria-label") || element.textContent.trim().slice(0, 30);
    return seen < 4 && `${seen} of 5 points seen: ${element.tagName.toLowerCase()} ${name} at ${Math.round(top)}`;
  };
  scrollTo(0, 0);
  const stops = [];
  const found = [];
  for (const element of document.querySelectorAll("*")) {
    if (element.tabIndex < 0) continue;
    element.focus();
    if (document.activeElement !== element) continue;
    stops.push(element);
    found.push(hidden(element));
  }
  for (const element of stops) element.dataset.stop = "y";
  document.activeElement?.blur();
  return [stops.length, found.filter(Boolean)];
}"""


def hidden_stops(page: Page) -> list[str]:
    """The stops of the page that something covers, on a phone held upright and lying."""
    found = []
    for viewport in (TALL, WIDE) if page.viewport_size == TALL else (WIDE, TALL):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        stops, covered = page.evaluate(WALK)
        assert stops, "the script walks over nothing"
        found += [f"{viewport['width']} px wide: {stop}" for stop in covered]
    return found


@pytest.mark.parametrize("page", share(["/new/scopa", "/", "/referee/"], 3, 0))
def test_the_script_stops_wherever_a_keyboard_does(anna: Phone, page: str) -> None:
    """Tab through the whole page: all that it reaches has been walked over."""
    anna.open(page)
    anna.page.evaluate("() => { for (const fold of document.querySelectorAll('main details')) fold.open = true; }")
    for stops in range(MOST):  # noqa: B007  (how many there were)
        anna.page.keyboard.press("Tab")
        if anna.page.evaluate(
            """() => {
              const { activeElement: element, body } = document;
              if (!element || element === body || element.dataset.tabbed) return true;
              element.dataset.tabbed = "y";
              return false;
            }"""
        ):
            break
    assert 3 < stops < MOST - 1
    assert hidden_stops(anna.page) == []
    expect(anna.page.locator("[data-tabbed]:not([data-stop])")).to_have_count(0)


def test_what_covers_the_focus_is_seen(anna: Phone) -> None:
    """The check itself can fail: a bar that hides what is behind it."""
    anna.open("/new/scopa")
    assert hidden_stops(anna.page) == []
    anna.page.evaluate("""() => {
      const bar = document.body.appendChild(document.createElement("div"));
      for (const [name, value] of Object.entries({ position: "fixed", inset: "auto 0 0 0", height: "60%",
        "z-index": "99", background: "red" })) bar.style.setProperty(name, value);
    }""")
    assert hidden_stops(anna.page)
