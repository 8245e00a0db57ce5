"""The start page, and new matches: by the form with its profiles and people, by one tap, from a file; the rematch."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from scoring.options import OptionValue
from scoring.problems import InvalidEntry
from webapp import explain
from webapp.base.http import htmx
from webapp.base.http.fields import NotPossible, clean
from webapp.base.http.security import device_id, limiter, new_match_limit
from webapp.base.language import page_language
from webapp.base.language.i18n import gettext
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import form_token, is_token, new_token
from webapp.decks import menu
from webapp.games import GAMES, Game
from webapp.match import store as matches
from webapp.match.at_hand import games_at_hand
from webapp.match.links import PLAY
from webapp.match.manage import transfer
from webapp.match.models import Match
from webapp.match.new import people, series
from webapp.match.new.new_match import NewMatchForm, new_match_form
from webapp.match.new.series import ANOTHER_EVENING, last_change
from webapp.match.rounds import way_used_last
from webapp.match.rules import house_rules, profiles
from webapp.match.scoreboard import Scoreboard

home = Blueprint("home", __name__)

SHOWN_PROBLEMS = 5
"""Problems of a file that are named; more are counted."""
INSTALLED = "told_to_install"
"""Session key: this device was told that the app can be installed on the home screen."""
TAKEN_OFF = "taken_off"
"""Session key: token of the match that this device removed from its list last, for the undo."""


@home.get("/")
def start() -> str:
    """Show the match to continue, a repeat of the last one, the games, and the matches of this device."""
    found = [(match, plays) for match, plays in matches.visited(device_id()) if match.game in GAMES]
    visited = [(Scoreboard(match), plays) for match, plays in found]
    running = [each for each in visited if not each[0].score.finished]
    continued = next((each for each in running if each[1]), None)
    return render_template(
        "match/start.html",
        continued=continued[0] if continued else None,
        last=next((board for board, plays in visited if plays and people.are_known(board.match)), None),
        known=any(plays for _, plays in visited),
        running=[each for each in running if each is not continued],
        finished=[each for each in visited if each[0].score.finished],
        told_to_install=_tells_to_install([board.match for board, plays in visited if plays]),
        taken_off=_taken_off() if "deleted" in request.args else None,
        token=new_token(),
        games=GAMES,
        offered=games_at_hand(found),
    )


def _tells_to_install(played: Sequence[Match]) -> bool:
    """Whether to show the hint: once, when another evening begins on a device that has played before."""
    if session.get(INSTALLED) or not played:
        return False
    begins = now() - max(map(last_change, played)) > ANOTHER_EVENING
    if begins:
        session[INSTALLED] = True
    return begins


@home.post("/list/delete")
def delete() -> Response:
    """Delete a match for everybody if this device plays in it; a watched match is only removed from its list."""
    match, plays = _named_match()
    if plays:
        matches.remove(match.id)
    else:
        matches.unlist(device_id(), match.id)
    session[TAKEN_OFF] = match.play_token if plays else match.watch_token
    return htmx.redirect(url_for(".start", deleted=1))


@home.post("/list/undo")
def undo_delete() -> Response:
    match, plays = _named_match()
    if plays:
        matches.take_back(match.id, device_id())
    else:
        matches.record_visit(device_id(), match.id, plays=False)
    session.pop(TAKEN_OFF, None)
    return htmx.redirect(url_for(".start"))


def _named_match() -> tuple[Match, bool]:
    """The match of the submitted token, and whether that is its play token; or 404."""
    found = _by_token(request.form.get("match", ""))
    return found if found else abort(404)


def _by_token(token: str) -> tuple[Match, bool] | None:
    played = matches.by_play_token(token)
    if played is not None:
        return played, True
    watched = matches.by_watch_token(token)
    return (watched, False) if watched is not None else None


def _taken_off() -> dict[str, Any] | None:
    """The data of the note about the match just removed; None if there is none."""
    token = str(session.get(TAKEN_OFF, ""))
    found = _by_token(token)
    if found is None or (found[1] and found[0].removed is None):
        return None
    return {"token": token, "match": found[0], "plays": found[1]}


@home.post("/language")
def language() -> Response:
    """Remember the language for this device and show the same page again."""
    page_language.choose(request.form.get("language", ""))
    back = request.form.get("next", "/")
    return redirect(back if _is_ours(back) else "/", code=303)


def _is_ours(address: str) -> bool:
    """Whether an address is a page of this application; prevents open redirects and header injection.

    Browsers treat "//host" and "/\\host" as another host, and ignore line ends and tabs.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # an incomplete IPv6 address
        return False
    ours = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith("//")
    return ours and "\\" not in address and address.isprintable()


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
    new = form.new_match()
    new.way = _way_before(new)
    match = matches.create(new, device_id(), token)
    return htmx.redirect(url_for("match.board", play_token=match.play_token))


