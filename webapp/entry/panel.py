"""The panel on the board in which a round is entered: the next one, or a counted one that this phone corrects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import g, request

from scoring.problems import Problem
from webapp.entry.piles.deck_question import DeckQuestion
from webapp.entry.screen import EntryScreen, act_at, screen_now
from webapp.entry.sent import shown_by
from webapp.entry.warned import warned
from webapp.games import CardWay, Way
from webapp.games.asking import Missing
from webapp.match.scoreboard import Scoreboard


@dataclass(frozen=True)
class Panel:
    """A round in one way of entering it: its form, what it warns of, what is asked before it counts, what is wrong.

    `sent`: the form is one that was sent, not the draft's. `overtaken`: the number of a round that this phone has
    entered otherwise than another one has counted it.
    """

    screen: EntryScreen
    way: Way
    form: Any
    found: Sequence[Problem]
    sent: bool = False
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


def panel_of(screen: EntryScreen, way: Way, form: Any = None, **said: Any) -> Panel:
    """The panel of `screen` in a way, with the form that was sent or a form that shows the draft."""
    act_at(screen.number, "ways", way.name)
    shown = shown_by(screen, way)
    sent = form is not None
    form = form if sent else shown
    form.was = shown.was
    return Panel(screen, way, form, warned(screen, way), sent, **said)


def panel_at(number: int, by: str | None) -> Panel | None:
    """The panel of round `number` in the way `by` or in that used last; of the next one where that is not entered here.

    None where nothing is played. Only players have one.
    """
    board, overtaken = Scoreboard(g.match), None
    if not (board.open_number and number > len(g.match.rounds)):
        screen = screen_now(number)
        if screen.draft is not None and not screen.in_conflict:
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
    number, by = request.args.get("round", type=int), request.args.get("by")
    if number is not None and (screen is None or number != screen.number):
        return panel_at(number, by)
    return panel_of(screen, _way(screen, by)) if screen else None
