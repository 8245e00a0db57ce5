"""Pages of tables: creation, ranking and matches, evenings, seasons, name, link."""

from datetime import date
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import NotPossible, named
from webapp.base.http.security import device_id, limiter, new_match_limit
from webapp.base.language.i18n import gettext
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import is_token, new_token
from webapp.games import GAMES
from webapp.match.links import public
from webapp.tables import store
from webapp.tables.page import ALL, RECENT, Evening, TablePage

tables = Blueprint("tables", __name__, url_prefix="/tables")
our_table = Blueprint("our_table", __name__, url_prefix="/t/<table_token>")


@our_table.url_value_preprocessor
def load(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Load the table of the link into `g.table`, or answer 404."""
    g.table = store.by_token(values.pop("table_token") if values else "") or abort(404)


@our_table.url_defaults
def add_token(_endpoint: str, values: dict[str, Any]) -> None:
    """Keep the table in addresses made by its pages."""
    if "table" in g:
        values.setdefault("table_token", g.table.token)


@tables.get("/")
def start() -> str:
    """Show the tables of this device, and the form of a new one."""
    return render_template("tables/start.html", **_new(new_token()))


@tables.get("/phone")
def phone() -> str:
    """Show statistics of all matches that this device has opened."""
    game = request.args.get("game", "")
    page = TablePage(store.of_device(device_id()), game=game if game in GAMES else None)
    return render_template("tables/phone.html", page=page, here="tables.phone", all=ALL)


@tables.post("/")
@limiter.limit(new_match_limit)
def make() -> Response:
    """Create a table; a match from which the form came is put on it."""
    typed, token = request.form.get("table_name", ""), request.form.get("token", "")
    if not is_token(token):
        abort(400)
    try:
        table = store.make(_named(typed), device_id(), token)
    except NotPossible as why:
        return htmx.page("tables/start.html", status=422, **_new(token, typed, str(why)))
    store.take_in(request.form.getlist("match"), table, device_id())
    return htmx.redirect(url_for("our_table.show", table_token=table.token))


@tables.post("/renew")
def renew() -> Response:
    """Change the link of the table named in the form, since its own address may be changed by then."""
    token = store.renew(request.form.get("table", ""), device_id())
    if token is None:
        abort(404)
    return htmx.redirect(url_for("our_table.show", table_token=token, renewed=1))


@our_table.get("/")
def show() -> str:
    """Show running matches, the ranking, and statistics for a season and a game."""
    if g.table.removed is None:
        store.record_visit(device_id(), g.table.id)
    return render_template("tables/table.html", **_page())


@our_table.get("/evenings/<day>")
def evening(day: str) -> str:
    """Show the matches of an evening and their race."""
    try:
        when = date.fromisoformat(day)
    except ValueError:
        abort(404)
    page = TablePage(store.matches_on(g.table.id, device_id()), g.table)
    found = page.of_evening(when)
    if not found or g.table.removed is not None:
        abort(404)
    return render_template(
        "tables/evening.html", page=page, day=when, matches=found, evening=Evening([each.played for each in found])
    )


@our_table.post("/name")
def rename() -> Response:
    try:
        store.change(g.table.id, name=_named(request.form.get("table_name")))
    except NotPossible as why:
        return htmx.page("tables/table.html", status=422, **_page(str(why)))
    return _back()


@our_table.post("/matches")
def take_in() -> Response:
    """Put matches of this phone on the table."""
    store.take_in(request.form.getlist("match"), g.table, device_id())
    return _back()


@our_table.post("/season")
def season() -> Response:
    """Begin a new season, or delete the last one."""
    seasons = request.form.get("seasons", type=int, default=-1)
    store.change_seasons(g.table.id, seasons, back=request.form.get("season") == "back")
    return _back()


@our_table.post("/remove")
def remove() -> Response:
    """Remove the table; its page offers to restore it."""
    store.change(g.table.id, removed=now())
    return _back()


@our_table.post("/restore")
def restore() -> Response:
    store.change(g.table.id, removed=None)
    return _back()


@our_table.post("/forget")
def forget() -> Response:
    """Remove the table from this device's start page."""
    store.forget(device_id(), g.table.id)
    return htmx.redirect(url_for("home.start"))


def _new(token: str, name: str = "", problem: str | None = None) -> dict[str, Any]:
    """The data of the page of a new table. No match is ticked by default: everybody with the link will see it."""
    device, ticked = device_id(), request.form.getlist("match")
    shown = {"known": store.known_to(device), "loose": store.loose(device), "ticked": ticked}
    return {**shown, "token": token, "name": name, "problem": problem}


def _back() -> Response:
    return htmx.redirect(url_for("our_table.show"))


def _named(typed: str | None) -> str:
    return named(typed, gettext("The table needs a name."))


def _page(problem: str | None = None) -> dict[str, Any]:
    table = g.table
    if table.removed is not None:
        return {"page": None}
    seasons = store.seasons_of(table)
    chosen, game = request.args.get("season", ""), request.args.get("game", "")
    # Without a season in the address, show the current one.
    found = next((each for each in seasons if str(each.number) == chosen), None)
    playing = found if chosen else next(reversed(seasons), None)
    page = TablePage(store.matches_on(table.id, device_id()), table, playing, game if game in GAMES else None)
    return {
        "page": page,
        "address": public("our_table.show"),
        "problem": problem,
        "all": ALL,
        "here": "our_table.show",
        "games": GAMES,
        "recent": RECENT,
        "loose": store.loose(device_id()),
        "last": page.matches[0].played.game if page.matches else next(iter(GAMES)),
    }
