"""Converts submitted data of a place to events, and applies them to the phone's draft.

Taps arrive as events. A form carries the values that its page showed in its field `was`. A field submitted unchanged is
no event: the draft keeps its current value. A form without `was` is entered as a whole. `ids`: those of its taps that
still wait on the phone, which are not applied again.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from flask import abort, g, request
from werkzeug.datastructures import MultiDict

from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.entry.draft import Entered, Event, fold, settle
from webapp.entry.events import adjust_field, enter_fields, enter_piles, tap_card
from webapp.entry.form import (
    BLANK_ROW,
    EntryForm,
    State,
    filled,
    from_text,
    row_of,
    row_parts,
    rows_in,
    shown_by,
    state_in,
)
from webapp.entry.place import Place
from webapp.entry.screen import EntryScreen
from webapp.games import CardWay
from webapp.games.way import TYPED, Way
from webapp.match import presence
from webapp.photos import holders
from webapp.photos.holders import answers_in

SENT_IF_TICKED = ("BooleanField", "SelectMultipleField")
MOST_LETTERS = 40
"""Most characters of an event id."""
MOST_AT_ONCE = 400
"""Most events in one request."""
Tap = Mapping[str, Any]
"""An event as a phone sends it: a JSON object with an `id`, and either `field` and `value`, or `card` and `put`."""


@dataclass(frozen=True)
class Sent:
    """The submitted `fields` of a place: a list of events, or a form."""

    place: Place
    fields: MultiDict[str, str] = field(default_factory=lambda: request.form)

    @property
    def asks(self) -> bool:
        """Whether the form includes fields of the round: on a pile's page only where the round can be counted."""
        return self.place.side is None or "token" in self.fields

    @cached_property
    def taps(self) -> list[Tap]:
        """The submitted events that are not applied yet; a form is converted to events."""
        screen, side = self.place.screen, self.place.side
        if "events" in self.fields:
            return [each for each in listed(self.fields["events"]) if each["id"] not in screen.match.events]
        cards = pile_taps(self.fields, screen.held(side)) if side else []
        return [*cards, *(self._of_round[0] if self.asks else ())]

    @property
    def unseen(self) -> list[str]:
        """The places of values in the draft that the form neither showed nor submitted."""
        return self._of_round[1]

    @cached_property
    def _of_round(self) -> tuple[list[Tap], list[str]]:
        """Compare the form of the round with the draft before storing: (taps, places not seen).

        The taps are the fields whose values differ from those the page showed. All fields are taps if the form lacks
        `was`. So are those of a round that another phone has counted: the two entries must not be mixed.
        """
        screen, fields = self.place.screen, self.fields
        page, shown = from_text(fields.get("was")), shown_by(screen, self.place.way, rows_in(fields))
        says, was = _said(shown, fields.to_dict(flat=False)), _showed(shown, page or {})
        changed = {name: values for name, values in says.items() if was.get(name) != values}
        if page is None or (changed and screen.counted is not None and not screen.corrects):
            changed = {**{name: [] for name in state_in(shown)}, **says}
        for row in rows_in(changed):
            if row not in screen.rows:  # new, or removed by another phone: store the whole row
                changed |= {name: says[name] for part in BLANK_ROW if (name := adjust_field(part, row)) in says}
        taps: list[Tap] = [{"field": name, "value": values} for name, values in changed.items()]
        return taps, [] if page is None else _unseen(shown, was, changed)

    @cached_property
    def form(self) -> EntryForm:
        """The fields of the round with the taps applied, validated."""
        return laid_over(self.place.screen, self.place.way, self.taps)

    @property
    def events(self) -> list[Event]:
        """The events to apply; none for an unchanged form of a round that another phone has counted.

        Fields come before the piles of all sides, since they decide the deck and who plays.
        """
        asks = self.asks and bool(self.taps or not self.place.screen.is_late)
        fields = [field_event(self.place.screen, self.place.way, self.form)] if asks else []
        return [*self._pile(), *fields, *self._all_piles()]

    def store(self, *events: Event, leaves: bool = False, stays: bool = False) -> Place:
        """Apply the submitted events, then `events`, to this phone's draft; returns the place afterwards.

        Other phones are shown who enters the next round, and who `leaves`. If the page `stays`, answers of its own pile
        are not settled yet, because the page would not show them. Answers on a panel are settled before `events`.
        """
        place, screen, found = self.place, self.place.screen, self.events
        is_entered = place.called is None and screen.number == screen.board.next_number and bool(self.taps or events)
        if leaves and place.side:
            presence.leave(g.match.id, device_id())
        elif is_entered and not leaves and (place.side or not place.has_cards):
            with database().writing() as session:
                presence.note(session, screen.match, screen.number, device_id(), place.side or presence.WHOLE)
        if not (screen.is_stored or self.taps or events):  # a blank form stores no draft, but can be counted
            fold(Entered(screen.match, screen.draft), found)
            return replace(place, screen=replace(screen))
        ids = [tap["id"] for tap in self.taps if "id" in tap] + list(filter(_is_id, self.fields.getlist("ids")))
        between = [settle] if events and place.side is None else []
        done = [*found, *between, *events]
        then = [partial(settle, but=place.side if stays else None)] if done or screen.is_stored else []
        return place.after([*done, *then], ids)

    def _pile(self) -> Iterable[Event]:
        """The cards put into or taken out of the pile, and the answers about its photographs."""
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
        """The piles of a form with all sides' cards (`card-0`, `card-1`, ...); `rest`: the seat that takes the rest."""
        if self.place.side is None and "piles" in self.fields and isinstance(self.place.way, CardWay):
            piles = {side: self.fields.getlist(f"card-{seat}") for seat, side in enumerate(g.match.sides)}
            seats = {str(seat): side for seat, side in enumerate(g.match.sides)}
            taker = seats.get(self.fields.get("rest", ""))
            yield partial(enter_piles, piles=piles, taker=taker, device=device_id())


