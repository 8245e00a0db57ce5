"""Any form of a question, by htmx or without, gets a page and never a failure.

Every third question is sent each of its fields; `tests.fuzz` sends the forms of all.
"""

from itertools import cycle

import pytest
from flask import Flask

from tests.shares import THOROUGH, share
from tests.webapp.conftest import rows
from tests.webapp.pages import Visitor
from tests.webapp.referee.test_referee import ask, put
from webapp.games import GAMES
from webapp.referee.models import Question
from webapp.referee.tiebreak import TIEBREAK

pytestmark = pytest.mark.slow
NASTY = ("-1", "²", "9" * 500, "a\x00b<script>", "KH", "JOKER.2")
BUTTONS = ("", "ask", "lay", "hand", "count-9", "remove-x", "x")
QUESTIONS = {
    asked.ask: game for game, declared in reversed(GAMES.items()) for asked in declared.questions if not asked.only
}
"""Question -> a game that has it; in another its form is the same, with other house rules."""
ENDINGS = [(game, TIEBREAK.ask) for game in ("scopa", "tressette", "chinchon")]  # awards, points, hands left over
ASKED = [*((game, asked) for asked, game in QUESTIONS.items()), *ENDINGS]


@pytest.mark.parametrize(("game", "asked"), share(ASKED, 3, 0))
def test_no_field_of_a_question_breaks_it(anna: Visitor, game: str, asked: str) -> None:
    question = put(anna, asked, game)
    address, fields = question.form(question.path)
    names = dict.fromkeys([*fields, "card", "table", "hand", "rest"])
    del names["csrf_token"]
    if not THOROUGH:  # fields that are numbered are alike: the last stands for all
        names = dict.fromkeys({name.partition("_")[0]: name for name in names}.values())
    sent = [
        fields | {name: [value], "action": ["ask"]}
        for place, name in enumerate(names, ASKED.index((game, asked)))
        for value in share(NASTY, len(NASTY), place)
    ]
    sent += [fields | {"action": [button]} for button in share(BUTTONS, 2, ASKED.index((game, asked)))]
    # By htmx as well as without.
    for each, headers in zip(sent, cycle(({}, {"HX-Request": "true"}))):
        answer = anna.client.post(address, data=each, headers=headers)
        assert answer.status_code < 500, each
    page = anna.get(question.path)
    assert "\x00" not in page.text


def test_a_card_of_another_deck_is_refused_on_a_whole_page(anna: Visitor) -> None:
    """The form fills blocks of a frame: htmx gets the page whole, in the place of the one that is there."""
    question = put(anna, "captures")
    address, fields = question.form(question.path)
    answer = anna.client.post(address, data=fields | {"card": ["KH"]}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, "body")
    assert "<main" in answer.text


def test_what_cannot_be_printed_is_kept_of_no_decision(app: Flask, anna: Visitor) -> None:
    """A database may refuse it, and no page may show it."""
    question = put(anna, "captures")
    ruling = ask(anna, question, table=["1D"], card="7S")
    address, fields = ruling.form("/decision")
    anna.client.post(address, data=fields | {"decision": ["it\x01 is\x07 so"]})
    (stored,) = rows(app, Question)
    assert stored.decision == "it is so"
