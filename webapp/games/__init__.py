"""The screens of every game: what is entered for a round, how, and what its pages show.

How to add the screens of a game:

1. a module here with its ways (`game.Way`: a form, from form to draft and back, from draft to the contract's JSON) and
   one `game.GameScreens`; its line in `SCREENS`. `PilesWay`, `NumberWay` and `scopa.py` show how little that is;
2. `templates/<game>/`: what each way's `fields` names, the form fields between the head of the page and its button,
   and `line.html` with a macro `line_sheet(line, board, sides)` for the receipt; where the picture of the standing is
   no race to a target, its own `standing` and `below_total`;
3. its counting along in the browser, where there is any: the keys of `tally` in `static/js/entry.js`;
4. its tests: `tests/webapp/test_<game>_entry.py`, and its line in `tests/webapp/test_hostile_forms.py`.

The rest is the same for all: `views/entry.py` keeps, counts and answers, `views/pile.py` is one side's cards by
photograph and grid (`match/pile.html`), `services` store.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.cards import Deck
from webapp.games.escoba import ESCOBA
from webapp.games.game import CardWay, Count, GameScreens, Way
from webapp.games.scala40 import SCALA40
from webapp.games.scarto import SCARTO
from webapp.games.scopa import SCOPA
from webapp.games.scopinion import SCOPINION
from webapp.models import Draft, Entry, Match
from webapp.piles import Layout

__all__ = ["SCREENS", "CardWay", "Count", "GameScreens", "Way", "deck_of", "layout_of", "round_entry", "screens_of"]

SCREENS: Mapping[str, GameScreens] = {screens.name: screens for screens in (SCOPA, ESCOBA, SCALA40, SCARTO, SCOPINION)}
"""The screens of every game that can be played, by the game's name."""


def screens_of(match: Match) -> GameScreens:
    """Return the screens of the match's game."""
    return SCREENS[match.game]


def deck_of(match: Match) -> Deck:
    """Return the deck that the match is played with."""
    return screens_of(match).deck(match)


def layout_of(match: Match) -> Layout:
    """Return how the cards of a round of the match lie."""
    return screens_of(match).layout(match)


def round_entry(draft: Draft, match: Match, method: str | None = None) -> Entry:
    """Return the contract's JSON of the round that `draft` says by `method`, or by the way it was entered last."""
    return screens_of(match).way(method or draft.method).round_entry(draft, match)
