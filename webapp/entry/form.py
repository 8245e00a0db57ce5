"""The form of a round, and requests of phones turned into events.

Taps are events already. A form carries what its page showed in its field `was`: a field that was sent as it was shown
is no event, and stays as the draft has it by now. A form that does not say what it showed is entered as a whole.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any

from flask import abort
from werkzeug.datastructures import MultiDict
from wtforms import Form, RadioField, StringField
from wtforms.validators import Optional

from scoring.adjust import LONGEST_REASON
from webapp.base.http.fields import LARGEST_NUMBER, Between, WholeNumber, clean, whole
from webapp.base.language.i18n import gettext
from webapp.entry.draft import Event
from webapp.entry.events import adjust_field, enter_fields
from webapp.entry.screen import EntryScreen
from webapp.games.asking import Missing
from webapp.games.protocols import Entry
from webapp.games.way import TYPED, Way

MOST_ROWS = 12
MOST_TYPED = 20
"""Letters of a refused number that are kept."""
PLUS, MINUS = "plus", "minus"
BLANK_ROW: dict[str, list[str]] = {"side": [], "sign": [PLUS], "points": [""], "reason": [""]}
"""The parts of a row of plus or minus points, as a page names them, with what it shows where nothing is entered."""
ROW_FIELD = re.compile(f"adjust_({'|'.join(BLANK_ROW)})_(.{{1,40}})")


class EntryForm(Form):
    """The fields of every form of a round; `was` is what the page showed (`sent_by`)."""

    was = ""

    @property
    def wrong(self) -> list[Missing]:
        """All that is wrong or missing, each with its place."""
        places = {field: "" if field.type == "HiddenField" else field.id for field in self}
        return [Missing(str(error), place) for field, place in places.items() for error in field.errors]

    @property
    def refused(self) -> dict[str, str]:
        """Name -> text of the numbers that cannot be used; they stay on the page until they are corrected."""
        numbers = [field for field in self if isinstance(field, WholeNumber) and field.errors]
        typed = {field.name: clean(next(filter(None, field.raw_data or ()), "")) for field in numbers}
        return {name: text[:MOST_TYPED] for name, text in typed.items() if text}

    def adjust_rows(self) -> dict[str, dict[str, Any]]:
        """The fields of every row of plus or minus points by its id, then by their part."""
        return {
            row: {part: self[adjust_field(part, row)] for part in BLANK_ROW}
            for row in rows_in(field.name for field in self)
        }

    def is_adjusted(self) -> bool:
        """Whether anything is entered in a row."""
        return any(map(self.is_entered, self.adjust_rows().values()))

    def is_entered(self, row: Mapping[str, Any]) -> bool:
        """Whether anything but a sign is entered in a row of plus or minus points."""
        return any(row[part].data or row[part].errors for part in BLANK_ROW if part != "sign")


def rows_in(names: Iterable[str]) -> list[str]:
    """The ids of the rows whose fields are among these names, in their order."""
    return list(dict.fromkeys(found[2] for name in names if (found := ROW_FIELD.fullmatch(name))))


def form_of(way: Way, screen: EntryScreen, rows: Iterable[str] = ()) -> type[EntryForm]:
    """The form in which `way` asks for this round, with these rows of plus and minus points besides the draft's."""
    return type("RoundForm", (EntryForm, way.form(screen)), _adjust_fields(screen, rows))


def _blank_row(device: str, known: Collection[str]) -> str:
    """The id of a row that nobody has entered: another one on each phone, the same until it is entered."""
    key = hashlib.sha256(device.encode()).hexdigest()[:8]
    return next(row for row in (f"{key}{place}" for place in count()) if row not in known)


