"""Turns requests of phones into events: taps are events already; a form is compared with what its page showed.

A form carries what its page showed in its field `was`. A field that was sent as it was shown is no event: it stays as
the draft has it by now. A form that does not say what it showed is entered as a whole.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from webapp.base.http.fields import clean, whole
from webapp.entry.draft import Event
from webapp.entry.events import enter_fields, set_row
from webapp.entry.form import (
    BLANK_ROW,
    ROW_FIELD,
    EntryForm,
    adjust_data,
    adjust_field,
    form_of,
    row_parts,
    rows_in,
)
from webapp.entry.screen import EntryScreen
from webapp.games.way import TYPED, Way
from webapp.match import rounds

State = Mapping[str, list[str]]
"""Name of a field -> the values that a browser sends for it."""
SENT_IF_TICKED = ("BooleanField", "SelectMultipleField")
MOST_LETTERS = 40
"""Of the id of an event."""
MOST_AT_ONCE = 400
"""Events in one request."""
PhoneEvent = Mapping[str, Any]
"""An event as a phone sends it: an object of JSON with an `id`."""


@dataclass(frozen=True)
class Sent:
    """A request: `form` lays it over what the draft says by now, `events` say what happened.

    `not_shown`: the places of what the draft says by now, and the page neither showed nor changed.
    """

    form: EntryForm
    events: tuple[Event, ...]
    not_shown: Sequence[str] = ()


def shown_by(screen: EntryScreen, way: Way, rows: Iterable[str] = ()) -> EntryForm:
    """The form of `way` filled with the draft of `screen`, with `rows` as in `form_of`; `was` holds that state.

    Numbers that were refused stand there as they were typed, with their errors.
    """
    form = form_of(way, screen, rows)(formdata=None, data=way.data(screen) | adjust_data(screen))
    for name, text in screen.fields.get(TYPED, {}).items():
        row = ROW_FIELD.fullmatch(name)
        if name in form and (row is None or row[2] in screen.rows):
            form[name].process(MultiDict({name: text}))
            form[name].validate(form)
    form.was = as_text(state_in(form))
    return form


def state_in(form: EntryForm) -> dict[str, list[str]]:
    """The values that a form would send that shows its data."""
    return {field.name: _values(field) for field in form}


def as_text(state: State) -> str:
    """The value of the field `was`."""
    return json.dumps(state, separators=(",", ":"), sort_keys=True)


def from_text(text: str | None) -> State | None:
    """The state that `as_text` wrote; None for any other text."""
    try:
        stored = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(stored, dict):
        return None
    lists = [isinstance(values, list) and all(isinstance(value, str) for value in values) for values in stored.values()]
    return stored if all(lists) else None


def phone_events(screen: EntryScreen, fields: MultiDict[str, str]) -> list[PhoneEvent] | None:
    """The events in a request that are sent for the first time, in the order of the phone; 400 where they are none.

    None for a form.
    """
    if "events" not in fields:
        return None
    known = screen.draft.events if screen.draft else ()
    return [each for each in _listed(fields["events"]) if each["id"] not in known]


def pile_events(fields: MultiDict[str, str], held: Sequence[str]) -> list[PhoneEvent]:
    """The events that the form of a pile says: cards ticked and unticked since it was shown, and its answers.

    A card of another pile that was ticked and is unticked again goes back there. `held`: the pile by now, for a form
    that does not say what it showed. One with the field `alone` has no grid.
    """
    was = from_text(fields.get("was")) or {}
    if "held" in fields:  # of a page of the version before
        was = {"card": fields["held"].split(), "shown": fields.getlist("shown")}
    backs = {code: whole(seat) for code, _, seat in (each.partition(".") for each in was.get("shown", ()))}
    now, before = Counter(fields.getlist("card")), Counter(was.get("card", held))
    if "alone" in fields:
        now = before
    out = [{"card": code, "put": False, "back": backs.get(code)} for code in (before - now).elements()]
    put = [{"card": code, "put": True} for code in (now - before).elements()]
    return [*out, *put, *({"field": name, "value": value} for name, value in fields.items())]


def whole_round(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """The form of a round that waited on a phone: its list of events says every field, and ends with the count.

    A form without scripts says it itself. 400 for a list that is none.
    """
    if "events" not in fields:
        return fields
    found = MultiDict({"token": fields.get("token", "")})
    for event in _listed(fields["events"]):
        if isinstance(card := event.get("card"), str):
            found.add(f"card-{event.get('seat')}", card)
        elif isinstance(name := event.get("field"), str):
            found.setlist(name, _texts(event.get("value")))
        elif isinstance(action := event.get("count"), str):
            found["action"] = action
    return found


def _listed(text: str) -> list[PhoneEvent]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        abort(400)
    if not isinstance(found, list) or len(found) > MOST_AT_ONCE:
        abort(400)
    if not all(isinstance(each, dict) and _is_id(each.get("id")) for each in found):
        abort(400)
    return found


def _texts(value: object) -> list[str]:
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_LETTERS


def read_fields(screen: EntryScreen, way: Way, fields: MultiDict[str, str], taps: Sequence[PhoneEvent] | None) -> Sent:
    """Read what a request says of the fields of the round: the taps of a phone, or a form where there are none."""
    page, is_late = from_text(fields.get("was")) if taps is None else None, screen.is_late
    if is_late and taps is not None:  # they are laid over what another phone has counted
        screen = replace(screen, draft=rounds.counted_draft(screen.match, screen.number, screen.device))
    names = (*fields, *(page or ())) if taps is None else (str(tap.get("field")) for tap in taps)
    shown = shown_by(screen, way, rows_in(names))
    if taps is None:
        changes, not_shown = _changed(screen, shown, fields.to_dict(flat=False), page)
    else:
        changes, not_shown = _tapped(state_in(shown), way.data(screen), taps), []
    said = {**state_in(shown), **changes}
    data = MultiDict([(name, value) for name, values in said.items() for value in values])
    form = form_of(way, screen, rows_in(changes))(formdata=data)
    form.validate()
    # A page that shows what another phone has counted says nothing.
    found = _events(screen, way, form) if changes or not is_late else ()
    return Sent(form, tuple(found), not_shown)


def _tapped(now: State, kept: Mapping[str, Any], taps: Iterable[PhoneEvent]) -> State:
    """The fields of `now` that taps change, with their new values.

    A call on the board says what the phone has shown before (`was`), and is void where that holds no more: a sweep that
    two phones tap counts once. The board shows the number that is `kept`, also where another one was refused.
    """
    changes: dict[str, list[str]] = {}
    for tap in taps:
        name = str(tap.get("field"))
        if name in now and tap.get("was") in (None, *changes.get(name, [str(kept.get(name))])):
            changes[name] = _texts(tap.get("value"))
    return changes


def _changed(screen: EntryScreen, shown: EntryForm, fields: State, page: State | None) -> tuple[State, list[str]]:
    """The fields that a form changes on its `page`, and the places of what that neither showed nor changed."""
    now, new = state_in(shown), _said(shown, fields)
    blank = {adjust_field(part, row): values for row in rows_in(now) for part, values in BLANK_ROW.items()}
    was = blank | _said(shown, page or {})
    changes = {name: values for name, values in new.items() if page is None or was.get(name) != values}
    if page is None or (changes and screen.counted is not None and not screen.corrects):
        # Another phone has counted the round: of that nothing may be mixed into what this page says.
        return {**{name: [] for name in now}, **new}, []
    for row in rows_in(changes):
        if row not in screen.rows:  # new, or another phone has taken it out meanwhile: it comes back whole
            changes |= {name: new[name] for part in BLANK_ROW if (name := adjust_field(part, row)) in new}
    unchanged = [name for name in now if name in {**blank, **page} and name not in changes]
    other = [name for name in unchanged if now[name] != was[name]]
    return changes, list(dict.fromkeys("adjust" if ROW_FIELD.fullmatch(name) else name for name in other))


def _events(screen: EntryScreen, way: Way, form: EntryForm) -> list[Event]:
    """The events that make the draft say what a form says; what is refused stays as it was."""
    # Validation answers what follows from other answers, also where something is wrong.
    rows = {row: row_parts(form, row, screen.match.sides) for row in form.adjust_rows()}
    found: list[Event] = [
        partial(set_row, row=row, parts=parts) for row, parts in rows.items() if parts != screen.rows.get(row)
    ]
    before, known = {TYPED: {}, **screen.fields}, way.data(screen)
    typed = {name: text for name, text in before[TYPED].items() if name not in form} | form.refused
    for field in form:
        if field.errors and any(field.raw_data or ()):
            field.data = known.get(field.name)
    now = {**way.read(form, screen), TYPED: typed}
    changed = {name: value for name, value in now.items() if name not in before or before[name] != value}
    if found or changed or screen.way is not way:
        kept = {name: changed.pop(name) for name in (TYPED, *way.draft_fields) if name in changed}
        found.append(partial(enter_fields, way=way.name, entry=changed, kept=kept))
    return found


def _said(shown: EntryForm, fields: State) -> dict[str, list[str]]:
    """The values of these fields, as `state_in` gives them; without those that the page does not have."""
    form = type(shown)(formdata=MultiDict([(name, value) for name, values in fields.items() for value in values]))
    sent = {field.name for field in form if field.name in fields or field.type in SENT_IF_TICKED}
    return {name: values for name, values in state_in(form).items() if name in sent}


def _values(field: Any) -> list[str]:
    """The values that a browser sends for a field that shows its data; those it cannot read as they were sent."""
    data = field.data
    if field.process_errors:
        return list(field.raw_data)
    if field.type == "BooleanField":
        return ["y"] if data else []
    if field.type == "SelectMultipleField":
        return sorted(data or ())
    if field.type == "RadioField":
        return [str(data)] if data is not None and (field.raw_data or str(data) in field.choices) else []
    return ["" if data is None else clean(str(data))]
