"""axe in both themes finds no violation of WCAG 2.2 AA or of good practice.

`tests.browser.test_every_page` runs it on every kind of page, `test_screens` on other screens.
"""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.table import Phone

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
# Rules that axe runs only on request.
MORE = {"label-content-name-mismatch": {"enabled": True}, "target-size": {"enabled": True}}
# Returns one line for each fault: the rule, the place, and the fault.
RUN = """async ({ only, more }) => {
  // Media are loaded for a rule that looks at them; style sheets would be, for a rule that axe does not run.
  const options = { resultTypes: ["violations"], preload: { assets: ["media"] } };
  const found = await axe.run(document, { runOnly: only, rules: more, ...options });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary.replace(/\\s+/g, " ").slice(0, 300)}`));
}"""


def violations(page: Page, *, only: dict[str, object], more: dict[str, object]) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN, {"only": only, "more": more})
    return found


def seen_by_axe(page: Page) -> list[str]:
    """The faults that axe finds by day, and for colours also by night: only colours differ then."""
    # Elements below the fixed button are scrolled to: that makes them no smaller.
    page.evaluate("() => { for (const bar of document.querySelectorAll('.actions')) bar.style.position = 'static'; }")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    by_day = violations(page, only={"type": "tag", "values": TAGS}, more=MORE)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = violations(page, only={"type": "rule", "values": ["color-contrast"]}, more={})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return by_day + [f"dark: {line}" for line in dark]


def test_axe_sees_what_is_wrong(anna: Phone) -> None:
    """The check itself can fail: a button whose name differs from its text."""
    anna.open("/")
    anna.page.evaluate("() => document.querySelector('.brand').setAttribute('aria-label', 'Elsewhere')")
    assert any(line.startswith("label-content-name-mismatch") for line in seen_by_axe(anna.page))
