"""By keyboard: what has the focus is seen, on every page, in front of all that stays in sight (WCAG 2.2, 2.4.11)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.places import Place, ready, walk
from tests.browser.table import Phone

MOST = 400  # stops of a page
# What has the focus now: "seen" (a rounded corner may be missing), or a sentence; "end" where the page has no more.
STOP = r"""() => {
  const element = document.activeElement;
  if (!element || element === document.body) return "end";
  if (element.dataset.walked) return "end";
  element.dataset.walked = "y";
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
  const tag = element.tagName.toLowerCase();
  return seen >= 4 ? "seen" : `${seen} of 5 points seen: ${tag} ${name} at ${Math.round(top)}`;
}"""


def hidden_stops(page: Page) -> list[str]:
    """Tab through the whole page; the stops that something covers."""
    found = []
    page.evaluate("() => { scrollTo(0, 0); document.activeElement?.blur(); }")
    for _ in range(MOST):
        page.keyboard.press("Tab")
        stop: str = page.evaluate(STOP)
        if stop == "end":
            return found
        if stop != "seen":
            found.append(stop)
    raise AssertionError("the page has no end")


def asked(place: Place) -> bool:
    """Pages with something that stays in sight above or below."""
    return not place.name.endswith((": referee", "share", "receipt"))


@pytest.mark.parametrize(
    "viewport", [{"width": 390, "height": 844}, {"width": 844, "height": 390}], ids=["tall", "wide"]
)
def test_nothing_hides_the_focus(browser: Browser, viewport: dict[str, int]) -> None:
    with ready() as (address, found):
        phone = Phone.take(browser, address, viewport=viewport, reduced_motion="reduce")
        wrong = walk(phone, [place for place in found if asked(place)], hidden_stops)
        phone.page.context.close()
    lines = (f"  {name}\n    " + "\n    ".join(problems) for name, problems in wrong.items())
    assert not wrong, f"{sum(map(len, wrong.values()))} stops on {len(wrong)} pages are covered\n" + "\n".join(lines)