# Taps


def listed(text: str) -> list[Tap]:
    """Parse the list of taps that a phone sent; 400 if invalid."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        abort(400)
    if not isinstance(found, list) or len(found) > MOST_AT_ONCE:
        abort(400)
    if not all(isinstance(each, dict) and _is_id(each.get("id")) for each in found):
        abort(400)
    return found


def pile_taps(fields: MultiDict[str, str], held: Sequence[str]) -> list[Tap]:
    """Convert the form of a pile to taps: cards ticked or unticked since the page was shown, and answers.

    A card that was ticked from another pile and unticked again goes back there. `held` is the current pile, compared
    with if the form lacks `was`; a form sent twice changes it once. A form with the field `alone` has no grid.
    """
    was = from_text(fields.get("was")) or {}
    if "held" in fields:  # from a page of the previous release
        was = {"card": fields["held"].split(), "shown": fields.getlist("shown")}
    backs = {code: whole(seat) for code, _, seat in (each.partition(".") for each in was.get("shown", ()))}
    now, before, there = Counter(fields.getlist("card")), Counter(was.get("card", held)), Counter(held)
    if "alone" in fields:
        now = before
    gone, come = (before - now) & (there - now), (now - before) & (now - there)
    out = [{"card": code, "put": False, "back": backs.get(code)} for code in gone.elements()]
    put = [{"card": code, "put": True} for code in come.elements()]
    return [*out, *put, *({"field": name, "value": value} for name, value in fields.items() if ":" in name)]


def texts(value: object) -> list[str]:
    """A JSON value, one text or a list, as a list of its texts."""
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_LETTERS


# Forms


def laid_over(screen: EntryScreen, way: Way, taps: Iterable[Tap]) -> EntryForm:
    """The form of `way` with the values of the taps, otherwise of the draft; validated.

    A call on the board carries the number its phone showed (`was`). It is ignored if the number has changed since, so
    that one sweep tapped on two phones counts once. The comparison uses the draft's number, even where an invalid one
    was typed.
    """
    taps = [tap for tap in taps if isinstance(tap.get("field"), str)]
    shown, known = shown_by(screen, way, rows_in(tap["field"] for tap in taps)), way.data(screen)
    now = state_in(shown)
    said: dict[str, list[str]] = {}
    for tap in taps:
        name = tap["field"]
        if name in now and tap.get("was") in (None, *said.get(name, [str(known.get(name))])):
            said[name] = texts(tap.get("value"))
    form = filled(type(shown), {**now, **said})
    form.validate()  # also fills in answers that follow from others, even if fields are invalid
    return form


def field_event(screen: EntryScreen, way: Way, form: EntryForm) -> Event:
    """The event that stores a form in the draft; fields with errors keep their stored values."""
    rows = {row: row_parts(form, row, screen.match.sides) for row in form.adjust_rows()}
    before, known = screen.fields.get(TYPED, {}), way.data(screen)
    typed = {name: text for name, text in before.items() if name not in form} | form.refused
    for each in form:
        if each.errors and any(each.raw_data or ()):
            each.data = known.get(each.name)
    entry = way.read(form, screen)
    kept = {name: entry.pop(name) for name in way.draft_fields if name in entry}
    if typed or before:
        kept[TYPED] = typed
    return partial(enter_fields, way=way.name, entry=entry, kept=kept, rows=rows)


def _unseen(shown: EntryForm, was: State, said: Collection[str]) -> list[str]:
    """The places of fields that changed since the page was shown and are not submitted.

    A number that was shown as invalid is left out: it counts once any phone has corrected it.
    """
    now, page = state_in(shown), filled(type(shown), was)
    page.validate()
    mended = {row_of(name) or name for name in page.refused}
    other = [name for name, values in was.items() if now[name] != values and shown[name].type != "HiddenField"]
    found = [name for name in other if name not in said and (row_of(name) or name) not in mended]
    return list(dict.fromkeys("adjust" if row_of(name) else name for name in found))


def _said(shown: EntryForm, fields: State) -> dict[str, list[str]]:
    """The submitted values of the page's fields, in the form of `state_in`."""
    form = filled(type(shown), fields)
    sent = {each.name for each in form if each.name in fields or each.type in SENT_IF_TICKED}
    return {name: values for name, values in state_in(form).items() if name in sent}


def _showed(shown: EntryForm, page: State) -> State:
    """The values that a page showed, in the form of `_said`; a row that the page lacked counts as blank."""
    rows = rows_in(each.name for each in shown)
    blank = {adjust_field(part, row): values for row in rows for part, values in BLANK_ROW.items()}
    return {**blank, **_said(shown, page)}
