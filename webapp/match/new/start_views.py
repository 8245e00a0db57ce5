"""The start page: the match to continue, the games, this device's matches; removing one from the list; languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, abort, current_app, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.security import device_id
from webapp.base.language import page_language
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.games import GAMES
from webapp.match import store as matches
from webapp.match.at_hand import games_at_hand
from webapp.match.models import Match
from webapp.match.new import people
from webapp.match.new.series import ANOTHER_EVENING, last_change
from webapp.match.scoreboard import Scoreboard

home = Blueprint("home", __name__)

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
    referee = url_for("referee.start") if "referee.start" in current_app.view_functions else None
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
        referee=referee,
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
    match, plays = _named()
    if plays:
        matches.remove(match.id)
    else:
        matches.unlist(device_id(), match.id)
    session[TAKEN_OFF] = match.play_token if plays else match.watch_token
    return htmx.redirect(url_for(".start", deleted=1))


@home.post("/list/undo")
def undo_delete() -> Response:
    match, plays = _named()
    if plays:
        matches.take_back(match.id, device_id())
    else:
        matches.record_visit(device_id(), match.id, plays=False)
    session.pop(TAKEN_OFF, None)
    return htmx.redirect(url_for(".start"))


def _named() -> tuple[Match, bool]:
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
