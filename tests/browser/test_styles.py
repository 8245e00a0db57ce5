"""The style sheets as a browser reads them: it would leave out in silence what it does not understand."""

from collections.abc import Iterator
from pathlib import Path

import tinycss2
from playwright.sync_api import Browser
from tinycss2.ast import AtRule, Declaration, Node, ParseError, QualifiedRule

STATIC = Path(__file__).resolve().parents[2] / "static"
FILES = sorted(STATIC.glob("*/*.css"))
OF_OTHERS = ("-moz-", "-ms-", "-webkit-touch-callout")
"""Properties that only other browsers know."""
UNKNOWN = """([declarations, selectors]) => [
    ...declarations.filter(([name, value]) => !CSS.supports(name, value)).map((each) => each.join(": ")),
    ...selectors.filter((each) => { try { document.querySelector(each); } catch { return true; } }),
]"""


def parts(nodes: list[Node]) -> Iterator[Declaration | QualifiedRule]:
    """Every rule and every declaration in `nodes`; raises ValueError for what is neither."""
    for node in nodes:
        if isinstance(node, ParseError):
            raise ValueError(f"line {node.source_line}: {node.message}")
        if isinstance(node, Declaration | QualifiedRule):
            yield node
        inside = isinstance(node, QualifiedRule) or (
            isinstance(node, AtRule) and node.content and node.lower_at_keyword in ("media", "supports", "layer")
        )
        if inside:
            yield from parts(tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True))


def read(text: str) -> list[Declaration | QualifiedRule]:
    """The rules and declarations of a style sheet."""
    return list(parts(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)))


def unknown(browser: Browser, text: str) -> list[str]:
    """Return the declarations that the browser would leave out of a style sheet."""
    found = read(text)
    declarations = [
        (each.name, tinycss2.serialize(each.value))
        for each in found
        if isinstance(each, Declaration) and not each.name.startswith(OF_OTHERS)
    ]
    selectors = [tinycss2.serialize(each.prelude).strip() for each in found if isinstance(each, QualifiedRule)]
    page = browser.new_page()
    try:
        return list(page.evaluate(UNKNOWN, [declarations, selectors]))
    finally:
        page.close()


def test_the_browser_understands_every_rule(browser: Browser) -> None:
    assert len(FILES) > 15
    assert {file.name: left for file in FILES if (left := unknown(browser, file.read_text("utf-8")))} == {}


def test_it_notices_what_no_browser_knows(browser: Browser) -> None:
    mistakes = "a { colr: red; width: 3pxx; color: var(--ink); } a:hoover { top: 0; } @media print { b { left: red; } }"
    assert unknown(browser, mistakes) == ["colr:  red", "width:  3pxx", "left:  red", "a:hoover"]


def test_every_custom_property_that_is_used_has_a_value() -> None:
    """Declared by a style sheet, or set by a script or a drawing in a page."""
    declared, used = set(), set()
    for file in FILES:
        for each in read(file.read_text("utf-8")):
            if isinstance(each, Declaration):
                declared |= {each.name} if each.name.startswith("--") else set()
                used |= set(variables(each.value))
    scripts = " ".join(file.read_text("utf-8") for file in STATIC.glob("*/*.js"))
    assert len(used) > 20
    assert {name for name in used - declared if f'"{name}"' not in scripts} == set()


def variables(values: list[Node]) -> Iterator[str]:
    """The custom properties that a value uses without saying what holds where there is none."""
    for value in values:
        if value.type == "function":
            names = [each.value for each in value.arguments if each.type == "ident"]
            if value.lower_name == "var" and not any(each == "," for each in value.arguments):
                yield names[0]
            yield from variables(value.arguments)
