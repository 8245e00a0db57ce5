"""The referee: a question is put, kept at every tap, ruled on, and what the table decides is written down.

The same pages serve a match, below its play link, and anyone without one: such a question is only seen by who has its
link.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, abort, g, make_response, render_template, request, url_for
from flask_wtf import FlaskForm
from werkzeug.wrappers import Response

from scoring.problems import InvalidQuestion
from scoring.referee import Answer, answer
from webapp import explain
from webapp.base import htmx
from webapp.base.models import Match, Question
from webapp.base.security import device_id, limiter, new_question_limit, photo_limit
from webapp.decks.menu import decks_for
from webapp.games import GAMES
from webapp.games.layout import NotInDeck
from webapp.match import store as matches
from webapp.match.links import PLAY, opened_by_play_link
from webapp.photos import kept
from webapp.photos import views as photo_views
from webapp.photos.answers import answers_in, choice_in
from webapp.photos.detections import open_questions
from webapp.photos.kept import Upload
from webapp.photos.words import strangers_text, unanswered_text
from webapp.referee import store as questions
from webapp.referee.questions import PAGES, offered
from webapp.referee.questions.page import QuestionPage
from webapp.referee.screen import QuestionScreen
from webapp.referee.store import QuestionPlaces

referee = Blueprint("referee", __name__, url_prefix="/referee")
match_referee = opened_by_play_link(Blueprint("match_referee", __name__, url_prefix=f"{PLAY}/referee"))

QUESTION = "/<question_token>"


@referee.url_value_preprocessor
def _count_by_question(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Let the limits count a question without a match like a match."""
    g.token = (values or {}).get("question_token", "-")


@referee.app_template_global()
def decisions_of(match: Match) -> list[tuple[QuestionPage, Question]]:
    """Return what the table of a match has decided, each with its page."""
    return [(PAGES[question.ask], question) for question in questions.decided(match.id) if question.ask in PAGES]


@referee.app_template_global()
def headline_of(question: Question) -> str:
    """Return what a question asks, in a sentence."""
    return PAGES[question.ask].headline(question)


@referee.app_template_global()
def choice_of(question: Question) -> str | None:
    """Return what the table followed, in words; None where it only wrote something, or the question has changed."""
    page = PAGES[question.ask]
    try:
        return dict(page.choices(_answer(question))).get(question.choice or "")
    except InvalidQuestion:
        return None


@referee.get("/")
@match_referee.get("/")
def start() -> Response:
    """Show the questions there are, and those that were put about this match."""
    match = g.get("match")
    game = match.game if match else request.args.get("game", "")
    games = list(GAMES)
    if match is None and game not in games:
        game = games[0]
    asked = questions.asked(match.id) if match else []
    return htmx.page("referee/start.html", match=match, games=games, game=game, pages=offered(game, match), asked=asked)


@referee.post("/")
@match_referee.post("/")
@limiter.limit(new_question_limit)
def put() -> Response:
    """Put a question: one of those on offer about the game."""
    match = g.get("match")
    game = match.game if match else request.form.get("game", "")
    page = PAGES.get(request.form.get("ask", ""))
    if page is None or page not in offered(game, match):
        abort(404)
    deck = match.deck if match else _deck(game)
    question = questions.put(match, device_id(), page.ask, game, deck, page.begin(game, match))
    ready = page.ask == "tiebreak" and match is not None
    return htmx.redirect(url_for(".ruling" if ready else ".show", question_token=question.token))


def _deck(game: str) -> str:
    """Return the pattern that this device last played `game` with."""
    known = (match.deck for match, _ in matches.visited(device_id()) if match.game == game)
    return next(known, GAMES[game].first_deck)


@referee.get(f"{QUESTION}/")
@match_referee.get(f"{QUESTION}/")
def show(question_token: str) -> Response:
    """Show the question as it is put so far."""
    return _form(_load(question_token))


@referee.post(f"{QUESTION}/")
@match_referee.post(f"{QUESTION}/")
def save(question_token: str) -> Response:
    """Store the question as the form has it; the button `ask` asks for the ruling."""
    FlaskForm().validate_on_submit()
    page = _page_of(_load(question_token))
    action = request.form.get("action", "")

    choice = choice_in(request.form.get("choose", ""))

    def keep(question: Question) -> None:
        if "alone" not in request.form:  # what is said in a picture without scripts comes without the other fields
            question.entry = page.read(request.form, question)
            kept.answer(QuestionPlaces(question), answers_in(request.form.items()))
        if choice is not None:
            kept.choose(QuestionPlaces(question), choice)
        if question.match_id is None and request.form.get("deck") in _decks(question):
            question.deck = request.form["deck"]
        if action.startswith("remove-"):
            kept.remove(QuestionPlaces(question), action.removeprefix("remove-"))

    try:
        question = questions.change(question_token, _match_id(), keep)
    except NotInDeck as strangers:
        return _form(_load(question_token), 422, [strangers_text(strangers)])
    if question is None:
        abort(404)
    if action == "ask":
        return _ask(question)
    if choice is not None:
        return htmx.redirect(url_for(".show", question_token=question_token, _anchor=f"photo-{choice.token}"))
    if not action and htmx.is_htmx():
        return make_response(render_template("referee/chosen.html", **_context(question)))
    return htmx.redirect(url_for(".show", question_token=question_token))


