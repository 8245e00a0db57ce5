"""The page of one question: loads the question, answers it as far as possible, and shows its form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import abort, g, url_for
from werkzeug.wrappers import Response

from scoring.problems import InvalidQuestion
from scoring.referee import Answer, answer
from webapp import explain
from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.decks.menu import choices
from webapp.games import GAMES
from webapp.games.asking import Missing
from webapp.photos import uploads
from webapp.photos import views as photo_views
from webapp.photos.detections import open_questions
from webapp.photos.words import unanswered_text
from webapp.referee import store as questions
from webapp.referee.models import Question
from webapp.referee.questions import kind_named
from webapp.referee.questions.kind import QuestionKind
from webapp.referee.screen import QuestionScreen


def match_id() -> int | None:
    """The id of the match that the question is about; None without a match."""
    return g.match.id if "match" in g else None


def load(token: str) -> Question:
    """The question of this link, or 404."""
    question = questions.load(token, match_id())
    if question is None or kind_named(question.game, question.ask) is None:
        abort(404)
    g.pattern = GAMES[question.game].usual_deck(question.deck)  # the cards of the page bear what it prints
    return question


def kind_of(question: Question) -> QuestionKind:
    kind = kind_named(question.game, question.ask)
    if kind is None:
        abort(404)
    return kind


def answer_to(question: Question) -> Answer:
    """The referee's answer; raises `InvalidQuestion`."""
    return answer(kind_of(question).asked(question))


def _live(question: Question) -> dict[str, Answer | str] | None:
    """The live part of the form: the `answer`, or a `hint` what to tap next."""
    kind = kind_of(question)
    if not kind.live:
        return None
    if unanswered := open_questions(question.photos):
        return {"hint": unanswered_text(unanswered)}
    if missing := kind.unready(question):
        return {"hint": missing[0].text}
    try:
        return {"answer": answer_to(question)}
    except InvalidQuestion as invalid:
        return {"hint": " ".join(sentences(invalid))}


def sentences(invalid: InvalidQuestion) -> list[str]:
    """The problems in sentences, each once, without round numbers, since a question has at most one round."""
    return list(dict.fromkeys(explain.problem_text(replace(problem, round=None)) for problem in invalid.problems))


def decks_of(question: Question) -> dict[str, str]:
    """The decks whose cards the question can be about, with their names."""
    return choices(question.game, device_id(), question.deck)


def context_of(question: Question) -> dict[str, Any]:
    kind = kind_of(question)
    screen = QuestionScreen(question, kind)
    about = {"question": question, "kind": kind, "screen": screen, "match": g.get("match"), "live": _live(question)}
    return {**about, "slots": kind.slots(question), **kind.extras(question)}


def form_page(
    question: Question, status: int = 200, errors: Sequence[Missing | str] = (), refused: str = "", film: bool = False
) -> Response:
    """The form of a question with `errors`; after a `refused` photograph (or `film`) another can be sent."""
    kind = kind_of(question)
    said = [error if isinstance(error, Missing) else Missing(error) for error in errors]
    context = context_of(question) | {"errors": said, "refused": refused, "film": film, "decks": decks_of(question)}
    context["under_way_here"] = [
        photo_views.standing(upload, url_for(".follow", question_token=question.token, place=place, token=upload.token))
        for place in kind.places(question)
        if place != refused
        for upload in uploads.at_place(question, place, device_id())
    ]
    return htmx.page(kind.page, status=status, **context)
