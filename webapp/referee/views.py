"""The pages of the referee: ask a question, store it at every tap, show the ruling, record the decision.

The same views serve a match, below its play link, and questions without a match, which have their own links.
"""

from functools import partial
from typing import Any

from flask import Blueprint, abort, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from scoring.problems import InvalidQuestion
from webapp.base.http import htmx
from webapp.base.http.fields import clean
from webapp.base.http.security import device_id, limiter, new_question_limit
from webapp.base.language.i18n import gettext
from webapp.base.storage.orm import Entry
from webapp.decks.menu import first_deck
from webapp.games import GAMES
from webapp.games.asking import QuestionKind
from webapp.games.beside import number_in
from webapp.games.layout import NotInDeck
from webapp.match import store as matches
from webapp.match.at_hand import games_at_hand
from webapp.match.links import PLAY, opened_by_play_link
from webapp.match.models import Match
from webapp.match.scoreboard import Scoreboard
from webapp.photos import holders, uploads
from webapp.photos import views as photo_views
from webapp.photos.detections import open_questions
from webapp.photos.holders import answers_in, choice_in
from webapp.photos.place_views import Filmed, PhotoPlace, add_views
from webapp.photos.words import not_in_deck_text, unanswered_text
from webapp.referee import store as questions
from webapp.referee.kinds import kind_named, lay_deck, offered, told, view_of
from webapp.referee.models import Question
from webapp.referee.question_uploads import QUESTION_UPLOAD
from webapp.referee.screen import (
    QuestionScreen,
    answer_to,
    context_of,
    decks_of,
    form_page,
    kind_of,
    load,
    match_id,
    sentences,
)
from webapp.referee.tiebreak import TIEBREAK

referee = Blueprint("referee", __name__, url_prefix="/referee")
match_referee = opened_by_play_link(Blueprint("match_referee", __name__, url_prefix=f"{PLAY}/referee"))

QUESTION = "/<question_token>"