@home.post("/again")
@limiter.limit(new_match_limit)
def again() -> Response:
    """Start a match like the one named in the form, with the same people and rules and the next dealer."""
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
    token, name, problem = form_token(request.form.get("token")), request.form.get("profile_name", ""), None
    if form.rules_valid():
        try:
            kept = profiles.keep(device_id(), game, name, form.changed_options())
        except NotPossible as why:
            problem = str(why)
        else:
            said = gettext("Kept as “%(name)s”.", name=kept.name)
            return htmx.page("match/new.html", **_page(form, token, said=said, opened="rules"))
    return htmx.page("match/new.html", status=422, **_page(form, token, problem=problem, name=name, opened="rules"))


@home.get("/import")
def bring() -> str:
    return render_template("match/import.html", token=new_token(), problems=None)


@home.post("/import")
@limiter.limit(new_match_limit)
def take_in() -> Response:
    """Create a match from a file, with links of its own."""
    token = _token()
    file = request.files.get("file")
    try:
        data = file.read(transfer.MOST_BYTES + 1) if file else b""
        played, rounds = transfer.read(data, lambda game: menu.choices(game, device_id()))
    except NotPossible as why:
        problems = [str(why)]
    except InvalidEntry as invalid:
        problems = [explain.problem_text(each) for each in invalid.problems if not transfer.is_other_file(each)]
    else:
        match = matches.create(played, device_id(), token, rounds)
        return htmx.redirect(url_for("match.board", play_token=match.play_token))
    return htmx.page(
        "match/import.html", status=422, token=form_token(token), problems=problems[:SHOWN_PROBLEMS], more=len(problems)
    )


def _way_before(new: Match) -> str:
    """The way in which the people of a new match entered their last one; empty if there was none."""
    people = {*new.players}
    last = next((match for match in _played() if match.game == new.game and {*match.players} == people), None)
    return way_used_last(last, len(last.rounds) + 1) if last else ""


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
    """Form data that repeats the last match of this device; of another game only the people, if they fit.

    On another evening the photographs decide the deck again.
    """
    played = _played()
    deck = menu.first_deck(game, device_id())
    for match in played:
        if match.game == game:
            dealer = Scoreboard(match).dealer_of_rematch
            return NewMatchForm.values_of(match.options, _named(match), len(match.sides), deck, dealer)
    for match in played[:1]:
        if sides := _sides_at(GAMES[game], match):
            return NewMatchForm.values_of({}, _named(match), sides, deck)
    return {"deck": deck}


def _named(match: Match) -> list[str]:
    """The players of a match; empty for players without a name."""
    return ["" if people.is_nobody(name) else name for name in match.players]


def _sides_at(game: Game, match: Match) -> int:
    """Number of sides the players of `match` form in `game`: the same teams, else singly; 0 if they do not fit."""
    sides, people = len(match.sides), len(match.players)
    if sides < people <= game.team_sizes.get(sides, 0) * sides:
        return sides
    return people if people in game.rules.seats else 0
