"""A browser without scripts for the tests: it follows links and fills in forms, and checks every page that it gets."""

import re
from collections.abc import Callable, Container, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element, fromstring
from zlib import compress, decompress

from flask import Flask
from markupever import Parser
from werkzeug.test import TestResponse

from tests import databases
from tests.shares import THOROUGH

_ROW = re.compile("adjust_(?:side|sign|points|reason)_(.+)")

Fields = dict[str, list[Any]]


IMPORTED = re.compile(r'^(?:import|\}) ?(?:[^"]*from )?"(\.[^"]+)";$', re.MULTILINE)
LOOKS = re.compile(r"(?:document\.querySelector(?:All)?|closest(?:\?\.)?|matches(?:\?\.)?)\(([^)]*)")
ATTRIBUTE = re.compile(r"\[(data-[a-z-]+)")
STATIC = Path(__file__).resolve().parents[2] / "static"
SVG = "http://www.w3.org/2000/svg"
LESS = "\ue000"
"""Stands for < until the page is XML: a character that nobody types."""
AS_XML = (
    *((LESS, "&lt;"), ("\n", "&#10;"), ("\t", "&#9;")),  # it escapes nothing in values
    (' xmlns="http://www.w3.org/1999/xhtml"', ""),
    (f' :xmlns="{SVG}"', ""),  # said twice
)
"""Replaced in a page that markupever has written."""


def parse(html: str) -> Element:
    """Parse a whole page as a browser does, but strictly: anything a validator would call a parse error raises.

    Names of HTML are bare in the tree, those of drawings have their namespace before them.
    """
    parser = Parser().process(html.replace("&lt;", LESS)).finish()
    if errors := parser.errors():
        raise ValueError(f"{len(errors)} parse errors: {', '.join(errors[:5])}\n{html}")
    # An XML parser reads it many times faster than asking for each node.
    xml = parser.into_dom().serialize(is_html=False)
    for written, meant in AS_XML:
        xml = xml.replace(written, meant)
    return fromstring(xml)


TOKEN = (
    re.compile(r'(?P<before>name="csrf_token" value=")(?P<token>[\w.-]+)'),
    re.compile(r'(?P<before>[/"])(?P<token>[\w-]{22})(?![\w-])'),
)
"""Random parts of a page: the CSRF protection, and the tokens of links and forms."""
MARK = re.compile(r"token~(\d+)~")


@dataclass(frozen=True)
class Checked:
    """The tree of a checked page with marks for tokens, the places of these, and the tokens."""

    root: Element
    places: list[int]
    tokens: list[str]

    def tree(self) -> Element:
        """A copy of the tree, with its tokens; most pages are checked and not looked into."""
        root = deepcopy(self.root)
        elements = list(root.iter())
        for place in self.places:
            element = elements[place]
            for name, value in element.attrib.items():
                element.attrib[name] = MARK.sub(lambda mark: self.tokens[int(mark[1])], value)
            if element.text:
                element.text = MARK.sub(lambda mark: self.tokens[int(mark[1])], element.text)
        return root


def check_page(html: str) -> Checked:
    """Parse a page and assert the requirements of every page.

    A page that differs only in tokens from a checked one is not checked again, which would take five times as long.
    """
    tokens: dict[str, str] = {}

    def marked(found: re.Match[str]) -> str:
        return found["before"] + tokens.setdefault(found["token"], f"token~{len(tokens)}~")

    for pattern in TOKEN:
        html = pattern.sub(marked, html)
    return Checked(*_checked(html), list(tokens))


