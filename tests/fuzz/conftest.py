"""A server in which every page can be opened, to be sent nonsense."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from tests import databases
from tests.application import application
from tests.browser.places import places
from tests.fakes import FakeRecogniser
from tests.fuzz.sending import Fuzzed
from tests.webapp.conftest import rows
from tests.webapp.pages import Visitor
from webapp.base.http.security import limiter
from webapp.match.models import Match


@dataclass(frozen=True)
class Form:
    """A form of a page: its address, and its fields as the page fills them."""

    page: str
    action: str
    fields: tuple[tuple[str, str], ...]
    files: frozenset[str]


class Forms(HTMLParser):
    """Reads the forms of a page with all their fields, and every address that the page links to."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[dict[str, str], list[dict[str, str]]]] = []
        self.outside: list[dict[str, str]] = []
        self.addresses: list[str] = []
        self.open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        self.addresses += [
            of[name] for name in ("href", "src", "action", "formaction") if of.get(name, "").startswith("/")
        ]
        if tag == "form":
            self.forms.append((of, []))
            self.open = True
        elif tag in ("input", "select", "textarea", "button") and {*of} & {"name", "formaction"}:
            (self.forms[-1][1] if self.open and not of.get("form") else self.outside).append(of)

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open and tag != "form"


@dataclass
class World(Fuzzed):
    """The application to be fuzzed; its known pages, and their forms."""

    addresses: set[str] = field(default_factory=set)
    forms: list[Form] = field(default_factory=list)
    looked_at: set[str] = field(default_factory=set)

    def look(self, page: str) -> None:
        """Open a page and note what is on it."""
        self.looked_at.add(page)
        path, _, query = page.partition("?")
        _, found, content = self.send(path.encode(), query=query)
        if not found.get("Content-Type", "").startswith("text/html"):
            return
        reader = Forms()
        reader.feed(content.decode())
        self.addresses |= {page, *reader.addresses}
        for form, inside in reader.forms:
            fields = inside + [each for each in reader.outside if each.get("form") == form.get("id", "-")]
            if form.get("method", "").lower() == "post":
                named = tuple((each["name"], each.get("value", "")) for each in fields if each.get("name"))
                files = frozenset(each["name"] for each in fields if each.get("type") == "file")
                led = {each.get("formaction") for each in fields} - {None, ""}
                actions = led | {form.get("action") or page} if form.get("action") or not led else led
                self.forms += [Form(page, str(action), named, files) for action in sorted(map(str, actions))]

    def look_further(self) -> None:
        """Open a page of every kind that the pages lead to and that was not opened."""
        matcher = self.app.url_map.bind("localhost")

        def kind(address: str) -> str:
            with suppress(HTTPException, RequestRedirect):
                return str(matcher.match(address.partition("?")[0], method="GET")[0])
            return ""

        opened = {"", *map(kind, self.looked_at)}
        while new := {kind(each): each for each in sorted(self.addresses) if kind(each) not in opened}:
            opened |= {*new}
            for address in new.values():
                self.look(address)


@contextmanager
def world(engine: str, folder: Path) -> Iterator[World]:
    """An application on a database of `engine` in which a little of everything was played; no limit counts."""
    folder.mkdir(parents=True, exist_ok=True)
    with databases.database(engine) as url:
        app = application(folder, DATABASE_URL=url)
        recogniser = FakeRecogniser(("7D", "6B?6B,5B", "1C", "?2B,3B", "10S?"), columns=3)
        app.extensions["photo_readers"] = recogniser
        limiter.enabled, was = False, limiter.enabled  # not earlier: a disabled limiter creates no store
        try:
            visitor = Visitor(app)
            pages = [place.address for place in places(app, recogniser, visitor)]
            cookie = visitor.client.get_cookie("settebello")
            assert cookie is not None
            made = World(app, f"settebello={cookie.value}")
            with made.watched():
                for page in pages:
                    made.look(page)
                made.look_further()
                made.addresses |= {f"/w/{match.watch_token}/" for match in rows(app, Match)}
                yield made
        finally:
            limiter.enabled = was
            app.extensions["database"].engine.dispose()


@pytest.fixture
def fuzzed(tmp_path: Path) -> Iterator[World]:
    """A fuzzed server; at its end the test fails with every kind of fault found.

    It runs on PostgreSQL where that is tested: so every page is opened and every form is sent there, too.
    """
    with world(databases.engines()[-1], tmp_path / "data") as made:
        yield made
        assert not made.faults, made.report()
