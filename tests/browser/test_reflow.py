"""Text twice as large, and a narrow phone: no page scrolls sideways, no word is broken or cut, in any language.

WCAG 2.2: 1.4.4 and 1.4.10. A page is loaded once; a script sets its sizes. `tests.browser.test_every_page` runs it on
every page.
"""

from playwright.sync_api import Page

from tests.browser.table import Phone

# Width of the window, and size of the text.
SIZES = ((390, 200), (320, 100))

# If the page is wider than the window: the innermost elements that reach over its edge. Also words that break where
# they may not: a line break inside a word without a hyphen.
LOOK = r"""async (large) => {
  await document.fonts.ready;
  const found = [];
  const range = document.createRange();
  const name = (element) => {
    const part = (each) => each.tagName.toLowerCase() + (each.id ? `#${each.id}` : each.className?.baseVal === undefined
      && each.className ? `.${each.className.trim().split(/\s+/).join(".")}` : "");
    return [element.parentElement, element].filter(Boolean).map(part).join(" > ");
  };
  const scrolls = (element) => {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      if (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(each).overflowX)) return true;
    }
    return false;
  };
  if (document.documentElement.scrollWidth > innerWidth) {
    const over = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width && (right > innerWidth + 0.5 || left < -0.5) && !scrolls(element) && element.checkVisibility();
    });
    const inner = over.filter((element) => !over.some((other) => other !== element && element.contains(other)));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (!inner.length && texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      if (range.getBoundingClientRect().right > innerWidth + 0.5) inner.push(texts.currentNode.parentElement);
    }
    found.push(`wide ${document.documentElement.scrollWidth}: ${inner.slice(0, 4).map(name).join(", ")}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    const elsewhere = "svg, script, option, .visually-hidden, .skip, [hidden], .address";
    if (!node.data.trim() || parent.closest(elsewhere)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.offsetWidth === 1) continue;
    // A name as players typed it may be longer than its place where the text is twice as large.
    if (parent.matches(".name, .winner-name") && large) continue;
    range.selectNodeContents(node);
    const cell = !large && parent.closest("th:not(:has(.name)), .rounds td:not(.row-end), .slot-tab > span");
    const place = cell && cell.getBoundingClientRect();
    if (place && [...range.getClientRects()].some((box) => box.left < place.left - 1 || box.right > place.right + 1)) {
      found.push(`over its edge: ${node.data.trim()} in ${name(parent)}`);
    }
    if (range.getClientRects().length < 2) continue; // one line
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}\p{N}\u00ad]+/gu)) {
      if (word.length < 2 || /[./-]\S*$/.test(node.data.slice(0, index).match(/\S*$/)[0])) continue; // an address
      if (/^\.\p{L}/u.test(node.data.slice(index + word.length))) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length < 2) continue;
      let line = null;
      let long = 0;
      let atBreak = 0;
      for (let at = 0; at < word.length; at += 1) {
        range.setStart(node, index + at);
        range.setEnd(node, index + at + 1);
        const box = [...range.getClientRects()].at(-1); // the first is a hyphen's, where the line before ends in one
        if (!box?.width || !box.height) continue;
        const { top, height, width } = box;
        long += width;
        if (line !== null && top > line + height / 2 && word[at - 1] !== "\u00ad") atBreak ||= at;
        line = top;
      }
      // A word that no line could hold has to break somewhere.
      if (atBreak && long < 0.75 * innerWidth) {
        found.push(`broken: ${word.slice(0, atBreak)}/${word.slice(atBreak)} in ${name(parent)}`);
      }
    }
  }
  return [...new Set(found)];
}"""


# Looks at one size of the text: with parts closed and open, where their fold shows a summary. One call, as each takes
# longer than its answer.
AT_SIZE = f"""async (percent) => {{
  const found = [];
  const folds = [...document.querySelectorAll(".fold")];
  document.documentElement.style.fontSize = `${{percent}}%`;
  for (const closed of folds.length ? [true, false] : [false]) {{
    for (const fold of folds) fold.open = !closed;
    await new Promise(requestAnimationFrame);
    found.push(...await ({LOOK})(percent > 100));
  }}
  document.documentElement.style.fontSize = "";
  return found;
}}"""


def broken(page: Page) -> list[str]:
    """The faults at each size."""
    found = []
    # First the sizes of the current width: resizing takes longest.
    for width, percent in sorted(SIZES, key=lambda size: size[0] != (page.viewport_size or {})["width"]):
        if page.viewport_size != {"width": width, "height": 844}:
            page.set_viewport_size({"width": width, "height": 844})
        problems: list[str] = page.evaluate(AT_SIZE, percent)
        found += [f"{width} px, {percent} %: {problem}" for problem in problems]
    return found


def test_the_widest_names_fit(anna: Phone) -> None:
    """Twenty letters W, the most that a name has, are wider than a small phone."""
    anna.new_match("W" * 20, "M" * 20)
    board = anna.page.url
    anna.page.set_viewport_size({"width": 320, "height": 844})
    for page in ("", "share?change=1"):
        anna.open(f"{board.partition('?')[0]}{page}")
        assert anna.page.evaluate("document.documentElement.scrollWidth") == 320, page


def test_what_scrolls_and_what_breaks_is_seen(anna: Phone) -> None:
    """The check itself can fail: a block that is too wide, and a word that is cut by its place."""
    anna.open("/help/stored")
    assert broken(anna.page) == []
    anna.page.evaluate("""() => {
      const block = document.querySelector("main").appendChild(document.createElement("p"));
      block.style.setProperty("min-width", "500px");
      block.textContent = "Scopa";
      const narrow = document.querySelector("main").appendChild(document.createElement("p"));
      narrow.style.setProperty("width", "2.5em");
      narrow.style.setProperty("overflow-wrap", "anywhere");
      narrow.textContent = "Scientifico";
      const tab = document.querySelector("main").appendChild(document.createElement("p"));
      tab.className = "slot-tab";
      const label = tab.appendChild(document.createElement("span"));
      for (const [name, value] of [["display", "block"], ["width", "2em"]]) label.style.setProperty(name, value);
      label.style.setProperty("overflow-wrap", "normal");
      label.textContent = "Kombination";
    }""")
    found = broken(anna.page)
    for width, percent in SIZES:
        assert any(line.startswith(f"{width} px, {percent} %: wide") for line in found), found
    assert any("broken: Scie" in line for line in found), found
    assert any("over its edge: Kombination" in line for line in found), found