@lru_cache(maxsize=256)
def _checked(html: str) -> tuple[Element, list[int]]:
    """The tree of a page, and the indices of the elements that have marks for tokens."""
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
        kinds = (element.get("class") or "").split()
        if "chip" in kinds and element.find("span/span[@aria-hidden]") is not None:
            assert any(kind.startswith("side-") for kind in kinds), "the choice of a side has its colour"
        for reference in ("aria-labelledby", "aria-describedby", "for", "form"):
            for name in (element.get(reference) or "").split():
                assert name in ids, f"{reference}={name} leads nowhere"
        here, _, anchor = (element.get("href") or "").partition("#")
        assert here or not anchor or anchor in ids, f"#{anchor} leads nowhere"
    _check_scripts(root)
    texts = (f"{element.text} {' '.join(element.attrib.values())}" for element in root.iter())
    return root, [place for place, text in enumerate(texts) if MARK.search(text)]


@cache
def _looking() -> dict[str, set[str]]:
    """Attributes that scripts look for in the page or around a tapped element, with the scripts that use them."""
    texts = {f"{file.parent.name}/{file.name}": file.read_text("utf-8") for file in STATIC.glob("*/*.js")}
    names = {name for text in texts.values() for found in LOOKS.findall(text) for name in ATTRIBUTE.findall(found)}
    found = {}
    for name in names:
        property = re.sub("-(.)", lambda letter: letter[1].upper(), name.removeprefix("data-"))
        known = (f"[{name}", f"dataset.{property}", f'"{property}"')  # the last one for names put together of parts
        found[name] = {file for file, text in texts.items() if any(each in text for each in known)}
    return found


@cache
def imported(script: str) -> set[str]:
    """The modules that a script of ours imports."""
    paths = IMPORTED.findall((STATIC / script).read_text("utf-8"))
    return {str((STATIC / script).parent.joinpath(path).resolve().relative_to(STATIC)) for path in paths}


def _check_scripts(root: Element) -> None:
    """Each mark on a page that a script looks for has that script on the page."""
    named = [each.get("src", "").split("/", 3)[-1] for each in root.iter("script")]
    loaded = {*named, *(other for name in named for other in imported(name))}
    content = next(each for each in root.iter("div") if each.get("id") == "content")
    for name in {name for element in content.iter() for name in element.attrib if name in _looking()}:
        assert _looking()[name] & loaded, f"{name} has no script, but {_looking()[name]} look for it"


def _check_names(element: Element, labelled: Container[str | None]) -> None:
    """Every control has a name; `labelled` are the ids that have a label with text."""
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
    checked: Checked
    query: str = ""

    @cached_property
    def root(self) -> Element:
        """The tree of the page."""
        return self.checked.tree()

    def form(self, action: str = "", button: str | None = None) -> tuple[str, Fields]:
        """Return the address and fields of the form whose action ends with `action` and that has this button.

        A button is known by its value, or by the end of its address.
        """
        for form in self.root.iter("form"):
            owned = [each for each in self.root.iter("button") if each.get("form") == form.get("id", "-")]
            buttons = [each for each in [*form.iter("button"), *owned] if button and _is_button(each, button)]
            address, fields = form.get("action", ""), _fields(form, self.root)
            is_asked = address.partition("?")[0].endswith(action)
            if is_asked and button is None:
                return address, fields
            if is_asked and buttons:
                sent = {buttons[0].get("name") or "": [buttons[0].get("value")]}
                return buttons[0].get("formaction", address), fields | sent
        raise AssertionError(f"no form for {action!r} {button!r} on {self.path}")

    def link(self, words: str) -> str:
        """Return the address of the link with these words."""
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


def _is_button(element: Element, button: str) -> bool:
    """Whether a button has this value, or an address that ends with it."""
    leads = (element.get("formaction") or "").partition("?")[0].endswith(f"/{button}") if button else False
    return leads or element.get("value") == button


def _fields(form: Element, root: Element) -> Fields:
    """Return the fields that a browser would send for an unchanged form of the page `root`, without its buttons."""
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


def _filled_in(fields: Fields, values: Mapping[str, Any]) -> Fields:
    """The fields with `values` in their place; None leaves one out."""
    sent = {name: value for name, value in fields.items() if name not in values}
    return sent | {
        name: value if isinstance(value, list) else [value] for name, value in values.items() if value is not None
    }


