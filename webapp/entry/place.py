"""The place where a phone enters a round: the panel in one way, the page of one pile, or the calls on the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from flask import abort, g, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from scoring.problems import Problem
from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.entry import panel
from webapp.entry.draft import Event, edit, settle, was_next
from webapp.entry.events import enter_piles, tap_card
from webapp.entry.form import EntryForm, Sent, Tap, field_event, laid_over, listed, pile_taps, sent_by
from webapp.entry.panel import warned
from webapp.entry.piles.page import page, side_of
from webapp.entry.screen import PANEL, EntryScreen, act_at, screen_now
from webapp.games import CardWay, Way, game_of
from webapp.match import presence
from webapp.match.links import side_at
from webapp.photos import holders
from webapp.photos.holders import answers_in

PLACE = "/<any(ways, piles, calls):kind>/<at>"
"""A place in addresses: a way by its name or path, a pile or calls by the seat."""


@dataclass(frozen=True)
class Place:
    """A round, the way in which it is entered, and the side, where a page is of its pile.

    `called`: the seat of the side that calls on the board. `fields`: what was sent from there.
    """

    screen: EntryScreen
    way: Way
    side: str | None = None
    called: int | None = None
    fields: MultiDict[str, str] = field(default_factory=lambda: request.form)

    @classmethod
    def at(cls, number: int, kind: str, at: str) -> Place:
        """The place at an address, or 404; the board where nobody can have a page of the round."""
        screen = screen_now(number)
        if not (screen.is_stored or was_next(screen.match, number)):
            abort(htmx.redirect(url_for("match.board")))
        act_at(number, kind, at)
        if kind == "calls":
            return cls(screen, screen.way, called=g.match.sides.index(side_at(g.match, whole(at))))
        if kind == "ways":
            return cls(screen, way_at(at))
        return cls(screen, screen.game.card_way or abort(404), side_of(screen, whole(at)))

    @property
    def pile_side(self) -> str:
        """The side of the pile; 404 where the place is none."""
        return self.side or abort(404)

    @property
    def asks(self) -> bool:
        """Whether fields of the round are asked for: on the page of a pile only where that may be the last."""
        return self.side is None or "token" in self.fields

    @cached_property
    def taps(self) -> list[Tap]:
        """What was done, as a phone says it, each once; a form stands for taps, too."""
        if "events" in self.fields:
            known = self.screen.draft.events
            return [each for each in listed(self.fields["events"]) if each["id"] not in known]
        cards = pile_taps(self.fields, self.screen.held(self.side)) if self.side else []
        return [*cards, *(self.sent.taps if self.asks else ())]

    @cached_property
    def sent(self) -> Sent:
        """The form of the round as it came, compared with the draft before anything of it is stored."""
        return sent_by(self.screen, self.way, self.fields)

    @property
    def events(self) -> list[Event]:
        """The events of what was done.

        The fields come before the piles of all sides: they decide the deck, and who plays.
        """
        fields = [field_event(self.screen, self.way, self.form)] if self.asks and self.taps else []
        return [*self._pile(), *fields, *self._all_piles()]

    @cached_property
    def form(self) -> EntryForm:
        """The fields of the round as they are said, with all that is wrong or missing."""
        return laid_over(self.screen, self.way, self.taps)

    def store(self, *events: Event, leaves: bool = False, stays: bool = False) -> Place:
        """The place once what was done is stored, then `events`: folded into the draft of this phone.

        The other phones see who enters the next round, and who `leaves`. A page that `stays` as it is would not show
        what is settled: that waits. What follows from a panel is settled before its button acts.
        """
        screen, found = self.screen, self.events
        is_entered = self.called is None and screen.number == screen.board.next_number and bool(self.taps or events)
        if leaves and self.side:
            presence.leave(g.match.id, device_id())
        elif is_entered and not leaves and (self.side or not isinstance(self.way, CardWay)):
            with database().writing() as session:
                presence.note(session, screen.match, screen.number, device_id(), self.side or presence.WHOLE)
        ids = [tap["id"] for tap in self.taps if "id" in tap]
        settles = [settle] if screen.is_stored else []
        between = settles if events and self.side is None else []
        return self.after([*found, *between, *events, *([] if stays else settles)], ids)

    def after(self, events: Sequence[Event], ids: Sequence[str] = ()) -> Place:
        """The place after `events`, folded into the draft of this phone as in `edit`."""
        edit(self.screen.match, self.screen.draft, events, ids)
        return replace(self, screen=replace(self.screen))

    def show(self, anchor: str = "") -> Response:
        """Show the place again after a button; without scripts at its `anchor`."""
        if self.called is not None:
            board = url_for("match.board", _anchor=f"call-{self.called}")
            return htmx.unchanged() if htmx.is_htmx() else htmx.redirect(board)
        if self.side is None:
            here = self.screen.address(self.way, anchor or PANEL)
            return panel.show(self.screen, self.way) if htmx.is_htmx() else htmx.redirect(here)
        if not (anchor and htmx.is_htmx()):
            index = g.match.sides.index(self.side)
            return htmx.redirect(url_for("pile.show", number=self.screen.number, index=index, _anchor=anchor or None))
        response = page(self.screen, self.side)
        response.headers["HX-Reswap"] = "innerHTML"
        return response

    def kept(self, sent: Place) -> Response:
        """Answer an autosave: that all is kept, or which number `sent` is wrong; a missing answer is no error yet.

        Warnings of the round go to their own place on the page.
        """
        errors: list[str] = []
        found: Sequence[Problem] | None = None
        if self.asks:
            errors = [message for name in sent.form.refused for message in sent.form[name].errors]
            found = () if sent.form.errors else warned(self.screen, self.way, self.side)
        about: dict[str, Any] = {"errors": errors, "screen": self.screen, "way": self.way, "side": self.side}
        response = htmx.page("entry/kept.html", found=found, **about)
        response.headers["HX-Retarget"] = "#kept"
        response.headers["HX-Reswap"] = "innerHTML"
        return response

    def _pile(self) -> Iterable[Event]:
        """The cards that were put into the pile or taken out, and the answers about its photographs."""
        if self.side is None:
            return
        for tap in self.taps:
            code, back = tap.get("card"), tap.get("back")
            if isinstance(code, str):
                owner = dict(enumerate(g.match.sides)).get(back) if isinstance(back, int) else None
                put = tap.get("put") is True
                yield partial(tap_card, side=self.side, code=code, put=put, device=device_id(), back=owner)
        if answers := answers_in((str(tap.get("field")), str(tap.get("value"))) for tap in self.taps):
            yield partial(holders.answer, answers=answers, place=self.side)

    def _all_piles(self) -> Iterable[Event]:
        """The piles of a form with the cards of every side: `card-0`, `card-1` and so on; `rest` takes the rest."""
        if self.side is None and "piles" in self.fields and isinstance(self.way, CardWay):
            piles = {side: self.fields.getlist(f"card-{seat}") for seat, side in enumerate(g.match.sides)}
            seats = {str(seat): side for seat, side in enumerate(g.match.sides)}
            taker = seats.get(self.fields.get("rest", ""))
            yield partial(enter_piles, piles=piles, taker=taker, device=device_id())


def way_at(at: str) -> Way:
    """The way of the match's game with this name or path, or 404."""
    return next((way for way in game_of(g.match).ways if at in (way.name, way.path)), None) or abort(404)
