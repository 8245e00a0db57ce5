"""What a phone sends from a place: read as events, and folded into its draft."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial

from flask import g, request
from werkzeug.datastructures import MultiDict

from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.entry.draft import Event, settle
from webapp.entry.events import enter_piles, tap_card
from webapp.entry.form import EntryForm, Tap, field_event, laid_over, listed, pile_taps, sent_by
from webapp.entry.place import Place
from webapp.games import CardWay
from webapp.match import presence
from webapp.photos import holders
from webapp.photos.holders import answers_in


@dataclass(frozen=True)
class Sent:
    """The `fields` that were sent from a place: events, or a form."""

    place: Place
    fields: MultiDict[str, str] = field(default_factory=lambda: request.form)

    @property
    def asks(self) -> bool:
        """Whether fields of the round are asked for: on the page of a pile only where that may be the last."""
        return self.place.side is None or "token" in self.fields

    @cached_property
    def taps(self) -> list[Tap]:
        """What was done, as a phone says it, each once; a form stands for taps, too."""
        screen, side = self.place.screen, self.place.side
        if "events" in self.fields:
            known = screen.draft.events
            return [each for each in listed(self.fields["events"]) if each["id"] not in known]
        cards = pile_taps(self.fields, screen.held(side)) if side else []
        return [*cards, *(self._of_round[0] if self.asks else ())]

    @property
    def unseen(self) -> list[str]:
        """The places of what the draft says that the form of the round neither showed nor says."""
        return self._of_round[1]

    @cached_property
    def _of_round(self) -> tuple[list[Tap], list[str]]:
        """The form of the round as it came, compared with the draft before anything of it is stored."""
        return sent_by(self.place.screen, self.place.way, self.fields)

    @cached_property
    def form(self) -> EntryForm:
        """The fields of the round as they are said, with all that is wrong or missing."""
        return laid_over(self.place.screen, self.place.way, self.taps)

    @property
    def events(self) -> list[Event]:
        """The events of what was done.

        The fields come before the piles of all sides: they decide the deck, and who plays.
        """
        of_fields = self.asks and self.taps
        fields = [field_event(self.place.screen, self.place.way, self.form)] if of_fields else []
        return [*self._pile(), *fields, *self._all_piles()]

    def store(self, *events: Event, leaves: bool = False, stays: bool = False) -> Place:
        """The place once what was done is stored, then `events`: folded into the draft of this phone.

        The other phones see who enters the next round, and who `leaves`. A page that `stays` as it is would not show
        what is settled: that waits. What follows from a panel is settled before its button acts.
        """
        place, screen, found = self.place, self.place.screen, self.events
        is_entered = place.called is None and screen.number == screen.board.next_number and bool(self.taps or events)
        if leaves and place.side:
            presence.leave(g.match.id, device_id())
        elif is_entered and not leaves and (place.side or not place.has_cards):
            with database().writing() as session:
                presence.note(session, screen.match, screen.number, device_id(), place.side or presence.WHOLE)
        ids = [tap["id"] for tap in self.taps if "id" in tap]
        settles = [settle] if screen.is_stored else []
        between = settles if events and place.side is None else []
        return place.after([*found, *between, *events, *([] if stays else settles)], ids)

    def _pile(self) -> Iterable[Event]:
        """The cards that were put into the pile or taken out, and the answers about its photographs."""
        if (side := self.place.side) is None:
            return
        for tap in self.taps:
            code, back = tap.get("card"), tap.get("back")
            if isinstance(code, str):
                owner = dict(enumerate(g.match.sides)).get(back) if isinstance(back, int) else None
                put = tap.get("put") is True
                yield partial(tap_card, side=side, code=code, put=put, device=device_id(), back=owner)
        if answers := answers_in((str(tap.get("field")), str(tap.get("value"))) for tap in self.taps):
            yield partial(holders.answer, answers=answers, place=side)

    def _all_piles(self) -> Iterable[Event]:
        """The piles of a form with the cards of every side: `card-0`, `card-1` and so on; `rest` takes the rest."""
        if self.place.side is None and "piles" in self.fields and isinstance(self.place.way, CardWay):
            piles = {side: self.fields.getlist(f"card-{seat}") for seat, side in enumerate(g.match.sides)}
            seats = {str(seat): side for seat, side in enumerate(g.match.sides)}
            taker = seats.get(self.fields.get("rest", ""))
            yield partial(enter_piles, piles=piles, taker=taker, device=device_id())
