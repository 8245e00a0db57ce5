"""Warnings of the engine before a round counts: shown while it is entered, asked about where they cannot be.

A warning stops nothing. Whoever counts a round has seen its warnings: the page names those it shows in a hidden field,
and one that is new is asked about first.
"""

from __future__ import annotations

import hashlib

from scoring.problems import Code, Problem
from webapp.entry.form import unready
from webapp.entry.screen import EntryScreen
from webapp.games import CardWay, Way

_KEY_LETTERS = 12


def warned(screen: EntryScreen, way: Way, side: str | None = None, *, counting: bool = False) -> tuple[Problem, ...]:
    """The warnings of the draft, entered by `way`, on the page of `side`'s pile; none while it cannot be counted.

    Those that one more card may answer wait until every pile is confirmed, or the round counts; those that are asked
    about in any case wait until it counts. The only side without a pile takes the rest.
    """
    if isinstance(way, CardWay) and screen.rest_taker and not side:
        side = next((pile.side for pile in screen.piles if pile.source == "given"), None)
    if side:
        screen = screen.counted_with(side)
    if screen.draft is None or unready(screen, way):
        return ()
    scored = screen.scored(way.name)
    if scored is None or (isinstance(way, CardWay) and screen.is_unsaid and not counting):
        return ()
    waits = (Code.AFTER_FINISH, *(() if counting else screen.game.asked_about))
    return tuple(problem for problem in scored.warnings if problem.code not in waits)


def key_of(problem: Problem) -> str:
    """A short name of a warning: the same one of the same round has the same name."""
    return hashlib.sha256(repr(problem).encode()).hexdigest()[:_KEY_LETTERS]
