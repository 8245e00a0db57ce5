"""The panel on the board in which a round is entered: what it shows and warns of, and answers to a phone that sends it.

A warning of the engine stops nothing. Whoever counts a round has seen its warnings: the page names those it shows in a
hidden field, and one that is new is asked about first.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import g, request, url_for
from werkzeug.wrappers import Response

from scoring.problems import Code, Problem
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.entry.form import EntryForm, shown_by, unready
from webapp.entry.piles.deck_question import DeckQuestion
from webapp.entry.screen import PANEL, EntryScreen, act_at, screen_now
from webapp.games import CardWay, Way
from webapp.games.asking import Missing
from webapp.match import rounds
from webapp.match import views as boards
from webapp.match.scoreboard import Scoreboard

_KEY_LETTERS = 12


def warned(screen: EntryScreen, way: Way, side: str | None = None, *, counting: bool = False) -> tuple[Problem, ...]:
    """The warnings of the draft, entered by `way`, on the page of `side`'s pile; none while it cannot be counted.

    Those that one more card may answer wait until every pile is confirmed, or the round counts; those that are asked
    about in any case wait until it counts. The only side without a pile takes the rest.
    """
    if not (side or screen.is_stored):
        return ()
    if side or (isinstance(way, CardWay) and screen.rest_taker):
        screen = screen.counted_with(side)
    if unready(screen, way):
        return ()
    scored = screen.scored(way.name)
    if scored is None or (isinstance(way, CardWay) and screen.is_unsaid and not counting):
        return ()
    waits = (Code.AFTER_FINISH, *(() if counting else screen.game.asked_about))
    return tuple(problem for problem in scored.warnings if problem.code not in waits)


def key_of(problem: Problem) -> str:
    """A short name of a warning: the same one of the same round has the same name."""
    return hashlib.sha256(repr(problem).encode()).hexdigest()[:_KEY_LETTERS]


@dataclass(frozen=True)
class Panel:
    """A round in one way of entering it: its form, what it warns of, what is asked before it counts, what is wrong.

    `overtaken`: the number of a round that this phone has entered otherwise than another one has counted it.
    """

    screen: EntryScreen
    way: Way
    form: EntryForm
    found: Sequence[Problem]
    problems: list[Problem] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    questioned: Sequence[Problem] = ()
    which_deck: DeckQuestion | None = None
    overtaken: int | None = None

    @property
    def has_cards(self) -> bool:
        """Whether the cards of the sides are entered."""
        return isinstance(self.way, CardWay)

    @property
    def counts(self) -> bool:
        """Whether the button that counts is there: cards are entered first."""
        return not self.has_cards or self.screen.is_begun


def panel_of(screen: EntryScreen, way: Way, form: EntryForm | None = None, **said: Any) -> Panel:
    """The panel of `screen` in a way, with the form that was sent or a form that shows the draft."""
    act_at(screen.number, "ways", way.name)
    shown = shown_by(screen, way)
    form = form or shown
    form.was = shown.was
    return Panel(screen, way, form, warned(screen, way), **said)


def panel_at(number: int, by: str | None) -> Panel | None:
    """The panel of round `number` in the way `by` or in that used last; of the next one where that is not entered here.

    None where nothing is played. Only players have one.
    """
    board, overtaken = Scoreboard(g.match), None
    if not (board.open_number and number > len(g.match.rounds)):
        screen = screen_now(number)
        if screen.is_stored and not screen.in_conflict:
            return panel_of(screen, _way(screen, by))
        overtaken = number if screen.in_conflict else None
    if not board.goes_on:
        return None
    screen = screen_now(board.next_number)
    by = by if number == board.next_number else None
    return panel_of(screen, _way(screen, by), overtaken=overtaken)


def _way(screen: EntryScreen, by: str | None) -> Way:
    return screen.game.way(by) if by else screen.way


def panel_on(screen: EntryScreen | None) -> Panel | None:
    """The panel of a board whose next round this is, None where none is; of another round where its address says so."""
    number, by = whole(request.args.get("round", ""), digits=4), request.args.get("by")
    if number is not None and (screen is None or number != screen.number):
        return panel_at(number, by)
    return panel_of(screen, _way(screen, by)) if screen else None


# Answers


def to_board(number: int) -> Response:
    """Send the phone to the board, which says what round `number` was counted as."""
    return htmx.redirect(url_for("match.board", counted=number, _anchor=PANEL))


def to_panel(number: int) -> Response:
    """Send the phone to the panel of round `number` on the board."""
    return htmx.redirect(url_for("match.board", round=number, _anchor=PANEL))


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
