"""A visitor enrols a deck page by page, for the tests of this folder."""

from io import BytesIO

import numpy as np
from flask import Flask

from scoring.cards import DECKS
from tests.fakes import FakeRecogniser
from tests.webapp.pages import Page, Visitor
from vision.decks.enrolled import EnrolledDeck
from vision.pipeline.enrolment import asked
from webapp.base.storage import deck_files
from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.decks import enrolled_decks


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


def own_deck(app: Flask, visitor: Visitor, name: str = "Nonna", family: str = "italian") -> str:
    """Store a whole deck of the visitor's phone without its pages, as the fake recogniser sees it; returns the deck."""
    codes = tuple(card.code for card in DECKS[family].cards)
    with visitor.client.session_transaction() as session:
        device = session.setdefault("device", new_token())
    with app.app_context(), database().writing() as stored:
        deck = enrolled_decks.claim(stored, device, name, family, club=False).deck
        deck_files.store(EnrolledDeck(deck, family, codes, np.eye(len(codes), 128, dtype=np.float32)))
    return deck


def decks_of(visitor: Visitor, game: str = "scopa") -> dict[str, str]:
    page = visitor.get(f"/new/{game}")
    return {option.get("value", ""): "".join(option.itertext()) for option in page.root.iter("option")}


def photograph_pile(visitor: Visitor, page: Page, data: bytes, field: str = "/photo") -> Page:
    address, fields = page.form(field)
    form = {"csrf_token": fields["csrf_token"][0], "photo": (BytesIO(data), "pile.jpg")}
    return visitor._page(visitor.client.post(address, data=form, follow_redirects=True), 200)