def _adjust_fields(screen: EntryScreen, rows: Iterable[str]) -> dict[str, Any]:
    """The fields of every plus or minus that is entered, of `rows`, and of a blank one."""
    named = {row["side"] for row in screen.rows.values()}
    sides = {
        str(index): side for index, side in enumerate(screen.match.sides) if side not in screen.away or side in named
    }
    fields: dict[str, Any] = {}
    known = dict.fromkeys([*screen.rows, *rows])
    for row in [*known, _blank_row(screen.device, known)][:MOST_ROWS]:
        fields[adjust_field("side", row)] = RadioField(
            gettext("For whom?"), choices=sides, validate_choice=False, validators=[]
        )
        fields[adjust_field("sign", row)] = RadioField(
            gettext("Plus or minus?"),
            choices={PLUS: gettext("Plus"), MINUS: gettext("Minus")},
            default=PLUS,
            validate_choice=False,
            validators=[],
        )
        fields[adjust_field("points", row)] = WholeNumber(
            gettext("Points"), validators=[Optional(), Between(1, LARGEST_NUMBER)]
        )
        fields[adjust_field("reason", row)] = StringField(gettext("Why?"), default="")
    return fields


def row_parts(form: EntryForm, row: str, sides: Sequence[str]) -> Entry | None:
    """One row of a form as the draft keeps it, None where nothing is entered; parts that are not or wrong are None."""
    side, points = form[adjust_field("side", row)].data, form[adjust_field("points", row)]
    parts = {
        "side": {str(index): each for index, each in enumerate(sides)}.get(side or ""),
        "minus": form[adjust_field("sign", row)].data == MINUS,
        "points": points.data if points.data and not points.errors else None,
        "reason": clean(form[adjust_field("reason", row)].data)[:LONGEST_REASON],
    }
    return parts if points.errors or any(value for name, value in parts.items() if name != "minus") else None


def adjust_data(screen: EntryScreen) -> dict[str, Any]:
    """The form data that shows the plus and minus points of a draft: the inverse of `row_parts`."""
    seats = {side: str(index) for index, side in enumerate(screen.match.sides)}
    data: dict[str, Any] = {}
    for name, row in screen.rows.items():
        shown = (seats.get(row["side"] or ""), MINUS if row["minus"] else PLUS, row["points"], row["reason"])
        data |= {adjust_field(part, name): value for part, value in zip(BLANK_ROW, shown, strict=True)}
    return data


def unready(screen: EntryScreen, way: Way) -> list[Missing]:
    """The answers missing before the round can be counted: those that the way asks for, and parts of rows."""
    missing = way.unready(screen)
    for name, row in screen.rows.items():
        if row["side"] is None:
            missing.append(Missing(gettext("Plus or minus points: for whom?"), adjust_field("side", name)))
        if not row["points"]:
            missing.append(Missing(gettext("Plus or minus points: how many?"), adjust_field("points", name)))
        if not row["reason"]:
            text = gettext("Plus or minus points: why? One word is enough.")
            missing.append(Missing(text, adjust_field("reason", name)))
    return missing


# Taps


State = Mapping[str, list[str]]
"""Name of a field -> the values that a browser sends for it."""
SENT_IF_TICKED = ("BooleanField", "SelectMultipleField")
MOST_LETTERS = 40
"""Of the id of an event."""
MOST_AT_ONCE = 400
"""Events in one request."""
Tap = Mapping[str, Any]
"""An event as a phone sends it, an object of JSON with an `id`: a `field` has a `value`, a `card` was `put` or not."""


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


