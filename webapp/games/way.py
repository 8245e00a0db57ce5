"""A way of entering a round: what each declares, and the two kinds of them, by cards and by numbers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from wtforms import Form

from scoring.fields import Fields
from scoring.problems import Problem
from webapp.base.language.i18n import LazyProxy
from webapp.games.asking import Missing, place_of
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView

QUICK = "quick"
"""The address of the second way of entering a round, below that of the first."""


class Way:
    """One way of entering a round: a tab, a form, a page.

    `name` is also what a draft calls it (`DraftView.method`, ten letters at most). `path` is its address below the
    entry; one way of a game has none. `fields` is the template of what it asks on the panel of the board, which sees
    `screen`, `way` and `form`.
    """

    name: str
    label: LazyProxy
    path: str = ""
    fields: str
    folded: LazyProxy | None = None
    """What the fold is called in which `fields` lies on the board, with plus and minus points; None: it lies open."""
    opening: str | None = None
    """What is asked above everything else, a template; its buttons are of the form `round`."""
    keeps_unfinished = False
    """Whether a form that is not valid yet is kept all the same: what was left unanswered is no mistake yet."""
    places: Mapping[str, str] = MappingProxyType({})
    """Where on the page a field of the contract is entered (`webapp.games.asking.place_of`)."""
    draft_fields: Fields = MappingProxyType({})
    """The fields that `read` adds to a draft beside those of a round, with their shapes."""

    def form(self, screen: EntryView) -> type[Form]:
        """The fields of this round's form; the entry adds its token and the protection against forgery."""
        raise NotImplementedError

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The fields of the draft that the form says; they replace those of the same names."""
        raise NotImplementedError

    def data(self, screen: EntryView) -> dict[str, Any]:
        """The form data that shows the draft: the inverse of `read`."""
        raise NotImplementedError

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The contract's JSON of the round that the draft says."""
        raise NotImplementedError

    def unready(self, screen: EntryView) -> list[Missing]:
        """What has to be done before the round can be counted; `scoring` finds the rest."""
        return []

    def place(self, problem: Problem, match: MatchView) -> str:
        """The id of the place on the page where a problem is mended, empty where there is none."""
        return place_of(problem, self.places, match.sides)


class CardWay(Way):
    """A way of entering every side's cards, by photograph or on the grid; its name is the layout's `field`."""

    row: str | None = None
    """A template beside the name of a `side` on the board: what is known of its cards besides."""

    def holders(self, screen: EntryView) -> list[str]:
        """The sides whose cards are asked for, in seat order."""
        return [pile.side for pile in screen.piles]

    def next_sides(self, screen: EntryView, side: str) -> list[str]:
        """The sides whose cards may be entered next after those of `side`: all that have none of their own yet."""
        return [pile.side for pile in screen.piles if pile.side != side and pile.source != "given"]


class NumberWay(Way):
    """A way of entering what the players have counted or found out by themselves."""

    path = QUICK
    keeps_unfinished = True
