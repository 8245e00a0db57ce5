"""The place where a phone enters a round: the panel of a way, the page of a pile, or the calls on the board.

Warnings never prevent counting, but players must have seen them. A hidden field lists the warnings shown; a new one is
asked about before the round counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import abort, g, request, url_for
from werkzeug.wrappers import Response

from scoring.problems import Code, Problem
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.entry.draft import Event, edit, was_next
from webapp.entry.form import EntryForm, as_text, shown_by, state_in, unready
from webapp.entry.piles import deck_question
from webapp.entry.piles.deck_question import DeckQuestion
from webapp.entry.screen import PANEL, EntryScreen, act_at, screen_now
from webapp.games import CardWay, Way, game_of
from webapp.games.asking import Missing
from webapp.match import views as boards
from webapp.match.links import side_at
from webapp.match.receipt import just_counted
from webapp.photos.views import Standing, under_way

PLACE = "/<any(ways, piles, calls):kind>/<at>"
"""URL part of a place: a way by its name or path, a pile or calls by the seat."""
_KEY_LETTERS = 12


def warned(screen: EntryScreen, way: Way, side: str | None = None, *, counting: bool = False) -> Sequence[Problem]:
    """The warnings about the draft entered by `way`, on the page of `side`'s pile; none while it cannot be counted.

    Before `counting`, warnings of an unconfirmed pile are held back, as are those that the game always asks about. The
    only side without a pile takes the rest.
    """
    if not (side or screen.is_stored):
        return ()
    unsure = isinstance(way, CardWay) and screen.is_unsaid
    if side or (isinstance(way, CardWay) and screen.rest_taker):
        screen = screen.counted_with(side)
    if unready(screen, way):
        return ()
    scored = screen.scored(way.name)
    if scored is None or (unsure and not counting):
        return ()
    waits = (Code.AFTER_FINISH, *(() if counting else screen.game.asked_about))
    found = (*scored.warnings, *way.doubts(screen.match, screen.piles))
    return tuple(problem for problem in found if problem.code not in waits)


def key_of(problem: Problem) -> str:
    """A short hash that identifies a warning; equal warnings have equal keys."""
    return hashlib.sha256(repr(problem).encode()).hexdigest()[:_KEY_LETTERS]


@dataclass(frozen=True)
class Place:
    """A round in one way of entering it, or the pile of a `side`, with the messages to show there.

    `called`: seat of the side that calls on the board. `typed`: the submitted form, shown again with its errors.
    `missing`, `questioned`, `which_deck`: questions to answer before the round counts. `error`: an error of the pile.
    `refused`: "photograph" or "film" if that upload was rejected; the page then offers another.
    """

    screen: EntryScreen
    way: Way
    side: str | None = None
    called: int | None = None
    typed: EntryForm | None = None
    missing: Sequence[Missing] = ()
    questioned: Sequence[Problem] = ()
    which_deck: DeckQuestion | None = None
    error: str | None = None
    refused: str = ""

    @classmethod
    def at(cls, number: int, kind: str, at: str) -> Place:
        """The place at an address, or 404; the board for a round that nobody can enter yet."""
        screen = screen_at(number)
        if kind == "piles":
            return cls.of_pile(screen, whole(at))
        if kind == "ways":
            return cls(screen, way_at(at))
        return cls(screen, screen.way, called=g.match.sides.index(side_at(g.match, whole(at))))

    @classmethod
    def of_pile(cls, screen: EntryScreen, index: int | None) -> Place:
        """The pile with this index; 404 if the side sits out, or the game has no cards to enter."""
        side = side_at(g.match, index)
        if screen.game.card_way is None or side in screen.layout.absent:
            abort(404)
        return cls(screen, screen.game.card_way, side)

    @property
    def pile_side(self) -> str:
        """The side of the pile; 404 if the place is not a pile."""
        return self.side or abort(404)

    @property
    def seat(self) -> int:
        """The seat of that side."""
        return self.screen.match.sides.index(self.pile_side)

    def after(self, events: Sequence[Event], ids: Sequence[str] = ()) -> Place:
        """The place after `events` were applied to the phone's draft by `edit`."""
        edit(self.screen.match, self.screen.draft, events, ids)
        return replace(self, screen=replace(self.screen))

    # Rendering

    @cached_property
    def _under_way(self) -> dict[str, list[Standing]]:
        number = self.screen.number

        def follow(place: str, token: str) -> str:
            return url_for("pile.follow", number=number, index=int(place), token=token)

        return under_way(self.screen.match, follow, number)

    def under_way(self, index: int) -> list[Standing]:
        """The photographs of a side that are not read yet, or were refused."""
        return self._under_way.get(str(index), [])

    @property
    def has_cards(self) -> bool:
        """Whether the cards of the sides are entered."""
        return isinstance(self.way, CardWay)

    @property
    def counts(self) -> bool:
        """Whether to show the button that counts: on the panel of cards only once the entry is begun."""
        return self.screen.counts_with(self.side) if self.side else not self.has_cards or self.screen.is_begun

    @cached_property
    def form(self) -> EntryForm | None:
        """The fields of the round, as submitted or from the draft; on a pile's page only where it can be counted."""
        if self.side and not self.counts:
            return None
        shown = shown_by(self.screen, self.way)
        form = self.typed or shown
        form.was = shown.was
        return form

    @cached_property
    def found(self) -> Sequence[Problem]:
        """The warnings that the page shows."""
        return warned(self.screen, self.way, self.side) if self.form else ()

    def acts(self) -> Place:
        """Make the page's buttons act on this place."""
        kind, at = ("ways", self.way.name) if self.side is None else ("piles", self.seat)
        act_at(self.screen.number, kind, at)
        return self

    def drawn(self, status: int = 200, **said: Any) -> Response:
        """Render the place with the messages `said`: the panel alone, the board with the panel, or the page of a pile.

        The panel of a round in conflict asks which of the two entries counts.
        A pile's page where the round can be counted also has the fields that are entered beside the piles.
        """
        place = replace(self, **said).acts()
        if place.side is not None:
            return place._pile(status)
        page: dict[str, Any] = {"status": status, "panel": place, "counted": just_counted(place.screen.board)}
        if htmx.is_htmx() and (request.view_args or {}).get("kind") == "ways":
            response = htmx.page("entry/on_board.html", **page)
            response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#next-round", "outerHTML"
            return response
        return htmx.page("match/board.html", **page, **boards.shown_on_board())

    def _pile(self, status: int) -> Response:
        screen, side, index = self.screen, self.pile_side, self.seat
        held, sides = screen.held(side), screen.match.sides
        owners = {code: owner for code, owner in screen.owner_beside(side).items() if owner != side}
        was = {"card": held, "shown": [f"{code}.{sides.index(owner)}" for code, owner in owners.items()]}
        return htmx.page(
            "entry/pile.html",
            status=status,
            screen=screen,
            side=side,
            error=self.error,
            refused=self.refused,
            way=self.way,
            which_deck=deck_question.asked(screen, side),
            form=self.form,
            found=[*self.questioned, *(each for each in self.found if each not in self.questioned)],
            held=held,
            was=as_text({**was, **(state_in(self.form) if self.form else {})}),
            questioned=self.questioned,
            under_way_here=[] if self.refused else self.under_way(index),
        )

    def show(self, anchor: str = "") -> Response:
        """Show the place again after a button; without scripts the page opens at `anchor`."""
        if self.called is not None:
            board = url_for("match.board", _anchor=f"call-{self.called}")
            return htmx.unchanged() if htmx.is_htmx() else htmx.redirect(board)
        if self.side is None:
            return self.drawn() if htmx.is_htmx() else htmx.redirect(self.screen.address(self.way, anchor or PANEL))
        if not (anchor and htmx.is_htmx()):
            here = url_for("pile.show", number=self.screen.number, index=self.seat, _anchor=anchor or None)
            return htmx.redirect(here)
        response = self.drawn()
        response.headers["HX-Reswap"] = "innerHTML"
        return response


def screen_at(number: int) -> EntryScreen:
    """The round that the pages of this number show; a number that no page ever had leads to the board."""
    screen = screen_now(number)
    if not (screen.is_stored or was_next(screen.match, number)):
        abort(htmx.redirect(url_for("match.board")))
    return screen


def way_at(at: str) -> Way:
    """The way of the match's game with this name or path, or 404."""
    return next((way for way in game_of(g.match).ways if at in (way.name, way.path)), None) or abort(404)