def _ask(question: Question) -> Response:
    missing = open_questions(question.photos)
    if missing:
        return _form(question, 422, [unanswered_text(missing)])
    try:
        _answer(question)
    except InvalidQuestion as invalid:
        return _form(question, 422, _sentences(invalid))
    return htmx.redirect(url_for(".ruling", question_token=question.token))


@referee.get(f"{QUESTION}/ruling")
@match_referee.get(f"{QUESTION}/ruling")
def ruling(question_token: str) -> Response:
    """Show what the referee says, why, and what the table decided; a question that is not whole is shown instead."""
    question = _load(question_token)
    page = _page_of(question)
    try:
        answered = _answer(question)
    except InvalidQuestion:
        return htmx.redirect(url_for(".show", question_token=question_token))
    choices = list(page.choices(answered))
    return htmx.page(f"referee/{page.ask}.html", answer=answered, choices=choices, **_context(question))


@referee.post(f"{QUESTION}/decision")
@match_referee.post(f"{QUESTION}/decision")
def decide(question_token: str) -> Response:
    """Write down what the table decided; sent empty it is taken back."""
    question = _load(question_token)
    try:
        choices = dict(_page_of(question).choices(_answer(question)))
    except InvalidQuestion:
        return htmx.redirect(url_for(".show", question_token=question_token))
    choice = request.form.get("choice", "")
    text = " ".join(request.form.get("decision", "").split())
    questions.decide(question_token, _match_id(), choice if choice in choices else None, text)
    return htmx.redirect(url_for(".ruling", question_token=question_token, _anchor="decision"))


@referee.post(f"{QUESTION}/photo/<place>")
@match_referee.post(f"{QUESTION}/photo/<place>")
@limiter.limit(photo_limit)
def upload(question_token: str, place: str) -> Response:
    """Read a photograph of one place of the question; what it shows is proposed and can be corrected."""
    question = _load(question_token)
    page = _page_of(question)
    if place not in page.places:
        abort(404)

    def keep(upload: Upload) -> None:
        questions.change(question_token, _match_id(), partial(questions.add_photo, place=place, upload=upload))

    def refuse(why: str) -> Response:
        return _form(question, 422, [why])

    def shown(token: str) -> str:
        return url_for(".show", question_token=question_token, _anchor=f"photo-{token}")

    return photo_views.upload(QuestionScreen(question, page), keep, refuse, shown)


@referee.get(f"{QUESTION}/photos/<token>/<where>")
@match_referee.get(f"{QUESTION}/photos/<token>/<where>")
def card(question_token: str, token: str, where: str) -> Response:
    """Show the cards to choose from for one card of a photograph of the question."""
    question = _load(question_token)
    return photo_views.chooser(QuestionScreen(question, _page_of(question)), token, where)


@referee.get(f"{QUESTION}/photos/<token>.jpg")
@match_referee.get(f"{QUESTION}/photos/<token>.jpg")
def photo(question_token: str, token: str) -> Response:
    """Send a photograph of a question to whoever may see the question."""
    return photo_views.picture(token, _load(question_token))


def _match_id() -> int | None:
    return g.match.id if "match" in g else None


def _load(token: str) -> Question:
    question = questions.load(token, _match_id())
    if question is None or question.ask not in PAGES:
        abort(404)
    return question


def _page_of(question: Question) -> QuestionPage:
    return PAGES[question.ask]


def _answer(question: Question) -> Answer:
    """Return the referee's answer; raises `InvalidQuestion`."""
    return answer(_page_of(question).document(question, g.get("match")))


def _sentences(invalid: InvalidQuestion) -> list[str]:
    """Return what is wrong, each thing once; the page has one round to speak of, so sentences need not number it."""
    return list(dict.fromkeys(explain.problem_text(replace(problem, round=None)) for problem in invalid.problems))


def _decks(question: Question) -> dict[str, str]:
    return decks_for(question.game, device_id(), question.deck)


def _context(question: Question) -> dict[str, Any]:
    page = _page_of(question)
    screen = QuestionScreen(question, page)
    return {"question": question, "page": page, "screen": screen, "match": g.get("match"), **page.extras(question)}


def _form(question: Question, status: int = 200, errors: list[str] | None = None) -> Response:
    page = _page_of(question)
    context = _context(question)
    return htmx.page(f"referee/{page.ask}.html", status=status, errors=errors or [], decks=_decks(question), **context)
