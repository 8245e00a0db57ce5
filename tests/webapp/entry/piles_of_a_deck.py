"""Piles of a deck that is not the one chosen, photographed and read again: for tests of which deck it is."""

from collections.abc import Sequence
from io import BytesIO

from tests.fakes import FakeRecogniser
from tests.webapp.pages import Page, Visitor

WHICH = "Which deck is on the table?"
WRONG = (("6B", "1C", "2C", "3C"), ("other_deck:piacentine",))
RIGHT = (("6D", "1C", "2C", "3C"), ())


def sees(recogniser: FakeRecogniser, *cards: str, notes: Sequence[str] = ()) -> None:
    recogniser.by_deck = {**recogniser.by_deck, "napoletane": (cards, notes)}


def at(board: Page, path: str = "", number: int = 1) -> str:
    return f"{board.path}rounds/{number}/entry/{path}"


def photograph(visitor: Visitor, board: Page, data: bytes, seat: int = 0, kind: str = "photo", number: int = 1) -> Page:
    page = visitor.get(at(board, f"piles/{seat}", number))
    _, fields = page.form(f"piles/{seat}/photo")
    form = {"csrf_token": fields["csrf_token"][0], kind: (BytesIO(data), "pile.jpg")}
    path = at(board, f"piles/{seat}/{kind}", number)
    answer = visitor.client.post(path, data=form, content_type="multipart/form-data", follow_redirects=True)
    return visitor._page(answer, 200)


def ticked(page: Page) -> list[str]:
    return page.form("", "done")[1].get("card", [])


def buttons(page: Page) -> list[str]:
    return ["".join(each.itertext()).strip() for each in page.root.iter("button")]


def read_again(visitor: Visitor, question: Page, deck: str = "piacentine") -> Page:
    return visitor.send(question, "/deck", button=deck)
