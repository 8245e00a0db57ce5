"""A browser without scripts for the tests: it follows links and fills in forms, and checks every page that it gets."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Protocol
from urllib.parse import parse_qs
from xml.etree.ElementTree import Element, SubElement

from markupever import Parser
from markupever.dom import BaseNode, QualName, Text
from markupever.dom import Element as Parsed
from werkzeug.test import TestResponse

Fields = dict[str, list[Any]]


HTML = "http://www.w3.org/1999/xhtml"


def parse(html: str) -> Element:
    """Parse a whole page as a browser does, but strictly: anything a validator would call a parse error raises."""
    parser = Parser().process(html).finish()
    if errors := parser.errors():
        raise ValueError(f"{len(errors)} parse errors: {', '.join(errors[:5])}\n{html}")
    above = Element("page")
    _copy(parser.into_dom().root(), above)
    (document,) = above
    return document


def _copy(node: BaseNode[Any], into: Element) -> None:
    """Copy what stands in a parsed `node`, comments left out."""
    last: Element | None = None
    for each in node.children():
        if isinstance(each, Parsed):
            last = SubElement(into, _named(each.name), {_named(key): value for key, value in each.attrs.items()})
            _copy(each, last)
        elif isinstance(each, Text) and last is None:
            into.text = (into.text or "") + each.content
        elif isinstance(each, Text):
            last.tail = (last.tail or "") + each.content


@cache
def _named(name: QualName) -> str:
    """A name as the tree has it: that of HTML bare, others with their namespace before it."""
    return name.local if name.ns in ("", HTML) else f"{{{name.ns}}}{name.local}"


TOKEN = re.compile(r'(?<=name="csrf_token" value=")[\w.-]+|(?<=[/"])[\w-]{22}(?![\w-])')
"""What is random on a page: the protection against forgery, and the tokens of links and forms."""
MARK = re.compile(r"token~(\d+)~")


def check_page(html: str) -> Element:
    """Parse a page and assert what every page must have; returns its tree.

    A page that was checked before, but for its tokens, is not checked again: that is half the time of these tests.
    """
    tokens = list(dict.fromkeys(TOKEN.findall(html)))
    places = {token: f"token~{place}~" for place, token in enumerate(tokens)}
    root = deepcopy(_checked(TOKEN.sub(lambda found: places[found[0]], html)))
    for element in root.iter():
        for name, value in element.attrib.items():
            if "~" in value:
                element.attrib[name] = MARK.sub(lambda mark: tokens[int(mark[1])], value)
        if element.text and "~" in element.text:
            element.text = MARK.sub(lambda mark: tokens[int(mark[1])], element.text)
    return root


@lru_cache(maxsize=256)
def _checked(html: str) -> Element:
    root = parse(html)
    assert root.get("lang") in ("de", "en", "es", "it")
    title = root.findtext("head/title", "").strip()
    assert title.endswith("· Settebello"), title
    assert len(title) > len("· Settebello"), title
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids)), sorted(name for name in ids if ids.count(name) > 1)
    assert len(root.findall(".//h1")) == 1
    labelled = {label.get("for") for label in root.iter("label") if _text(label)}
    labelled |= {each.get("id") for label in root.iter("label") if _text(label) for each in label}
    for element in root.iter():
        _check_names(element, labelled)
        assert element.get("style") is None, "the Content-Security-Policy allows no inline style"
        assert not [name for name in element.attrib if name.startswith("on")], "nor inline scripts"
        if element.tag == "img":
            assert element.get("alt") is not None
        for reference in ("aria-labelledby", "aria-describedby", "for", "form"):
            for name in (element.get(reference) or "").split():
                assert name in ids, f"{reference}={name} leads nowhere"
        here, _, anchor = (element.get("href") or "").partition("#")
        assert here or not anchor or anchor in ids, f"#{anchor} leads nowhere"
    return root


def _check_names(element: Element, labelled: Container[str | None]) -> None:
    """Everything that can be tapped or filled in has a name; `labelled` are the ids that a label with words names."""
    if element.tag in ("button", "a"):
        assert _text(element) or element.get("aria-label"), str(element.attrib)
    if element.tag in ("input", "select", "textarea") and element.get("type") not in ("hidden", "submit"):
        named = element.get("aria-label") or (element.get("id") and element.get("id") in labelled)
        assert named, f"no label: {element.attrib}"


def _text(element: Element) -> str:
    return "".join(element.itertext()).strip()


@dataclass
class Page:
    """A page that was received."""

    status: int
    path: str
    text: str
    headers: Mapping[str, str]
    root: Element
    query: str = ""

    def form(self, action: str = "", button: str | None = None) -> tuple[str, Fields]:
        """Return the address and the fields of the form whose action ends so and that has a button of that value."""
        for form in self.root.iter("form"):
            owned = [each for each in self.root.iter("button") if each.get("form") == form.get("id", "-")]
            buttons = {each.get("value"): each.get("name") for each in [*form.iter("button"), *owned]}
            if form.get("action", "").endswith(action) and (button is None or button in buttons):
                pressed = {buttons[button] or "": [button]} if button is not None else {}
                return form.get("action", ""), _fields(form, self.root) | pressed
        raise AssertionError(f"no form for {action!r} {button!r} on {self.path}")

    def link(self, words: str) -> str:
        """Return where the link with these words leads."""
        for anchor in self.root.iter("a"):
            if words in " ".join(_text(anchor).split()):
                return anchor.get("href", "")
        raise AssertionError(f"no link {words!r} on {self.path}")

    @property
    def words(self) -> str:
        """The text of the main part, white space collapsed."""
        main = self.root.find(".//main")
        assert main is not None
        return " ".join(" ".join(main.itertext()).split())


def _fields(form: Element, root: Element) -> Fields:
    """Return what a browser would send for a form of the page `root` as it is, without its buttons."""
    fields: Fields = {}
    outside = [element for element in root.iter("input") if form.get("id") and element.get("form") == form.get("id")]
    for element in dict.fromkeys([*form.iter(), *outside]):
        name = element.get("name")
        if not name:
            continue
        if element.tag == "input" and element.get("type") != "file":
            ticked = element.get("type") not in ("checkbox", "radio") or element.get("checked") is not None
            if ticked:
                fields.setdefault(name, []).append(element.get("value", "on"))
        elif element.tag == "select":
            options = list(element.iter("option"))
            chosen = next((option for option in options if option.get("selected") is not None), options[0])
            fields.setdefault(name, []).append(chosen.get("value"))
    return fields


class HasClient(Protocol):
    """What a visitor needs of an application: a client that keeps cookies. Flask has it."""

    def test_client(self) -> Any: ...


class Visitor:
    """One person's browser: its cookies, its language."""

    def __init__(self, app: HasClient, language: str = "en") -> None:
        self.client = app.test_client()
        self.language = language

    def get(self, path: str, *, status: int = 200) -> Page:
        """Open a page and check it."""
        return self._page(self.client.get(path, headers=self._headers(), follow_redirects=True), status)

    def send(
        self, page: Page, action: str = "", *, button: str | None = None, status: int = 200, **values: Any
    ) -> Page:
        """Fill in a form of `page` and send it with a button; `values` replace fields, None leaves one out.

        Where that counts a round the board follows; its receipt, which is a tap away, is what is returned.
        """
        answer = self._page(self._send(page, action, button, values), status)
        counted = parse_qs(answer.query).get("counted")
        return self.get(f"{answer.path}rounds/{counted[0]}") if counted else answer

    def send_raw(self, page: Page, action: str = "", *, button: str | None = None, **values: Any) -> TestResponse:
        """Do the same without following a redirect and without checking the answer."""
        return self._send(page, action, button, values, follow=False)

    def _send(
        self, page: Page, action: str, button: str | None, values: Mapping[str, Any], *, follow: bool = True
    ) -> TestResponse:
        address, fields = page.form(action, button)
        for name, value in values.items():
            fields.pop(name, None)
            if value is not None:
                fields[name] = value if isinstance(value, list) else [value]
        return self.client.post(address, data=fields, headers=self._headers(), follow_redirects=follow)

    def _headers(self) -> dict[str, str]:
        return {"Accept-Language": self.language}

    def _page(self, response: TestResponse, status: int) -> Page:
        assert response.status_code == status, (response.status_code, response.request.path, response.text[:2000])
        return Page(
            response.status_code,
            response.request.path,
            response.text,
            response.headers,
            check_page(response.text),
            response.request.query_string.decode(),
        )
