"""Piles of the decks that are drawn for this app, on a new match with no deck chosen, read by the recogniser itself."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask

from tests.fakes import FakeRecogniser
from tests.photographs import compose
from tests.webapp.conftest import rows
from tests.webapp.pages import Visitor
from webapp.match.models import Match, Round
from webapp.photos.work.processes import Limits


class Here(FakeRecogniser):
    """Reads in this process."""

    def run(self, _limits: Limits, function: Callable[..., Any], *arguments: Any) -> Any:
        """Read as a reader would."""
        return function(*arguments)


@pytest.mark.parametrize(
    ("deck", "family", "shown", "counted"),
    [
        ("settebello", "italian", "7D 1C 5S 10B 3D 6C", "7D 1C 5S 10B 3D 6C"),
        ("french", "french", "7D AH 5S KC 2D QS", "7D 1C 5S 10B 2D 9S"),
    ],
)
def test_a_pile_counts_right(app: Flask, anna: Visitor, deck: str, family: str, shown: str, counted: str) -> None:
    app.extensions["photo_readers"] = Here()
    board = anna.send(anna.get("/new/scopa"), "/new/scopa", count="2", name_0="Anna", name_1="Bruno")
    pile = anna.get(f"{board.path}rounds/1/entry/piles/0")
    address, form = pile.form("piles/0/photo")
    photo = BytesIO(compose(shown.split(), family=family, columns=3, size=(1000, 1000)))
    data = {"csrf_token": form["csrf_token"][0], "photo": (photo, "pile.jpg")}
    answer = anna.client.post(address, data=data, content_type="multipart/form-data", follow_redirects=True)
    pile = anna._page(answer, 200)
    assert rows(app, Match)[0].deck == deck
    assert sorted(pile.form("", "done")[1]["card"]) == sorted(counted.split())
    anna.send(pile, "piles/0", button="count")
    assert sorted(rows(app, Round)[0].entry["piles"]["Anna"]) == sorted(counted.split())
