"""Turns requests of phones into events: taps are events already; a form is compared with what its page showed.

A form carries what its page showed (its field `was`). A field that was sent as it was shown is no event: it stays as
the draft has it by now. A form that does not say what it showed is entered as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from webapp.base.http.fields import WholeNumber, clean, whole
from webapp.entry.draft import Event
from webapp.entry.events import enter_by, set_field, set_row
from webapp.entry.form import (
    LEFT_ALONE,
    PARTS,
    ROW_FIELD,
    EntryForm,
    adjust_data,
    adjust_field,
    form_of,
    row_parts,
    rows_in,
)
from webapp.entry.screen import EntryScreen
from webapp.games.protocols import Entry
from webapp.games.way import Way

State = Mapping[str, list[str]]
"""Name of a field -> the values that a browser sends for it."""
SENT_IF_TICKED = ("BooleanField", "SelectMultipleField")
MOST_LETTERS = 40
"""Of the id of an event."""
MOST_AT_ONCE = 400
"""Events in one request."""
_MISSING = object()
PhoneEvent = Mapping[str, Any]
"""An event as a phone sends it: an object of JSON with an `id`."""


@dataclass(frozen=True)
class Sent:
    """A request: `form` lays it over what the draft says by now, `events` say what happened.

    `not_shown`: the places of what the draft says by now, and the page neither showed nor changed. `shown`: what the
    page shows now.
    """

    form: EntryForm
    is_valid: bool
    events: tuple[Event, ...]
    not_shown: Sequence[str] = ()
    shown: str = ""


def shown_by(screen: EntryScreen, way: Way, rows: Iterable[str] = ()) -> EntryForm:
    """The form of `way` filled with the draft of `screen`, with `rows` as in `form_of`; `was` holds that state."""
    form = form_of(way, screen, rows)(formdata=None, data=way.data(screen) | adjust_data(screen))
    form.was.data = as_text(state_in(form))
    return form


def state_in(form: EntryForm) -> dict[str, list[str]]:
    """What a form that shows its data would send."""
    return {field.name: _values(field) for field in form if field.name not in LEFT_ALONE}


def as_text(state: State) -> str:
    """The value of the field `was`."""
    return json.dumps(state, separators=(",", ":"), sort_keys=True)


def from_text(text: str | None) -> State | None:
    """What `as_text` wrote; None where it is something else."""
    try:
        stored = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(stored, dict):
        return None
    lists = [isinstance(values, list) and all(isinstance(value, str) for value in values) for values in stored.values()]
    return stored if all(lists) else None


def phone_events(screen: EntryScreen, text: str) -> list[PhoneEvent]:
    """The events in a request that are sent for the first time, in the order of the phone; 400 where they are none."""
    known = screen.draft.events if screen.draft else ()
    return [each for each in _listed(text) if each["id"] not in known]


def whole_round(fields: MultiDict[str, str]) -> MultiDict[str, str]:
    """The form of a round that waited on a phone: its list of events says every field, and ends with the count.

    A form without scripts says it itself. 400 for a list that is none.
    """
    if "events" not in fields:
        return fields
    found = MultiDict([(name, fields.get(name, "")) for name in ("csrf_token", "token")])
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


def with_field(
    screen: EntryScreen, way: Way, fields: MultiDict[str, str], name: str, value: str
) -> MultiDict[str, str]:
    """The form with one field set; 404 where the page has no button that sets it so."""
    form = shown_by(screen, way)
    if name not in form or (whole(value) is None and value not in (getattr(form[name], "choices", None) or {})):
        abort(404)
    after = MultiDict(fields)
    after[name] = value
    return after


def from_form(screen: EntryScreen, way: Way, fields: MultiDict[str, str]) -> Sent:
    """Read a form without scripts, compared with what its page showed."""
    shown = shown_by(screen, way)
    now, was = state_in(shown), from_text(fields.get("was"))
    new = _said(shown, fields)
    is_changed = was is None or any(was.get(name) != values for name, values in new.items())
    page = was
    said = as_text(new if was is None else {**was, **new})
    if is_changed and screen.counted is not None and not screen.corrects:
        was = None  # another phone has counted the round: of that nothing may be mixed into what this page says
    changes = {name: values for name, values in new.items() if was is None or was.get(name) != values}
    for row in rows_in(changes):
        names = [adjust_field(part, row) for part in PARTS]
        if row not in {**_rows(new), **_rows(was or {})}:
            changes = {name: values for name, values in changes.items() if name not in names}
        elif row not in screen.rows:  # new, or another phone has taken it out meanwhile: it comes back whole
            changes |= {name: new[name] for name in names if name in new}
    gone = [row for row in screen.rows if row not in rows_in(changes)] if was is None else []
    form, valid, events = _events(screen, way, {} if was is None else now, changes, gone, fields)
    if screen.is_late and not is_changed:
        events = ()  # another phone has counted what this page shows
    not_shown = [] if page is None else _not_shown(form, now, page, new)
    return Sent(form, valid, events, not_shown, said)


def from_phone(screen: EntryScreen, way: Way, events: Iterable[PhoneEvent], fields: MultiDict[str, str]) -> Sent:
    """Read the events of a phone about fields, in its order.

    A call on the board says what the phone has shown before (`was`), and is void where that holds no more: a sweep that
    two phones tap counts once.
    """
    now = state_in(shown_by(screen, way))
    changes: dict[str, list[str]] = {}
    for event in events:
        name, values = event.get("field"), _texts(event.get("value"))
        if "part" in event:  # of a page of the version before
            name = adjust_field(str(event["part"]), str(event.get("row")))
        if not isinstance(name, str) or not (name in now or ROW_FIELD.fullmatch(name)):
            continue
        if event.get("was") in (None, *changes.get(name, now.get(name, []))):
            changes[name] = values
    form, valid, found = _events(screen, way, now, changes, (), fields)
    return Sent(form, valid, found)


def _events(
    screen: EntryScreen, way: Way, base: State, changes: State, gone: Iterable[str], fields: MultiDict[str, str]
) -> tuple[EntryForm, bool, tuple[Event, ...]]:
    """The form that says `changes` over `base`, whether it is valid, and the events that make the draft say so."""
    data = MultiDict([(name, value) for name, values in {**base, **changes}.items() for value in values])
    for name in ("token", "csrf_token"):
        data.setlist(name, fields.getlist(name))
    rows = rows_in(changes)
    form = form_of(way, screen, rows)(formdata=data)
    valid = bool(form.validate())
    if not valid and not way.keeps_unfinished:
        return form, valid, ()
    # Validation answers what follows from other answers, also where something is wrong.
    found: list[Event] = list(_differences(way, way.read(form, screen), {**screen.fields}))
    for row in [row for row in form.adjust_rows() if row in rows]:
        parts, known = row_parts(form, row, screen.match.sides), screen.rows.get(row)
        now_says = {name: value for name, value in parts.items() if known is None or known.get(name) != value}
        if not any(value for name, value in parts.items() if name != "minus"):
            found.append(partial(set_row, row=row, parts=None))
        elif now_says:
            found.append(partial(set_row, row=row, parts=now_says))
    found += [partial(set_row, row=row, parts=None) for row in gone]
    if found or screen.way is not way:
        found.append(partial(enter_by, way=way.name))
    return form, valid, tuple(found)


def _differences(way: Way, after: Entry, before: Entry) -> Iterable[Event]:
    """The fields of `after` that `before` says otherwise; those that `after` does not name are left alone."""
    for name, value in after.items():
        for path, new in _leaves((name,), before.get(name, _MISSING), value):
            beside = name in way.draft_fields
            yield partial(set_field, path=path, value=new, gone=new is _MISSING, beside=beside)


def _leaves(path: tuple[str, ...], before: object, after: object) -> Iterable[tuple[tuple[str, ...], object]]:
    if isinstance(after, dict) and isinstance(before, dict):
        for name in dict.fromkeys([*before, *after]):
            yield from _leaves((*path, name), before.get(name, _MISSING), after.get(name, _MISSING))
    elif before != after:
        yield path, after


def _values(field: Any) -> list[str]:
    """What a browser sends for a field that shows its data."""
    data = field.data
    if field.type == "BooleanField":
        return ["y"] if data else []
    if field.type == "SelectMultipleField":
        return sorted(data or ())
    if field.type == "RadioField":
        return [str(data)] if data is not None and str(data) in field.choices else []
    return ["" if data is None else str(data)]


def _said(shown: EntryForm, fields: MultiDict[str, str]) -> dict[str, list[str]]:
    """The values that were sent, as `state_in` gives them; without the fields that the page does not have."""
    said = {
        field.name: _normal(field, fields.getlist(field.name))
        for field in shown
        if field.name not in LEFT_ALONE
        and not ROW_FIELD.fullmatch(field.name)
        and (field.name in fields or field.type in SENT_IF_TICKED)
    }
    return said | {name: [_first(fields.getlist(name))] for name in fields if ROW_FIELD.fullmatch(name)}


def _normal(field: Any, values: list[str]) -> list[str]:
    if field.type == "BooleanField":
        return ["y"] if any(value not in field.false_values for value in values) else []
    if field.type == "SelectMultipleField":
        return sorted(values)
    if isinstance(field, WholeNumber):
        text = _first(values)
        return [str(field.empty) if not text and field.empty is not None else text]
    return values[:1]


def _first(values: Iterable[str]) -> str:
    """The value of a number: the first that is not empty, as `WholeNumber` reads it."""
    return next((value.strip() for value in values if value.strip()), "")


def _not_shown(form: EntryForm, now: State, was: State, new: State) -> list[str]:
    """The places of what the draft says by now, and the page neither showed nor changed."""
    said = {**was, **new}
    fields = [name for name in now if not ROW_FIELD.fullmatch(name) and name in was]
    other = [name for name in fields if _is_other(now[name], was[name], said[name])]
    return other + ["adjust"] * (_rows(said) != _rows(state_in(form)))


def _rows(state: State) -> dict[str, list[list[int | str]]]:
    """The rows in which anything is entered, by their ids; a sign alone is nothing."""
    rows = {row: {part: state.get(adjust_field(part, row), []) for part in PARTS} for row in rows_in(state)}
    return {
        row: [*map(_read, parts.values())]
        for row, parts in rows.items()
        if any(map("".join, {**parts, "sign": ""}.values()))
    }


def _is_other(now: list[str], was: list[str], new: list[str]) -> bool:
    """Whether a field says by now what a page that left it alone did not show; 03 is 3."""
    return was == new and _read(now) != _read(was)


def _read(values: list[str]) -> list[int | str]:
    """The values as a draft keeps them."""
    return [clean(value) if (number := whole(value)) is None else number for value in values]
