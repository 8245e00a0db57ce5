"""The page of a match: names, dealer, export, end, deletion, new links."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import Blueprint, abort, g, render_template, request, url_for
from flask import Response as FlaskResponse
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import clean, whole
from webapp.base.http.security import device_id
from webapp.base.language.i18n import gettext
from webapp.match import store as matches
from webapp.match.links import PLAY, opened_by_play_link, side_at
from webapp.match.manage import changes, transfer
from webapp.match.new.new_match import LONGEST_NAME, called_alike
from webapp.match.scoreboard import Scoreboard

manage = opened_by_play_link(Blueprint("manage", __name__, url_prefix=f"{PLAY}/match"))

links = Blueprint("links", __name__)

ALL, WATCH = "all", "watch"
"""Values of a form: change both links of a match, or only the watch link."""


@manage.get("/")
def show() -> str:
    return render_template("match/manage.html", **_page())


@manage.post("/names")
def rename() -> Response:
    after = [clean(name) for name in request.form.getlist("name")]
    after, problems = _renamed(after, 0)
    if problems:
        return htmx.page("match/manage.html", status=422, **_page(after, problems))
    return htmx.redirect(url_for(".show", done="names"))


def _renamed(after: list[str], place: int) -> tuple[list[str], dict[int, str]]:
    """Rename the players; returns the names to show, and the problems by place.

    `place` has the problem that another phone has changed the names since.
    """
    if problems := _wrong_names(g.match.players, after):
        return after, problems
    if after == g.match.players or changes.rename_players(g.match.id, request.form.getlist("before"), after):
        return after, {}
    return g.match.players, {place: gettext("Another phone has just changed the names: these are the names now.")}


def _wrong_names(before: list[str], after: list[str]) -> dict[int, str]:
    """Problems of the new names by place; unchanged names are always valid."""
    if len(after) != len(before):
        abort(400)
    problems = called_alike(after, len(g.match.sides))
    for place, name in enumerate(after):
        if not name:
            problems[place] = gettext("A name is missing.")
        elif len(name) > LONGEST_NAME and name != before[place]:
            problems[place] = gettext("A name has at most %(max)d letters.", max=LONGEST_NAME)
    return problems


@manage.get("/sides/<int(max=9):seat>")
def side(seat: int) -> str:
    """Show one side: the names of its players, and the colours to choose from."""
    return render_template("match/side.html", **_side(seat, g.match.players))


@manage.post("/sides/<int(max=9):seat>")
def change_side(seat: int) -> Response:
    """Rename the players of a side and choose its colour, then return to the board."""
    side_at(g.match, seat)
    colour = whole(request.form.get("colour", ""))
    after, sides = list(g.match.players), len(g.match.sides)
    typed = [clean(name) for name in request.form.getlist("name")]
    if len(typed) != len(after[seat::sides]) or colour is None or colour >= changes.COLOURS:
        abort(400)
    after[seat::sides] = [name or known for name, known in zip(typed, after[seat::sides], strict=True)]
    after, problems = _renamed(after, seat)
    if problems:
        return htmx.page("match/side.html", status=422, **_side(seat, after, problems))
    changes.choose_colour(g.match.id, seat, colour)
    return htmx.redirect(url_for("match.board"))


def _side(seat: int, names: list[str], problems: Mapping[int, str] = MappingProxyType({})) -> dict[str, Any]:
    colours = g.match.colours or list(range(len(g.match.sides)))
    return {
        "match": g.match,
        "seat_at": seat,
        "side": side_at(g.match, seat),
        "places": range(seat, len(names), len(g.match.sides)),
        "names": names,
        # If two players have the same name, the other may be on another side; show the problem on this page.
        "problems": {seat if place % len(g.match.sides) != seat else place: said for place, said in problems.items()},
        "colours": range(changes.COLOURS),
        "colour": colours[seat],
        "taken": dict(zip(colours, g.match.sides, strict=True)),
    }


@manage.post("/dealer")
def let_deal() -> Response:
    """Choose who deals the next round."""
    player = whole(request.form.get("player", ""))
    if player is None:
        abort(400)
    changes.let_deal(g.match.id, player)
    return htmx.redirect(url_for(".show", done="dealer"))


@manage.post("/end")
def end() -> Response:
    changes.end(g.match.id)
    return htmx.redirect(url_for("match.board"))


@manage.post("/resume")
def resume() -> Response:
    changes.resume(g.match.id)
    return htmx.redirect(url_for("match.board"))


@manage.post("/delete")
def delete() -> Response:
    """Delete the match; the next page offers to undo this."""
    matches.remove(g.match.id)
    return htmx.redirect(url_for(".deleted"))


@manage.get("/deleted")
def deleted() -> str | Response:
    """Offer to restore a deleted match; its link opens nothing else."""
    if g.match.removed is None:
        return htmx.redirect(url_for("match.board"))
    return render_template("match/deleted.html", match=g.match, until=g.match.removed + matches.to_think_again())


@manage.post("/take-back")
def take_back() -> Response:
    matches.take_back(g.match.id, device_id())
    return htmx.redirect(url_for("match.board"))


@manage.get("/match.json")
def as_json() -> FlaskResponse:
    """The match as JSON for `settebello score`."""
    return _file(transfer.as_json(g.match), "application/json", "json")


@manage.get("/rounds.csv")
def as_csv() -> FlaskResponse:
    # The byte order mark tells spreadsheets that the file is UTF-8.
    return _file("\ufeff" + transfer.as_csv(g.match), "text/csv", "csv")


def _file(text: str, kind: str, ending: str) -> FlaskResponse:
    """A download; its file name contains no player's name, since it may be forwarded."""
    name = f"settebello-{g.match.game}-{g.match.created:%Y-%m-%d}.{ending}"
    return FlaskResponse(
        text, content_type=f"{kind}; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _page(names: list[str] | None = None, problems: dict[int, str] | None = None) -> dict[str, Any]:
    """The data of the page: the names as typed, and the problem of each."""
    return {
        "board": Scoreboard(g.match),
        "names": names or g.match.players,
        "problems": problems or {},
        "done": request.args.get("done", ""),
    }


@links.post("/renew")
def renew() -> Response:
    """Change the links and show the new ones.

    The form names the match, since the page's own address may be changed by then.
    """
    which = request.form.get("which", "")
    if which not in (ALL, WATCH):
        abort(400)
    only_watch = request.form.get("watch", "") if which == WATCH else None
    token = changes.renew(request.form.get("match", ""), device_id(), only_watch) or abort(404)
    return htmx.redirect(url_for("match.share", play_token=token, renewed=which))