COOKIE = "settebello"
PLACES = ("DATA_DIRECTORY", "DATABASE_URL")
"""Settings in which the applications of two tests always differ."""
_stored: dict[int, tuple[bytes, str, "Page"]] = {}
"""Results of `Visitor.once`: the database, the phone's cookie, the page."""


class HasClient(Protocol):
    """The interface that a visitor needs: a client that keeps cookies. Flask has it."""

    def test_client(self) -> Any: ...


def placed(fields: Iterable[str]) -> dict[str, str]:
    """Return name -> name by place of the rows of plus and minus points: `adjust_side_0` in the first."""
    rows = dict.fromkeys(match[1] for name in fields if (match := _ROW.fullmatch(name)))
    parts = ("side", "sign", "points", "reason")
    return {f"adjust_{part}_{row}": f"adjust_{part}_{place}" for place, row in enumerate(rows) for part in parts}


class Visitor:
    """One person's browser: its cookies, its language."""

    def __init__(self, app: HasClient, language: str = "en") -> None:
        self.app = app
        self.client = app.test_client()
        self.language = language

    def get(self, path: str, *, status: int = 200) -> Page:
        """Open a page and check it."""
        return self._page(self.client.get(path, headers=self._headers(), follow_redirects=True), status)

    def send(
        self, page: Page, action: str = "", *, button: str | None = None, status: int = 200, **values: Any
    ) -> Page:
        """Fill in a form of `page` and send it with a button; `values` replace fields, None leaves one out.

        If that counts a round, the round's receipt is returned: the board is left out.
        """
        response = self._send(page, action, button, values)
        if response.status_code != 303:
            return self._page(response, status)
        there = urlsplit(response.location)
        counted, since = (parse_qs(there.query).get(name, [""])[0] for name in ("counted", "since"))
        receipt = f"{there.path}rounds/{counted}?since={since}" if since else f"{there.path}rounds/{counted}"
        return self.get(receipt if counted else response.location, status=status)

    def send_raw(self, page: Page, action: str = "", *, button: str | None = None, **values: Any) -> TestResponse:
        """Do the same without following a redirect and without checking the answer."""
        return self._send(page, action, button, values)

    def begin(self, game: str, **values: Any) -> Page:
        """Send the form of a new match and open its board."""
        address = f"/new/{game}"
        return self.once((address, values), lambda: self.send(self.get(address), address, **values))

    def once(self, like: object, make: Callable[[], Page]) -> Page:
        """The page that `make` leads to once it has stored what `like` says.

        If another test stored the same from the same phone in the same database, both are put back as they were then.
        """
        if THOROUGH or not isinstance(self.app, Flask):
            return make()
        database = self.app.extensions["database"]
        if (before := databases.content(database)) is None:
            return make()
        settings = {name: value for name, value in self.app.config.items() if name not in PLACES}
        key = hash((before, self._cookie(), self.language, repr(like), repr(settings)))
        if key in _stored:
            everything, cookie, page = _stored[key]
            databases.put(database, decompress(everything))
            self.client.set_cookie(COOKIE, cookie)
            return replace(page)
        page = make()
        database.engine.dispose()
        if (after := databases.content(database)) is not None:
            _stored[key] = (compress(after, 1), self._cookie(), replace(page))
        return page

    def _cookie(self) -> str:
        cookie = self.client.get_cookie(COOKIE)
        return cookie.value if cookie else ""

    def _send(self, page: Page, action: str, button: str | None, values: Mapping[str, Any]) -> TestResponse:
        address, fields = page.form(action, button)
        names = {place: name for name, place in placed(fields).items()}
        filled = _filled_in(fields, {names.get(name, name): value for name, value in values.items()})
        return self.client.post(address, data=filled, headers=self._headers())

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
