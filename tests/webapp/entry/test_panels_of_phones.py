"""The panel of the next round on the boards of several phones: each counts with a token of its own."""

import re

from flask import Flask

from tests.webapp.conftest import quick_round, rows
from tests.webapp.pages import Page, Visitor
from webapp.match.models import CountedForm

HTMX = {"HX-Request": "true"}


def panel(visitor: Visitor, board: Page, number: int = 2, by: str = "awards") -> str:
    return visitor.client.get(f"{board.path}rounds/{number}/entry/?by={by}", headers=HTMX).text


def bare(text: str) -> str:
    """The page without what is a phone's own: its tokens and the id of its blank row of plus or minus."""
    for secret in secrets_of(text).values():
        text = text.replace(secret, "")
    return re.sub("(adjust_[a-z]+_)[0-9a-f]{8}", r"\1", text)


def secrets_of(text: str) -> dict[str, str]:
    found = dict(re.findall(r'name="(csrf_token|token)" value="([^"]+)"', text))
    assert set(found) == {"csrf_token", "token"}
    return found


def test_phones_that_show_the_same_have_tokens_of_their_own(
    app: Flask, anna: Visitor, bruno: Visitor, board: Page
) -> None:
    board = quick_round(anna, board, cards="0")
    carla = Visitor(app)
    texts = []
    for phone in (anna, bruno, carla):
        phone.get(board.path)
        texts.append(panel(phone, board))
    tokens = [secrets_of(text) for text in texts]
    for name in ("csrf_token", "token"):
        assert len({each[name] for each in tokens}) == 3
    assert len({bare(text) for text in texts}) == 1
    answers = {f"award_{rule}": "0" for rule in ("cards", "coins", "settebello", "primiera")}
    counted = carla.client.post(
        f"{board.path}rounds/2/entry/ways/awards/count", data={**tokens[2], **answers}, headers=HTMX
    )
    assert counted.headers["HX-Redirect"] == f"{board.path}?counted=2#round-panel"
    assert tokens[2]["token"] in {form.token for form in rows(app, CountedForm)}


def test_a_tap_is_in_the_next_panel_of_every_phone(app: Flask, anna: Visitor, bruno: Visitor, board: Page) -> None:
    board = quick_round(anna, board, cards="0")
    carla = Visitor(app)
    for phone in (bruno, carla):
        assert 'value="0" checked' not in panel(phone, board)
    anna.send_raw(anna.get(f"{board.path}rounds/2/entry/quick"), "/quick", award_cards="0")
    for phone in (bruno, carla):
        text = panel(phone, board)
        assert 'name="award_cards" value="0" checked' in text
        assert "Another phone is entering this round." in text
    assert "Another phone" not in panel(anna, board)  # it is this one
    assert "award_cards" not in panel(bruno, board, by="piles")