def listed(text: str) -> list[Tap]:
    """The taps that a phone lists in its order; 400 where they are none."""
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
    """The taps that the form of a pile stands for: cards ticked and unticked since it was shown, and its answers.

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
    return [*out, *put, *({"field": name, "value": value} for name, value in fields.items() if ":" in name)]


def sent_by(screen: EntryScreen, way: Way, fields: MultiDict[str, str]) -> tuple[list[Tap], list[str]]:
    """Read a form: its taps, the fields that say something else than its page showed; and the places of the unseen.

    Unseen is what the draft says, and the page neither showed nor says. All fields are taps where the form does not say
    what it showed, and of a round that another phone has counted: nothing may be mixed into that.
    """
    page, shown = from_text(fields.get("was")), shown_by(screen, way, rows_in(fields))
    says, was = _said(shown, fields.to_dict(flat=False)), _showed(shown, page or {})
    changed = {name: values for name, values in says.items() if was.get(name) != values}
    if page is None or (changed and screen.counted is not None and not screen.corrects):
        changed = {**{name: [] for name in state_in(shown)}, **says}
    for row in rows_in(changed):
        if row not in screen.rows:  # new, or another phone has taken it out meanwhile: it comes back whole
            changed |= {name: says[name] for part in BLANK_ROW if (name := adjust_field(part, row)) in says}
    taps: list[Tap] = [{"field": name, "value": values} for name, values in changed.items()]
    return taps, [] if page is None else _unseen(shown, was, changed)


def _unseen(shown: EntryForm, was: State, said: Collection[str]) -> list[str]:
    """The places of fields that are not as they were, and are not `said`.

    A number that the page showed as refused is none: it counts once any phone has corrected it.
    """
    now, page = state_in(shown), _filled(type(shown), was)
    page.validate()
    mended = {_row_of(name) or name for name in page.refused}
    other = [name for name, values in was.items() if now[name] != values and shown[name].type != "HiddenField"]
    found = [name for name in other if name not in said and (_row_of(name) or name) not in mended]
    return list(dict.fromkeys("adjust" if _row_of(name) else name for name in found))


def texts(value: object) -> list[str]:
    """The texts of a value in JSON: one, or a list."""
    return [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str)]


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_LETTERS


def laid_over(screen: EntryScreen, way: Way, taps: Iterable[Tap]) -> EntryForm:
    """The form of `way` that says what taps say, and else what the draft says; validated.

    A call on the board says what the phone has shown before (`was`), and is void where that holds no more: a sweep that
    two phones tap counts once. The board shows the number that the draft has, also where another one was refused.
    """
    taps = [tap for tap in taps if isinstance(tap.get("field"), str)]
    shown, known = shown_by(screen, way, rows_in(tap["field"] for tap in taps)), way.data(screen)
    now = state_in(shown)
    said: dict[str, list[str]] = {}
    for tap in taps:
        name = tap["field"]
        if name in now and tap.get("was") in (None, *said.get(name, [str(known.get(name))])):
            said[name] = texts(tap.get("value"))
    form = _filled(type(shown), {**now, **said})
    form.validate()  # answers what follows from other answers, also where something is wrong
    return form


def field_event(screen: EntryScreen, way: Way, form: EntryForm) -> Event:
    """The event that makes the draft say what a form says; what is refused stays as it was."""
    rows = {row: row_parts(form, row, screen.match.sides) for row in form.adjust_rows()}
    before, known = screen.fields.get(TYPED, {}), way.data(screen)
    typed = {name: text for name, text in before.items() if name not in form} | form.refused
    for field in form:
        if field.errors and any(field.raw_data or ()):
            field.data = known.get(field.name)
    entry = way.read(form, screen)
    kept = {name: entry.pop(name) for name in way.draft_fields if name in entry}
    if typed or before:
        kept[TYPED] = typed
    return partial(enter_fields, way=way.name, entry=entry, kept=kept, rows=rows)


def _row_of(name: str) -> str | None:
    """The row of plus or minus points that a field is of."""
    found = ROW_FIELD.fullmatch(name)
    return found and found[2]


def _said(shown: EntryForm, fields: State) -> dict[str, list[str]]:
    """The values of these fields, as `state_in` gives them; without those that the page does not have."""
    form = _filled(type(shown), fields)
    sent = {field.name for field in form if field.name in fields or field.type in SENT_IF_TICKED}
    return {name: values for name, values in state_in(form).items() if name in sent}


def _showed(shown: EntryForm, page: State) -> State:
    """The values that a page showed, as `_said` gives them; a row that it did not have was blank there."""
    rows = rows_in(field.name for field in shown)
    blank = {adjust_field(part, row): values for row in rows for part, values in BLANK_ROW.items()}
    return {**blank, **_said(shown, page)}


def _filled(kind: type[EntryForm], state: State) -> EntryForm:
    return kind(formdata=MultiDict([(name, value) for name, values in state.items() for value in values]))


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
