"""The story of a match and its result to send, for players and watchers; and putting it on a table."""

from base64 import b64encode
from dataclasses import replace
from functools import cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from webapp.base.assets import HEADING_FONT
from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.match.links import PLAY, WATCH, opened_by_play_link, opened_by_watch_link
from webapp.match.scoreboard import Scoreboard
from webapp.tables import store
from webapp.tables.page import Evening, TablePage
from webapp.tables.played import person, played
from webapp.tables.race import race_of
from webapp.tables.statistics import by_sides, categories
from webapp.tables.words import remarks, result_text

story = opened_by_play_link(Blueprint("story", __name__, url_prefix=PLAY))
watch_story = opened_by_watch_link(Blueprint("watch_story", __name__, url_prefix=WATCH))

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of a picture: its own style and font, and nothing else."""


@story.get("/story")
@watch_story.get("/story")
def show() -> str:
    """Show the race and the highlights of the match; a finished one can be sent."""
    match, device = played(g.match), device_id()
    return render_template(
        "tables/story.html",
        board=Scoreboard(g.match),
        match=match,
        race=race_of(match),
        remarks=remarks(match),
        categories=categories([by_sides(match)]),
        series=Evening([each.played for each in reversed(store.with_rematches(g.match, device))]),
        text=result_text(match),
        duels=[
            duel
            for duel in TablePage(store.of_device(device)).duels
            if match.seats.keys() >= {person(name) for name in duel.names}
        ],
    )


@story.get("/result.svg")
@watch_story.get("/result.svg")
def picture() -> Response:
    """Send the result as a picture, without a link."""
    match = played(g.match)
    totals = zip(match.totals, range(len(match.sides)), strict=True)
    answer = make_response(
        render_template(
            "tables/result.svg",
            match=match,
            ranked=sorted(totals, key=lambda each: each[0] if match.fewer_is_better else -each[0]),
            race=race_of(match),
            drawn=replace,
            font=_font(Path(str(current_app.static_folder)) / HEADING_FONT),
        )
    )
    answer.mimetype = "image/svg+xml"
    answer.headers["Content-Security-Policy"] = POLICY
    answer.add_etag()
    answer.make_conditional(request)
    return answer


@cache
def _font(file: Path) -> str:
    return b64encode(file.read_bytes()).decode()


@story.post("/table")
def put() -> AnyResponse:
    """Put the match on a table that this device knows; an empty token takes it off."""
    token = request.form.get("table", "")
    if not token:
        store.take_off(g.match.id)
    elif not store.put(g.match.id, token, device_id()):
        abort(404)
    return htmx.redirect(url_for("match.share") + "#our-table")
