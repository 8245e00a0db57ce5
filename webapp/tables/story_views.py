"""The story of a match and its result to send, for players and watchers; and putting it on a table."""

from __future__ import annotations

from flask import Blueprint, Response, abort, g, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from webapp.base.http import htmx
from webapp.base.http.security import device_id, limiter
from webapp.base.language.i18n import current_language
from webapp.match.links import PLAY, WATCH, opened_by_play_link, opened_by_watch_link
from webapp.match.scoreboard import Scoreboard
from webapp.tables import store
from webapp.tables.drawing.card import picture_of
from webapp.tables.page import TablePage
from webapp.tables.played import played
from webapp.tables.story import Evening, Story
from webapp.tables.words import result_text

story = opened_by_play_link(Blueprint("story", __name__, url_prefix=PLAY))
watch_story = opened_by_watch_link(Blueprint("watch_story", __name__, url_prefix=WATCH))

PICTURES = "30 per minute"
"""Rate limit for pictures of a match: drawing one takes a quarter of a second."""


@story.get("/story")
@watch_story.get("/story")
def show() -> str:
    """Show the race and the highlights of the match; a finished one can be sent."""
    match = played(g.match)
    series = store.with_rematches(g.match, device_id())
    tonight = Evening([each.played for each in reversed(series)])
    return render_template(
        "tables/story.html",
        board=Scoreboard(g.match),
        match=match,
        story=Story(match, tonight),
        text=result_text(match),
        duels=TablePage(None, store.of_device(device_id()), None, None).duels_of(
            [name for team in match.people for name in team]
        ),
    )


@story.get("/result.png")
@watch_story.get("/result.png")
@limiter.limit(PICTURES)
def picture() -> Response:
    """Send the result as a picture, without a link."""
    answer = Response(mimetype="image/png")
    answer.set_etag(f"{g.match.version}-{int(g.match.ended is not None)}-{current_language()}")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.headers["Content-Disposition"] = 'inline; filename="settebello.png"'
    answer.make_conditional(request)
    if answer.status_code != 304:
        answer.set_data(picture_of(played(g.match)))
    return answer


@story.post("/table")
def put() -> AnyResponse:
    """Put the match on a table that this device knows; an empty token takes it off."""
    token = request.form.get("table", "")
    if not token:
        store.take_off(g.match.id)
    elif not store.put(g.match.id, token, device_id()):
        abort(404)
    return htmx.redirect(url_for("match.share") + "#our-table")
