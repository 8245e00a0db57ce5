"""A visitor enrols a deck page by page, for the tests of this folder."""

from io import BytesIO

from scoring.cards import DECKS
from tests.fakes import FakeRecogniser
from tests.webapp.pages import Page, Visitor
from vision.pipeline.enrolment import asked


def begin(visitor: Visitor, name: str = "Nonna", family: str = "italian") -> Page:
    return visitor.send(visitor.get("/enrol/"), "/enrol/", name=name, family=family)


def photograph(visitor: Visitor, page: Page, data: bytes, *, status: int = 200) -> Page:
    address, fields = page.form("/photo")
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "suit.jpg")}
    answer = visitor.client.post(address, data=form, content_type="multipart/form-data", follow_redirects=True)
    return visitor._page(answer, status)


def suit_of(page: Page) -> str:
    return page.path.rsplit("/", 1)[1]


def confirm(visitor: Visitor, page: Page) -> Page:
    return visitor.send(page, button="confirm")


def photograph_suits(visitor: Visitor, page: Page, recogniser: FakeRecogniser, data: bytes, family: str) -> Page:
    """Photograph and confirm one suit after the other; returns the summary."""
    recogniser.family = DECKS[family]
    while not page.path.endswith("/summary"):
        suit = suit_of(page)
        if suit == "JOKER":
            return visitor.get(page.link("There are no jokers"))
        recogniser.cards = [card.code for card in asked(family)[suit]]
        page = confirm(visitor, photograph(visitor, page, data))
    return page


def enrol(
    visitor: Visitor, recogniser: FakeRecogniser, data: bytes, name: str = "Nonna", family: str = "italian", **keep: str
) -> Page:
    """Enrol a whole deck; returns its page."""
    page = photograph_suits(visitor, begin(visitor, name, family), recogniser, data, family)
    return visitor.send(page, "/summary", **keep)


def decks_of(visitor: Visitor, game: str = "scopa") -> dict[str, str]:
    page = visitor.get(f"/new/{game}")
    return {option.get("value", ""): "".join(option.itertext()) for option in page.root.iter("option")}


def photograph_pile(visitor: Visitor, page: Page, data: bytes, field: str = "/photo") -> Page:
    address, fields = page.form(field)
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "pile.jpg")}
    return visitor._page(visitor.client.post(address, data=form, follow_redirects=True), 200)
