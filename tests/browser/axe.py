"""axe in both themes finds no violation of WCAG 2.2 AA or of good practice.

`tests.browser.test_every_page` runs it on every kind of page, `test_screens` on other screens.
"""

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

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


# All that decides the contrast of a page's texts: letters, and the grounds that they stand on.
COLOURS = r"""() => {
  const grounds = new Map([[null, ""]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = `/${backgroundColor} ${backgroundImage} ${opacity}`;
      grounds.set(element, ground(element.parentElement) + (own === "/rgba(0, 0, 0, 0) none 1" ? "" : own));
    }
    return grounds.get(element);
  };
  const found = new Set();
  for (const element of document.body.querySelectorAll("*")) {
    const texts = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!texts && !element.matches("input, select, textarea") || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    found.add([color, fontSize, fontWeight, textShadow, ground(element)].join(" "));
  }
  return [...found];
}"""
CONTRAST = "color-contrast"


def seen_by_axe(page: Page, measured: set[str] | None = None) -> list[str]:
    """The faults that axe finds by day, and for colours also by night: only colours differ then.

    `measured`: the colours of the pages before. Contrasts take half of the time: a page without others is spared them.
    """
    measured = set() if measured is None else measured
    # Elements below the fixed button are scrolled to: that makes them no smaller.
    page.evaluate("() => { for (const bar of document.querySelectorAll('.actions')) bar.style.position = 'static'; }")
    found = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        colours = {*page.evaluate(COLOURS)}
        is_new = not colours <= measured
        measured |= colours
        if scheme == "light":
            more = {**MORE, CONTRAST: {"enabled": is_new}}
            found += violations(page, only={"type": "tag", "values": TAGS}, more=more)
        elif is_new:
            dark = violations(page, only={"type": "rule", "values": [CONTRAST]}, more={})
            found += [f"dark: {line}" for line in dark]
    return found