@referee.url_value_preprocessor
def _count_by_question(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Count rate limits of a question without a match by its own token."""
    g.token = (values or {}).get("question_token", "-")


@referee.app_template_global()
def decisions_of(match: Match) -> list[tuple[QuestionKind, Question]]:
    """Pairs of kind and question for the decisions of a match's table."""
    decided = questions.decided(match.id)
    return [(kind, asked) for asked in decided if (kind := kind_named(asked.game, asked.ask)) is not None]


@referee.app_template_global()
def headline_of(question: Question) -> str:
    return kind_of(question).as_sentence(view_of(question))


@referee.app_template_global()
def choice_of(question: Question) -> str | None:
    """The chosen decision in words; None if the table only wrote a text, or the question has changed."""
    kind = kind_of(question)
    try:
        return dict(kind.choices_of(answer_to(question))).get(question.choice or "")
    except InvalidQuestion:
        return None


@referee.get("/")
@match_referee.get("/")
def start() -> Response:
    """Show the available kinds of questions, and those asked about this match."""
    match = g.get("match")
    game = match.game if match else request.args.get("game", "")
    visited = matches.visited(device_id())
    if match is None and game not in GAMES:
        game = games_at_hand(visited)[0][0]
    games, others = games_at_hand(visited, game)
    asked = questions.asked(match.id) if match else []
    return htmx.page(
        "referee/start.html",
        match=match,
        games=games,
        others=others,
        game=game,
        kinds=offered(game, match),
        asked=asked,
    )


@referee.post("/")
@match_referee.post("/")
@limiter.limit(new_question_limit)
def put() -> Response:
    """Store a new question of an available kind."""
    match = g.get("match")
    game = match.game if match else request.form.get("game", "")
    kind = next((each for each in offered(game, match) if each.ask == request.form.get("ask", "")), None)
    if kind is None:
        abort(404)
    deck = match.deck if match else _deck(game)
    question = questions.put(match, device_id(), kind.ask, game, deck, _first_entry(kind, game, match))
    ready = (kind.ask == TIEBREAK.ask or "round" in request.form) and match is not None
    return htmx.redirect(url_for(".ruling" if ready else ".show", question_token=question.token))


def _first_entry(kind: QuestionKind, game: str, match: Match | None) -> Entry:
    """The fields of a new question; those of a round of the match, if the form names one."""
    number = number_in(request.form.get("round", ""))
    if match is None or number is None:
        return kind.begin(game, match)
    board = Scoreboard(match)
    if kind.of_round is None or not board.is_scored(number):
        abort(404)
    return kind.of_round(match.sides, board.parsed.rounds[number - 1].played)


def _deck(game: str) -> str:
    """The deck that this device last played `game` with, or that a new match begins with."""
    known = (match.deck for match, _ in matches.visited(device_id()) if match.game == game)
    return next(known, None) or first_deck(game, device_id())


@referee.get(f"{QUESTION}/")
@match_referee.get(f"{QUESTION}/")
def show(question_token: str) -> Response:
    return form_page(load(question_token))


@referee.post(f"{QUESTION}/")
@match_referee.post(f"{QUESTION}/")
def save(question_token: str) -> Response:
    """Store the form; the button `ask` asks for the ruling, others remove a photograph or name one of its cards."""
    kind = kind_of(load(question_token))
    action = request.form.get("action", "")

    choice, other_cards = choice_in(request.form.get("choose", "")), False
    is_tap = not action and choice is None

    def keep(question: Question) -> None:
        nonlocal other_cards
        places, dealt = QuestionScreen(question, kind), view_of(question).layout
        said = [photo.detections for photo in question.photos]
        if "alone" not in request.form:  # without scripts, the form of a photograph sends only its answers
            question.entry = {**told(kind, request.values, question), **_open_tab(kind, question)}
            other_cards = is_tap and view_of(question).layout != dealt
            shown = answers_in(request.form.items(), "shown")
            holders.answer(places, answers_in(request.form.items()), shown=shown)
            other_cards |= is_tap and said != [photo.detections for photo in question.photos]
        if choice is not None:
            holders.choose(places, choice)
        if question.match_id is None and request.form.get("deck") in decks_of(question):
            other_cards |= lay_deck(question, request.form["deck"])
        if action.startswith("remove-"):
            holders.remove(places, action.removeprefix("remove-"))

    try:
        question = questions.edit_question(question_token, match_id(), keep)
    except NotInDeck as strangers:
        return form_page(load(question_token), 422, [not_in_deck_text(strangers)])
    if question is None:
        abort(404)
    if other_cards:
        return htmx.redirect(url_for(".show", question_token=question_token))
    if action == "ask":
        return _ask(question)
    if choice is not None:
        return htmx.redirect(url_for(".show", question_token=question_token, _anchor=f"photo-{choice.token}"))
    if not action and htmx.is_htmx():
        return make_response(render_template("referee/chosen.html", tapped=True, **context_of(question)))
    return htmx.redirect(url_for(".show", question_token=question_token))


def _open_tab(kind: QuestionKind, question: Question) -> Entry:
    """The open tab of the grid, by field name, if submitted."""
    named = request.form.get("at")
    return {"at": named} if named in [slot.name for slot in kind.slots_of(view_of(question))] else {}


def _ask(question: Question) -> Response:
    if unanswered := open_questions(question.photos):
        return form_page(question, 422, [unanswered_text(unanswered)])
    if missing := kind_of(question).unready(view_of(question)):
        return form_page(question, 422, missing)
    try:
        answer_to(question)
    except InvalidQuestion as invalid:
        return form_page(question, 422, sentences(invalid))
    return htmx.redirect(url_for(".ruling", question_token=question.token))


@referee.get(f"{QUESTION}/ruling")
@match_referee.get(f"{QUESTION}/ruling")
def ruling(question_token: str) -> Response:
    """Show the ruling with reasons, and the table's decision; an incomplete question shows its form instead."""
    question = load(question_token)
    kind = kind_of(question)
    try:
        answered = None if kind.unready(view_of(question)) else answer_to(question)
    except InvalidQuestion:
        answered = None
    if answered is None:
        return htmx.redirect(url_for(".show", question_token=question_token))
    choices = kind.choices_of(answered)
    return htmx.page(kind.template, answer=answered, choices=choices, **context_of(question))


@referee.post(f"{QUESTION}/decision")
@match_referee.post(f"{QUESTION}/decision")
def decide(question_token: str) -> Response:
    """Store the table's decision; an empty form deletes it."""
    question = load(question_token)
    try:
        choices = dict(kind_of(question).choices_of(answer_to(question)))
    except InvalidQuestion:
        return htmx.redirect(url_for(".show", question_token=question_token))
    choice = request.form.get("choice", "")
    said = choice if choice in choices else None
    questions.decide(question_token, match_id(), said, clean(request.form.get("decision")))
    return htmx.redirect(url_for(".ruling", question_token=question_token, _anchor="decision"))


def _photo_place(*, sends: bool = False, films: bool = False, question_token: str, place: str) -> PhotoPlace:
    """A field of a question as a place for photographs; 404 if it has no cards, or for a film where none is allowed."""
    question = load(question_token)
    kind, view = kind_of(question), view_of(question)
    if place not in kind.places(view) or (films and not kind.films):
        abort(404)
    side = kind.extras(view).get("sides", {}).get(place)
    title = gettext("Live: the cards of %(side)s", side=side) if side else gettext("Live: the last cards on the table")
    here = partial(url_for, ".show", question_token=question_token)
    return PhotoPlace(
        owner=question,
        name=place,
        page=here(),
        upload=lambda: uploads.made(QUESTION_UPLOAD, question, place, question.deck),
        followed=partial(url_for, ".follow", question_token=question_token, place=place),
        shown=lambda upload: here(_anchor=f"photo-{upload.token}"),
        refused=lambda why, *, film: form_page(load(question_token), 422, [why], refused=place, film=film),
        meanwhile=gettext("Tap the cards in meanwhile"),
        filmed=Filmed(lambda: view.layout, title, side or str(kind.places(view)[place])),
    )


add_views([referee, match_referee], f"{QUESTION}/places/<place>", _photo_place)


@referee.get(f"{QUESTION}/photos/<token>/<where>")
@match_referee.get(f"{QUESTION}/photos/<token>/<where>")
def card(question_token: str, token: str, where: str) -> Response:
    """Ask which card lies at one position of a photograph of the question."""
    question = load(question_token)
    return photo_views.chooser(QuestionScreen(question, kind_of(question)), token, where)


@referee.get(f"{QUESTION}/photos/<token>.jpg")
@match_referee.get(f"{QUESTION}/photos/<token>.jpg")
def photo(question_token: str, token: str) -> Response:
    """Send a photograph of a question to anybody who may see the question."""
    return photo_views.picture(token, load(question_token))
