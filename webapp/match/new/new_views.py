"""A new match: its form with profiles and known people, a repeated match with one tap, and the rematch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import abort, request, url_for
from werkzeug.wrappers import Response

from scoring.options import OptionValue
from webapp.base.http import htmx
from webapp.base.http.fields import clean
from webapp.base.http.security import device_id, limiter, new_match_limit
from webapp.base.language.i18n import gettext
from webapp.base.storage.tokens import form_token, is_token, new_token
from webapp.decks import menu
from webapp.games import GAMES, Game
from webapp.match import store as matches
from webapp.match.links import PLAY
from webapp.match.models import Match
from webapp.match.new import people, series
from webapp.match.new.new_match import NewMatchForm, new_match_form
from webapp.match.new.start_views import home
from webapp.match.rounds import way_used_last
from webapp.match.rules import house_rules, profiles
from webapp.match.rules.profile_views import name_problem
from webapp.match.scoreboard import Scoreboard

__all__ = ["home"]


@home.get("/new/<game>")
def new(game: str) -> Response:
    """Show the form of a new match, filled in like the last match of this device."""
    form = _form(game)
    if chosen := _rules(game, request.args.get("rules", "")):
        form.take_rules(chosen[1])
    if (deck := request.args.get("deck")) in form.deck.choices:
        form.deck.data = deck
    return htmx.page("match/new.html", **_page(form, new_token()))


@home.post("/new/<game>")
@limiter.limit(new_match_limit)
def create(game: str) -> Response:
    """Start a match and go to its board."""
    form = _form(game)
    token = _token()
    if not form.validate_on_submit():
        return htmx.page("match/new.html", status=422, **_page(form, token))
    match = matches.create(_as_entered_before(form.new_match()), device_id(), token)
    return htmx.redirect(url_for("match.board", play_token=match.play_token))


@home.post("/again")
@limiter.limit(new_match_limit)
def again() -> Response:
    """Start a match like the one named in the form: same people and rules, next dealer."""
    match = matches.by_play_token(request.form.get("match", ""))
    if match is None:
        abort(404)
    made = series.again(match.id, device_id(), _token())
    return htmx.redirect(url_for("match.board", play_token=made.play_token))


@home.post(f"{PLAY}/rematch")
@limiter.limit(new_match_limit)
def rematch(play_token: str) -> Response:
    """Go to the rematch of a finished match; the first request creates it."""
    match = matches.by_play_token(play_token)
    if match is None or match.removed:
        abort(404)
    following = series.rematch(match.id, device_id())
    return htmx.redirect(url_for("match.board", play_token=following.play_token))


@home.post("/new/<game>/people")
def seat_person(game: str) -> Response:
    form = _form(game)
    form.seat(clean(request.form.get("person")))
    return htmx.page("match/new.html", **_page(form, form_token(request.form.get("token")), opened="players"))


@home.post("/new/<game>/rules")
def choose_rules(game: str) -> Response:
    """Fill in the house rules of a profile; typed names stay."""
    form = _form(game)
    chosen = _rules(game, request.form.get("rules", ""))
    if chosen is None:
        abort(404)
    form.take_rules(chosen[1])
    said = gettext("The rules are now: %(name)s.", name=chosen[0])
    page = _page(form, form_token(request.form.get("token")), said=said, opened="rules")
    return htmx.page("match/new.html", **page)


@home.post("/new/<game>/keep")
@limiter.limit(new_match_limit)
def keep_rules(game: str) -> Response:
    """Save the house rules of the form as a profile of this device."""
    form = _form(game)
    token = form_token(request.form.get("token"))
    name = clean(request.form.get("profile_name"))
    valid = form.rules_valid()
    problem = name_problem(name)
    if valid and problem is None and profiles.keep(device_id(), game, name, form.changed_options()) is None:
        problem = gettext("Too many rules are kept: remove some first.")
    if problem or not valid:
        page = _page(form, token, problem=problem, name=name, opened="rules")
        return htmx.page("match/new.html", status=422, **page)
    said = gettext("Kept as “%(name)s”.", name=name)
    return htmx.page("match/new.html", **_page(form, token, said=said, opened="rules"))


def _as_entered_before(new: matches.NewMatch) -> matches.NewMatch:
    """A new match that begins in the way in which the same people entered their last one."""
    people = {*new.players}
    last = next((match for match in _played() if match.game == new.game and {*match.players} == people), None)
    return replace(new, way=way_used_last(last, len(last.rounds) + 1)) if last else new


def _token() -> str:
    """The token of the form, which makes starting a match idempotent; 400 without one."""
    token = request.form.get("token", "")
    return token if is_token(token) else abort(400)


def _rules(game: str, key: str) -> tuple[str, dict[str, OptionValue]] | None:
    """Name and options of a built-in profile by key, or of a saved one by token."""
    for bundle in GAMES[game].bundle_choices():
        if bundle.key == key:
            return str(bundle.name), dict(bundle.options)
    found = profiles.by_token(key) if is_token(key) else None
    if found is None or found.game != game or found.removed:
        return None
    return found.name, house_rules.allowed(game, found.options)


def _page(
    form: NewMatchForm, token: str, *, said: str = "", problem: str | None = None, name: str = "", opened: str = ""
) -> dict[str, Any]:
    """The data of the page.

    `bundles` are built-in profiles (key, name, whether its rules are those of the form), `kept` those of this device.
    `known` are the people this device has played with. `last` is the match to repeat, with `again` as the token of that
    form. `said` or `problem` is shown above the form. `name` is the text typed for a new profile, `opened` the unfolded
    part.
    """
    # Compared in the form's own values: an invalid value then differs from every profile.
    game, current = form.declared.name, form.changed_options()
    offered = form.declared.bundle_choices()
    choices = [(each.key, str(each.name), dict(each.options) == current) for each in offered]
    own = profiles.of_device(device_id(), game)
    kept = [(each, house_rules.allowed(game, each.options) == current) for each in own]
    played = _played()
    last = next((match for match in played if match.game == game and people.are_known(match)), None)
    return {
        "form": form,
        "token": token,
        "bundles": choices,
        "kept": kept,
        "known": people.known(played),
        "last": Scoreboard(last) if last else None,
        "again": new_token(),
        "rules_now": house_rules.in_a_line(game, house_rules.allowed(game, current)),
        "said": said,
        "problem": problem,
        "name": name,
        "opened": opened or ("" if last else "players"),
    }


def _form(game: str) -> NewMatchForm:
    if game not in GAMES:
        abort(404)
    return new_match_form(game, menu.choices(game, device_id()))(data=_last_table(game))


def _played() -> list[Match]:
    """The matches that this device plays in, latest first."""
    return [match for match, plays in matches.visited(device_id()) if plays and match.game in GAMES]


def _last_table(game: str) -> dict[str, Any]:
    """Form data that repeats the last match of this device; of another game only the people, where they have seats.

    The deck is another evening's: the photographs say it anew.
    """
    played = _played()
    deck = menu.first_deck(game, device_id())
    for match in played:
        if match.game == game:
            dealer = Scoreboard(match).dealer_of_rematch
            return NewMatchForm.values_of(match.options, _named(match), len(match.sides), deck, dealer)
    for match in played[:1]:
        if sides := _sides_at(GAMES[game], match):
            values = NewMatchForm.values_of({}, _named(match), sides, deck)
            return values | _each_alone(GAMES[game], match)
    return {"deck": deck}


def _each_alone(game: Game, match: Match) -> dict[str, str]:
    """Form data that seats the players of `match` singly: teams become this when "In teams" is unticked."""
    if (people := len(match.players)) not in game.rules.seats:
        return {}
    return {"count": str(people)} | {f"name_{index}": name for index, name in enumerate(_named(match))}


def _named(match: Match) -> list[str]:
    """The players of a match; empty for players without a name."""
    return ["" if people.is_nobody(name) else name for name in match.players]


def _sides_at(game: Game, match: Match) -> int:
    """Number of sides the players of `match` form in `game`: the same teams, else singly; 0 if they do not fit."""
    sides, people = len(match.sides), len(match.players)
    if sides < people <= game.team_sizes.get(sides, 0) * sides:
        return sides
    return people if people in game.rules.seats else 0
