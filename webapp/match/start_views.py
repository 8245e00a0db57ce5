"""The start page, the form of a new match with its profiles, and the choice of a language."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, TypedDict
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scoring.options import OptionValue
from webapp.base import htmx, page_language
from webapp.base.fields import clean
from webapp.base.i18n import gettext
from webapp.base.models import Profile
from webapp.base.security import device_id, limiter, new_match_limit
from webapp.base.tokens import form_token, is_token, new_token
from webapp.decks.menu import decks_for
from webapp.games import GAMES
from webapp.match import house_rules, profiles
from webapp.match import store as matches
from webapp.match.new_match import NewMatchForm, new_match_form
from webapp.match.profile_views import name_problem
from webapp.match.scoreboard import Scoreboard

home = Blueprint("home", __name__)


@home.get("/")
def start() -> str:
    """Show the games, the referee, and the matches that this device knows."""
    visited = [(Scoreboard(match), plays) for match, plays in matches.visited(device_id()) if match.game in GAMES]
    referee = url_for("referee.start") if "referee.start" in current_app.view_functions else None
    return render_template("match/start.html", visited=visited, games=GAMES, referee=referee)


@home.get("/new/<game>")
def new(game: str) -> str:
    """Show the form of a new match, filled in like the last match that this device played."""
    form = _form(game)
    if chosen := _rules(game, request.args.get("rules", "")):
        form.take_rules(chosen[1])
    if (deck := request.args.get("deck")) in form.deck.choices:
        form.deck.data = deck
    return render_template("match/new.html", **_page(form, new_token()))


@home.post("/new/<game>")
@limiter.limit(new_match_limit)
def create(game: str) -> Response:
    """Start a match and go to its board."""
    form = _form(game)
    token = request.form.get("token", "")
    if not is_token(token):
        abort(400)
    if not form.validate_on_submit():
        return htmx.page("match/new.html", status=422, **_page(form, token))
    match = matches.create(form.new_match(), device_id(), token)
    return htmx.redirect(url_for("match.share", play_token=match.play_token, new=1))


@home.post("/new/<game>/rules")
def choose_rules(game: str) -> Response:
    """Fill in the house rules of a profile; the names that were typed stay."""
    form = _form(game)
    chosen = _rules(game, request.form.get("rules", ""))
    if chosen is None:
        abort(404)
    form.take_rules(chosen[1])
    said = gettext("The rules are now: %(name)s.", name=chosen[0])
    return htmx.page("match/new.html", **_page(form, form_token(request.form.get("token")), said=said))


@home.post("/new/<game>/keep")
@limiter.limit(new_match_limit)
def keep_rules(game: str) -> Response:
    """Store the house rules of the form as a profile of this device."""
    form = _form(game)
    token = form_token(request.form.get("token"))
    name = clean(request.form.get("profile_name"))
    valid = form.rules_valid()
    problem = name_problem(name)
    if valid and problem is None and profiles.keep(device_id(), game, name, form.changed_options()) is None:
        problem = gettext("Too many rules are kept: remove some first.")
    if problem or not valid:
        return htmx.page("match/new.html", status=422, **_page(form, token, problem=problem, name=name))
    said = gettext("Kept as “%(name)s”.", name=name)
    return htmx.page("match/new.html", **_page(form, token, said=said))


@home.post("/language")
def language() -> Response:
    """Remember the language for this device and show the same page again."""
    page_language.choose(request.form.get("language", ""))
    back = request.form.get("next", "/")
    parts = urlsplit(back)
    # No open redirect: neither another host nor "//host", which a browser takes for one.
    ours = not parts.scheme and not parts.netloc and back.startswith("/") and "\\" not in back
    return redirect(back if ours else "/", code=303)


def _rules(game: str, key: str) -> tuple[str, dict[str, OptionValue]] | None:
    """(Name, options) of a built-in profile by its key, or of a device's profile by its token."""
    for bundle in GAMES[game].bundle_choices():
        if bundle.key == key:
            return str(bundle.name), dict(bundle.options)
    found = profiles.by_token(key) if is_token(key) else None
    if found is None or found.game != game or found.removed:
        return None
    return found.name, house_rules.allowed(game, found.options)


class NewMatchPage(TypedDict):
    """What `match/new.html` is drawn from.

    `bundles` and `kept` are profiles, built in (key, name) and of this device, each with whether the form has just its
    house rules. `said` or `problem` is told above the form, `name` is what was typed for a new profile.
    """

    form: NewMatchForm
    token: str
    bundles: list[tuple[str, str, bool]]
    kept: list[tuple[Profile, bool]]
    said: str
    problem: str | None
    name: str


def _page(
    form: NewMatchForm, token: str, *, said: str = "", problem: str | None = None, name: str = ""
) -> NewMatchPage:
    # Compared as the form has them: a wrong value makes the form differ from every profile.
    current = form.changed_options()
    offered = form.declared.bundle_choices()
    choices = [(each.key, str(each.name), dict(each.options) == current) for each in offered]
    own = profiles.of_device(device_id(), form.declared.name)
    kept = [(each, house_rules.allowed(form.declared.name, each.options) == current) for each in own]
    return {
        "form": form,
        "token": token,
        "bundles": choices,
        "kept": kept,
        "said": said,
        "problem": problem,
        "name": name,
    }


def _form(game: str) -> NewMatchForm:
    if game not in GAMES:
        abort(404)
    menu = decks_for(game, device_id())
    return new_match_form(game, menu)(data=_last_table(game, menu))


def _last_table(game: str, menu: Container[str]) -> dict[str, Any]:
    """Form data that repeats the last match of this device.

    The deck is the game's usual one where `menu` does not offer that of the last match any more.
    """
    for match, plays in matches.visited(device_id()):
        if plays and match.game == game:
            deck = match.deck if match.deck in menu else GAMES[game].first_deck
            return NewMatchForm.values_of(match.options, match.players, len(match.sides), deck)
    return {"deck": GAMES[game].first_deck}
