"""Answers to a phone that enters a round: its panel, that the round is counted, or what must be said before."""

from __future__ import annotations

from typing import Any

from flask import g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.entry import drafts
from webapp.entry.panel import panel_of
from webapp.entry.screen import PANEL, EntryScreen
from webapp.games import Way
from webapp.match import rounds
from webapp.match import views as boards


def to_board(number: int) -> Response:
    """Send the phone to the board, which says what round `number` was counted as."""
    return htmx.redirect(url_for("match.board", counted=number, _anchor=PANEL))


def to_panel(number: int) -> Response:
    """Send the phone to the panel of round `number` on the board."""
    return htmx.redirect(url_for("match.board", round=number, _anchor=PANEL))


def no_such_round(_error: drafts.NoSuchRound) -> Response:
    """Send the phone to the board, which leads to the round that is next."""
    return htmx.redirect(url_for("match.board"))


def of_counted(number: int, token: str) -> Response | None:
    """The answer to a form that has counted round `number` before; None: it has not.

    Where the round was undone since, the board says so, and what was entered is kept there.
    """
    try:
        return to_board(number) if rounds.was_counted_by(g.match.id, token) else None
    except rounds.WasUndone:
        return htmx.redirect(url_for("match.board", undone=number))


def conflict_page(screen: EntryScreen, status: int = 200) -> Response:
    """Say that another phone was quicker, and ask what becomes of this one's round."""
    response = htmx.page("entry/conflict.html", status=status, screen=screen)
    if htmx.is_htmx():
        response.headers["HX-Retarget"] = "#content"
        response.headers["HX-Reswap"] = "innerHTML show:top"
    return response


def show(screen: EntryScreen, way: Way, status: int = 200, **said: Any) -> Response:
    """Render the panel in a way, with what is `said` on it (`webapp.entry.panel.Panel`); elsewhere the whole board."""
    panel = panel_of(screen, way, **said)
    if htmx.is_htmx() and (request.view_args or {}).get("kind") == "ways":
        response = htmx.page("entry/on_board.html", status=status, panel=panel)
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#next-round", "outerHTML"
        return response
    return htmx.page("match/board.html", status=status, panel=panel, **boards.shown_on_board())
