"""The panel of a round on the board, and redirects to the panel and to the board."""

from flask import g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.entry.place import Place
from webapp.entry.screen import PANEL, EntryScreen, screen_now
from webapp.match import rounds
from webapp.match.links import number_now
from webapp.match.scoreboard import Scoreboard


def panel_at(number: int, by: str | None) -> Place | None:
    """The panel of round `number` in the way `by` or the way last used; the next round's if this one has no draft here.

    None if no round can be entered. Only players have a panel.
    """
    board = Scoreboard(g.match)
    if not (board.open_number and number > len(g.match.rounds)):
        screen = screen_now(number)
        if screen.is_stored:
            return _panel(screen, by)
    if not board.goes_on:
        return None
    screen = screen_now(board.next_number)
    return _panel(screen, by if number == board.next_number else None)


def panel_on(screen: EntryScreen | None) -> Place | None:
    """The panel of a board with this next round; of another round if the address names one; None if there is none."""
    number, by = whole(request.args.get("round", ""), digits=4), request.args.get("by")
    number = number and number_now(number)
    if number is not None and (screen is None or number != screen.number):
        return panel_at(number, by)
    return _panel(screen, by) if screen else None


def _panel(screen: EntryScreen, by: str | None) -> Place:
    return Place(screen, screen.game.way(by) if by else screen.way).acts()


# Answers


def to_board(number: int) -> Response:
    """Redirect to the board, which announces how round `number` was counted."""
    return htmx.redirect(url_for("match.board", counted=number, _anchor=PANEL))


def to_panel(number: int) -> Response:
    """Redirect to the panel of round `number` on the board."""
    return htmx.redirect(url_for("match.board", round=number, _anchor=PANEL))


def of_counted(number: int, token: str) -> Response | None:
    """Answer a form that has already counted round `number`; None if it has not.

    If the round was undone since, the board says so, and keeps the entry.
    """
    try:
        return to_board(number) if rounds.was_counted_by(g.match.id, token) else None
    except rounds.WasUndone:
        return htmx.redirect(url_for("match.board", undone=number))
