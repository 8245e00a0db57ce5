"""axe in both themes finds no violation of WCAG 2.2 AA or of good practice.

`tests.browser.test_every_page` runs it on every kind of page, `test_screens` on other screens.
"""

from __future__ import annotations

import os

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.table import Phone

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
# Rules that axe runs only on request.
MORE = {
    "label-content-name-mismatch": {"enabled": True},
    "target-size": {"enabled": True},
    "color-contrast": {"enabled": False},  # `pale` measures it
}
# Media are loaded for a rule that looks at them; style sheets would be, for a rule that axe does not run.
OPTIONS = {"resultTypes": ["violations"], "preload": {"assets": ["media"]}}
# Returns one line for each fault: the rule, the place, and the fault.
RUN = """async ([where, options]) => {
  const found = await axe.run(where ?? document, options);
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
    `${id}: ${target.join(" ")}: ${failureSummary.replace(/\\s+/g, " ").slice(0, 300)}`));
}"""
# Marks the first text of each kind, and answers how many. A kind is all that decides its colours: the elements around
# it with their classes and states, and the computed colours, sizes and opacities of each.
KINDS = """(all) => {
  const STATES = /^(class|type|open|checked|disabled|aria-(checked|current|disabled|expanded|invalid|pressed))$/;
  const STYLES = ["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight", "position"];
  const kinds = new Map([[null, ""]]);
  const kind = (element) => {
    if (!kinds.has(element)) {
      const style = getComputedStyle(element);
      const states = [...element.attributes].filter(({ name }) => STATES.test(name));
      kinds.set(element, [kind(element.parentElement), element.localName,
        ...states.map(({ name, value }) => name + value), ...STYLES.map((name) => style[name])].join(" "));
    }
    return kinds.get(element);
  };
  const seen = new Set();
  for (const element of document.body.querySelectorAll("*")) {
    delete element.dataset.kind;
    const text = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
    if (!text && !element.matches("input, select") || seen.has(kind(element)) && !all) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    seen.add(kind(element));
    element.dataset.kind = "first";
  }
  return seen.size;
}"""


def violations(page: Page, *, only: dict[str, object], more: dict[str, object], where: object = None) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(RUN, [where, {**OPTIONS, "runOnly": only, "rules": more}])
    return found


def pale(page: Page) -> list[str]:
    """The texts with too little contrast, one of each kind; `THOROUGH=1` measures all."""
    assert page.evaluate(KINDS, bool(os.environ.get("THOROUGH"))), "a page without a text"
    contrast = {"type": "rule", "values": ["color-contrast"]}
    return violations(page, only=contrast, more={}, where={"include": [["[data-kind]"]]})


def seen_by_axe(page: Page) -> list[str]:
    """The faults that axe finds by day, and for colours also by night: only colours differ then."""
    # Elements below the fixed button are scrolled to: that makes them no smaller.
    page.evaluate("() => { for (const bar of document.querySelectorAll('.actions')) bar.style.position = 'static'; }")
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    by_day = violations(page, only={"type": "tag", "values": TAGS}, more=MORE) + pale(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = pale(page)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return by_day + [f"dark: {line}" for line in dark]


def test_axe_sees_what_is_wrong(anna: Phone) -> None:
    """The check itself can fail: a button whose name differs from its text, one pale text among others of its kind."""
    anna.open("/help/stored")
    assert seen_by_axe(anna.page) == []
    anna.page.evaluate("() => document.querySelector('.brand').setAttribute('aria-label', 'Elsewhere')")
    anna.page.evaluate("""() => {
      const last = [...document.querySelectorAll("main dd")].at(-1);
      last.style.setProperty("color", "rgb(128 128 128 / 0.5)");
    }""")
    found = seen_by_axe(anna.page)
    for start in ("label-content-name-mismatch", "color-contrast", "dark: color-contrast"):
        assert any(line.startswith(start) for line in found), found
