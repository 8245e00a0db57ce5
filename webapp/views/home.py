"""The start page, a new match, and the language."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scoring.game import GAMES
from scoring.options import describe
from webapp import decks, htmx, languages
from webapp.forms import NewMatchForm, new_match_form
from webapp.scoreboard import Scoreboard
from webapp.security import device_id, limiter, new_match_limit
from webapp.services import matches
from webapp.tokens import is_token, new_token

home = Blueprint("home", __name__)


@home.get("/")
def start() -> str:
    """Show the way to a new match and the matches that this device knows."""
    visited = [(Scoreboard(match), plays) for match, plays in matches.visited(device_id())]
    return render_template("home/start.html", visited=visited, games=list(GAMES))


@home.get("/new/<game>")
def new(game: str) -> str:
    """Show the form of a new match, filled in like the last one that this device played."""
    form = _form(game)
    return render_template("home/new.html", form=form, token=new_token())


@home.post("/new/<game>")
@limiter.limit(new_match_limit)
def create(game: str) -> Response:
    """Start a match and go to its board."""
    form = _form(game)
    token = request.form.get("token", "")
    if not is_token(token):
        abort(400)
    if not form.validate_on_submit():
        return htmx.page("home/new.html", status=422, form=form, token=token)
    match = matches.create(form.new_match(), device_id(), token)
    return htmx.redirect(url_for("match.share", play_token=match.play_token, new=1))


@home.post("/language")
def language() -> Response:
    """Remember the language for this device and show the same page again."""
    languages.choose(request.form.get("language", ""))
    back = request.form.get("next", "/")
    parts = urlsplit(back)
    # Only our own pages: no other host, and no "//host" that a browser would take for one.
    ours = not parts.scheme and not parts.netloc and back.startswith("/") and "\\" not in back
    return redirect(back if ours else "/", code=303)


def _form(game: str) -> NewMatchForm:
    if game not in GAMES:
        abort(404)
    options = describe(GAMES[game].options)
    names = current_app.extensions["recogniser"].deck_names()
    kind = new_match_form(game, options, decks.offered(names))
    return kind(data=_last_table(game))


def _last_table(game: str) -> dict[str, object] | None:
    """Return form data that repeats the last match of this device: the same table plays again."""
    for match, plays in matches.visited(device_id()):
        if plays and match.game == game:
            return NewMatchForm.values_of(match.options, match.players, len(match.sides), match.deck)
    return {"deck": decks.DEFAULT}
