"""Contrasts that axe does not measure: edges of controls, cards of the other pile, and system colours."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from tests.browser.table import Phone

# Controls have an edge or a background with a contrast of 3:1 to their surroundings (WCAG 2.2, 1.4.11).
EDGES = r"""() => {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  };
  const light = ({ r, g, b }) => [r, g, b].map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = parse(getComputedStyle(each).backgroundColor);
      if (colour.a > 0.9) return colour;
    }
    return { r: 255, g: 255, b: 255 };
  };
  const found = [];
  const fields = "main :is(.button:not(.plain), .chip > span, .cell-face, .step, .profile, .game-chip, .likely-card, " +
    "input[type=text], input[type=number], select, .switch input, .enrol-family, .choice-none)";
  for (const element of document.querySelectorAll(fields)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[disabled], .elsewhere")) continue;
    const style = getComputedStyle(element);
    // A number between its two buttons has no edge: the buttons are what is seen.
    if (element.closest(".stepper") && element.matches("input")) continue;
    const around = ground(element.parentElement);
    const own = parse(style.backgroundColor);
    const edge = parse(style.borderBottomColor);
    const gradient = style.backgroundImage.match(/rgb[^)]*\)/);
    const seen = Math.max(
      ratio(own.a > 0.9 ? own : around, around),
      ratio(gradient ? parse(gradient[0]) : around, around),
      parseFloat(style.borderBottomWidth) && edge.a > 0.9 ? ratio(edge, around) : 0);
    if (seen < 3) found.push(`${seen.toFixed(2)} ${element.tagName.toLowerCase()}.${element.className} ${element.id}`);
  }
  return [...new Set(found)];
}"""


def edges(page: Page) -> list[str]:
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        problems: list[str] = page.evaluate(EDGES)
        found += [f"{scheme}: {problem}" for problem in problems]
    return found


def test_an_edge_that_is_too_pale_is_seen(anna: Phone) -> None:
    """The check of `tests.browser.test_every_page` can fail: a field without an edge, on the page's background."""
    anna.open("/new/scopa")
    anna.unfold("#players-fold")
    assert edges(anna.page) == []
    anna.page.evaluate("() => document.querySelector('#name_0').style.setProperty('border-color', 'transparent')")
    assert any("name_0" in line for line in edges(anna.page))


def colour(page: Page, place: str, what: str = "backgroundColor", pseudo: str = "") -> str:
    found: str = page.locator(place).first.evaluate(
        "(element, [what, pseudo]) => getComputedStyle(element, pseudo || undefined)[what]", [what, pseudo]
    )
    return found


def system(page: Page, name: str) -> str:
    """A colour of the system, as computed."""
    found: str = page.evaluate(
        """(name) => {
          const probe = document.body.appendChild(document.createElement("i"));
          probe.style.setProperty("forced-color-adjust", "none");
          probe.style.setProperty("background-color", name);
          const { backgroundColor } = getComputedStyle(probe);
          probe.remove();
          return backgroundColor;
        }""",
        name,
    )
    return found


CUT = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
"""The names of which a part cannot be seen."""


def test_where_the_system_sets_the_colours_everything_is_still_told_apart(phone: Callable[..., Phone]) -> None:
    anna = phone(forced_colors="active", reduced_motion="reduce")
    page = anna.page

    def by_day_and_night() -> Iterator[None]:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, forced_colors="active")  # type: ignore[arg-type]
            yield

    anna.open("/new/scopa")
    for _ in by_day_and_night():
        highlight, canvas = system(page, "Highlight"), system(page, "Canvas")
        assert highlight != canvas
        assert colour(page, ".chip input:checked + span") == highlight
        assert colour(page, ".chip input:not(:checked) + span") != highlight
        assert colour(page, ".seat .mark") not in (canvas, "rgba(0, 0, 0, 0)")
        assert colour(page, ".switch input", pseudo="::before") == system(page, "CanvasText")
    board = anna.new_match("Massimiliano", "Bartolomeo il grande")
    anna.open(f"{board}rounds/1/entry/quick")
    for _ in by_day_and_night():
        assert colour(page, ".actions") == system(page, "Canvas")  # nothing shines through the button
        assert not page.locator(".award-names .name").evaluate_all(CUT)
    anna.open(f"{board}rounds/1/entry/piles/0")
    page.locator("#card-7D").check()
    for _ in by_day_and_night():
        assert colour(page, "label:has(#card-7D) .cell-face") == system(page, "Highlight")
        assert colour(page, "label:has(#card-1D) .cell-face") != system(page, "Highlight")
    anna.to_board(board)
    expect(page.locator(".score .mark").first).to_be_visible()
    for _ in by_day_and_night():
        marks = {colour(page, f".score .side-{seat} .mark") for seat in (0, 1)}
        assert len(marks) == 2
        assert system(page, "Canvas") not in marks


def test_a_card_of_the_other_pile_can_be_read(anna: Phone) -> None:
    """Its rank has a contrast of 4.5:1: no opacity makes it paler, and it has the colour of all soft text."""
    board = anna.new_match("Anna", "Bruno")
    anna.open(f"{board}rounds/1/entry/")
    anna.tap_pile("Anna", ["7D"])
    anna.page.get_by_role("link", name="Tap in Bruno").click()
    taken = anna.page.locator(".cell.taken")
    expect(taken).to_have_count(1)
    for scheme in ("light", "dark"):
        anna.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        assert colour(anna.page, ".taken .cell-rank", "opacity") == "1"
        assert colour(anna.page, ".taken .cell-face", "opacity") == "1"
        assert float(colour(anna.page, ".taken .cell-face img", "opacity")) >= 0.6
        rank, sheet = colour(anna.page, ".taken .cell-rank", "color"), colour(anna.page, ".cell-face")
        assert ratio(rank, sheet) >= 4.5


def ratio(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, as WCAG defines it."""
    low, high = sorted(map(light, (one, other)))
    return (high + 0.05) / (low + 0.05)


def light(colour: str) -> float:
    """The relative luminance of a computed colour."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
