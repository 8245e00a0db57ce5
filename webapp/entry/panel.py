"""The panel of the next round on the board: the form of its way, or a camera for every pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import g

from scoring.problems import Problem
from webapp.base.http.security import device_id
from webapp.base.storage.tokens import form_token
from webapp.entry.acts import act_at
from webapp.entry.models import Draft
from webapp.entry.screen import EntryScreen
from webapp.entry.sent import as_text, shown_by, state_in
from webapp.entry.warned import NOTHING, Warned, warned
from webapp.games import CardWay, Way
from webapp.games.asking import Missing
from webapp.match.scoreboard import Scoreboard


@dataclass(frozen=True)
class Panel:
    """One way of entering the next round, with its form, what it warns of and what is still wrong."""

    screen: EntryScreen
    way: Way
    form: Any
    found: Warned = NOTHING
    problems: list[Problem] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)
    questioned: tuple[Problem, ...] = ()

    @property
    def shows_form(self) -> bool:
        """Whether the form itself stands on the board."""
        return self.way.on_board and not isinstance(self.way, CardWay)

    @property
    def shows_piles(self) -> bool:
        """Whether the piles can be photographed and tapped in from the board."""
        return self.way.on_board and isinstance(self.way, CardWay)


def next_round(way: str | None = None) -> Panel | None:
    """The panel of the match that is open, in the way of this name or in that used last; None where nothing is played.

    Only players have one.
    """
    board = Scoreboard(g.match)
    if not _is_played(board):
        return None
    return _panel(EntryScreen.load(g.match, board.next_number, device_id()), way)


def next_round_on(board: Scoreboard, draft: Draft | None, entering: Sequence[str]) -> Panel | None:
    """The panel of a board, whose page has loaded the draft of its next round and who is entering it."""
    if not _is_played(board):
        return None
    screen = EntryScreen(board.match, board.next_number, draft, device_id())
    screen.__dict__.update(board=board, entering=entering)  # what its cached properties would load again
    return _panel(screen)


def _is_played(board: Scoreboard) -> bool:
    return bool(g.plays) and board.goes_on and not board.match.ended


def _panel(screen: EntryScreen, way: str | None = None) -> Panel:
    chosen = screen.game.way(way) if way else screen.way
    act_at("entry", number=screen.number, name=chosen.name)
    form = shown_by(screen, chosen)
    form.token.data = form_token(None)
    form.was.data = as_text(state_in(form))
    return Panel(screen, chosen, form, warned(screen, chosen))
