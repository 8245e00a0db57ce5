"""Turns requests of phones into events: taps are events already; a form is compared with what its page showed.

A form carries what its page showed (its field `was`). A field that was sent as it was shown is no event: it stays as
the draft has it by now. A form that does not say what it showed is entered as a whole.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict

from webapp.base.http.fields import WholeNumber, whole
from webapp.entry.draft import Event
from webapp.entry.events import enter_by, set_field, set_row
from webapp.entry.form import (
    LEFT_ALONE,
    MOST_ROWS,
    PARTS,
    EntryForm,
    adjust_data,
    adjust_field,
    form_of,
    row_parts,
)
from webapp.entry.screen import EntryScreen
from webapp.games.protocols import Entry, EntryView
from webapp.games.way import Way

State = Mapping[str, list[str]]
"""Name of a field -> the values that a browser sends for it."""
SENT_IF_TICKED = ("BooleanField", "SelectMultipleField")
MOST_LETTERS = 40
"""Of the id of an event or a row."""
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


def shown_by(screen: EntryView, way: Way) -> EntryForm:
    """The form of `way` filled with the draft of `screen`; its field `was` holds that state."""
    form = form_of(way, screen)(formdata=None, data=way.data(screen) | adjust_data(screen))
    form.was.data = as_text(state_in(form))
    return form


def state_in(form: EntryForm) -> dict[str, list[str]]:
    """What a form that shows its data would send."""
    return {field.name: _values(field) for field in form if not _is_about_the_form(field.name)}


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
    rows = {row: parts for place in range(MOST_ROWS) for row, parts in _row_of(screen, fields, place, was)}
    gone = [row for row in screen.rows if row not in rows] if was is None else []
    base = {} if was is None else now
    form, valid, events = _events(screen, way, base, changes, rows, gone, fields)
    if screen.is_late and not is_changed:
        events = ()  # another phone has counted what this page shows
    not_shown = [] if page is None else _not_shown(form, now, page, new)
    return Sent(form, valid, events, not_shown, said)


def from_phone(screen: EntryScreen, way: Way, events: Iterable[PhoneEvent], fields: MultiDict[str, str]) -> Sent:
    """Read the events of a phone about fields and rows, in its order.

    A call on the board says what the phone has shown before (`was`), and is void where that holds no more: a sweep that
    two phones tap counts once.
    """
    now = state_in(shown_by(screen, way))
    changes: dict[str, list[str]] = {}
    rows: dict[str, dict[str, str]] = {}
    for event in events:
        values = _texts(event.get("value"))
        if (part := event.get("part")) in PARTS and isinstance(row := event.get("row"), str):
            rows.setdefault(row[:MOST_LETTERS], {})[part] = "".join(values[:1])
            continue
        name = event.get("field")
        if isinstance(name, str) and name in now and event.get("was") in (None, *changes.get(name, now[name])):
            changes[name] = values
    form, valid, found = _events(screen, way, now, changes, rows, (), fields)
    return Sent(form, valid, found)


def _events(
    screen: EntryScreen,
    way: Way,
    base: State,
    changes: State,
    rows: Mapping[str, Mapping[str, str]],
    gone: Iterable[str],
    fields: MultiDict[str, str],
) -> tuple[EntryForm, bool, tuple[Event, ...]]:
    """The form that says `changes` over `base`, whether it is valid, and the events that make the draft say so."""
    state = {name: values for name, values in base.items() if not _is_row(name)} | dict(changes)
    kept = [row for row in screen.rows if row not in gone]
    order = [*kept, *(row for row, parts in rows.items() if row not in kept and _says(parts))][:MOST_ROWS]
    now = adjust_data(screen)
    for place, row in enumerate(order):
        state[adjust_field("row", place)] = [row]
        seat = list(screen.rows).index(row) if row in screen.rows else MOST_ROWS
        for part in PARTS:
            before = now.get(adjust_field(part, seat))
            value = rows.get(row, {}).get(part, "" if before is None else str(before))
            state[adjust_field(part, place)] = [value]
    data = MultiDict([(name, value) for name, values in state.items() for value in values])
    for name in ("token", "csrf_token"):
        data.setlist(name, fields.getlist(name))
    form = form_of(way, screen, rows=len(order) + 1)(formdata=data)
    valid = bool(form.validate())
    if not valid and not way.keeps_unfinished:
        return form, valid, ()
    # Validation answers what follows from other answers, also where something is wrong.
    found: list[Event] = list(_differences(way, way.read(form, screen), {**screen.fields}))
    sides = screen.match.sides
    for place, row in enumerate(order):
        if row in rows:
            parts = row_parts(form, place, sides)
            known = screen.rows.get(row)
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


def _is_about_the_form(name: str) -> bool:
    return name in LEFT_ALONE or name.startswith("adjust_row_")


def _is_row(name: str) -> bool:
    return name.startswith("adjust_")


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
        if not _is_about_the_form(field.name)
        and not _is_row(field.name)
        and (field.name in fields or field.type in SENT_IF_TICKED)
    }
    for place in range(MOST_ROWS):
        for name in (adjust_field(part, place) for part in PARTS):
            if name in fields:
                said[name] = [_first(fields.getlist(name))]
    return said


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


def _row_of(
    screen: EntryScreen, fields: MultiDict[str, str], place: int, was: State | None
) -> Iterable[tuple[str, Mapping[str, str]]]:
    """The row at one place of a page, with the parts that the page has changed; its id is in a hidden field.

    A row that another phone has taken out meanwhile comes back whole.
    """
    names = {part: adjust_field(part, place) for part in PARTS}
    sent = {part: _first(fields.getlist(name)) for part, name in names.items() if name in fields}
    before = {part: "".join((was or {}).get(name, [])) for part, name in names.items()}
    changed = {part: value for part, value in sent.items() if was is None or before[part] != value}
    if changed and (_says(sent) or _says(before)):
        row = (fields.get(adjust_field("row", place)) or f"{fields.get('token', '')}:{place}")[:MOST_LETTERS]
        yield row, changed if row in screen.rows and _says(sent) else sent


def _says(row: Mapping[str, str]) -> bool:
    """Whether anything is entered in a row; a sign alone is nothing."""
    return any(value for part, value in row.items() if part != "sign")


def _not_shown(form: EntryForm, now: State, was: State, new: State) -> list[str]:
    """The places of what the draft says by now, and the page neither showed nor changed."""
    said = {**was, **new}
    fields = [name for name in now if not _is_row(name) and name in was and _is_other(now[name], was[name], said[name])]
    here = [tuple("".join(new.get(adjust_field(part, place), [])) for part in PARTS) for place in range(MOST_ROWS)]
    after = [tuple(_values(row[part])[0] if _values(row[part]) else "" for part in PARTS) for row in form.adjust_rows()]
    shown, rows = (
        Counter(row for row in found if _says(dict(zip(PARTS, row, strict=True)))) for found in (here, after)
    )
    return fields + ["adjust"] * (shown != rows)


def _is_other(now: list[str], was: list[str], new: list[str]) -> bool:
    """Whether a field says by now what a page that left it alone did not show; 03 is 3."""
    return was == new and _read(now) != _read(was)


def _read(values: list[str]) -> list[int | str]:
    return [value if (number := whole(value)) is None else number for value in values]
