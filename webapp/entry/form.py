"""The form of a round, built from its draft: the fields of a way, and rows of plus or minus points.

Its field `was` holds the values that the page showed (`webapp.entry.sent`).
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form, RadioField, StringField
from wtforms.validators import Optional

from scoring.adjust import LONGEST_REASON
from webapp.base.http.fields import LARGEST_NUMBER, Between, WholeNumber, clean
from webapp.base.language.i18n import gettext
from webapp.entry.events import adjust_field
from webapp.entry.screen import EntryScreen
from webapp.games.asking import Missing
from webapp.games.protocols import Entry
from webapp.games.way import TYPED, Way

MOST_ROWS = 12
MOST_TYPED = 20
"""Most characters kept of an invalid number."""
PLUS, MINUS = "plus", "minus"
BLANK_ROW: dict[str, list[str]] = {"side": [], "sign": [PLUS], "points": [""], "reason": [""]}
"""The parts of a row of plus or minus points, by field name, each with the values of a blank row."""
ROW_FIELD = re.compile(f"adjust_({'|'.join(BLANK_ROW)})_(.{{1,40}})")


class EntryForm(Form):
    """The fields common to all forms of a round; `was` holds the values that the page showed (`webapp.entry.sent`)."""

    was = ""

    @property
    def wrong(self) -> list[Missing]:
        """All validation errors, each with the place on the page where it belongs."""
        places = {field: "" if field.type == "HiddenField" else field.id for field in self}
        return [Missing(str(error), place) for field, place in places.items() for error in field.errors]

    @property
    def refused(self) -> dict[str, str]:
        """Field name -> text of each invalid number; the text stays on the page until it is corrected."""
        numbers = [field for field in self if isinstance(field, WholeNumber) and field.errors]
        typed = {field.name: clean(next(filter(None, field.raw_data or ()), "")) for field in numbers}
        return {name: text[:MOST_TYPED] for name, text in typed.items() if text}

    def adjust_rows(self) -> dict[str, dict[str, Any]]:
        """Row id -> part -> field, for every row of plus or minus points."""
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
    """The ids of the rows that have fields among these names, in order."""
    return list(dict.fromkeys(found[2] for name in names if (found := ROW_FIELD.fullmatch(name))))


def _blank_row(device: str, known: Collection[str]) -> str:
    """An unused row id: different on each phone, and stable until the row is filled in."""
    key = hashlib.sha256(device.encode()).hexdigest()[:8]
    return next(row for row in (f"{key}{place}" for place in count()) if row not in known)


def _adjust_fields(screen: EntryScreen, rows: Iterable[str]) -> dict[str, Any]:
    """The fields of the draft's rows of plus or minus points, of the additional `rows`, and of one blank row."""
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
    """One row of a form as the draft stores it, or None if the row is blank; missing or invalid parts are None."""
    side, points = form[adjust_field("side", row)].data, form[adjust_field("points", row)]
    parts = {
        "side": {str(index): each for index, each in enumerate(sides)}.get(side or ""),
        "minus": form[adjust_field("sign", row)].data == MINUS,
        "points": points.data if points.data and not points.errors else None,
        "reason": clean(form[adjust_field("reason", row)].data)[:LONGEST_REASON],
    }
    return parts if points.errors or any(value for name, value in parts.items() if name != "minus") else None


def adjust_data(screen: EntryScreen) -> dict[str, Any]:
    """The form data of the draft's plus and minus points; the inverse of `row_parts`."""
    seats = {side: str(index) for index, side in enumerate(screen.match.sides)}
    data: dict[str, Any] = {}
    for name, row in screen.rows.items():
        shown = (seats.get(row["side"] or ""), MINUS if row["minus"] else PLUS, row["points"], row["reason"])
        data |= {adjust_field(part, name): value for part, value in zip(BLANK_ROW, shown, strict=True)}
    return data


def unready(screen: EntryScreen, way: Way) -> list[Missing]:
    """The answers still missing before the round can be counted: those of the way, and incomplete rows."""
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


# Its state


State = Mapping[str, list[str]]
"""Name of a field -> the values that a browser sends for it."""


def shown_by(screen: EntryScreen, way: Way, rows: Iterable[str] = ()) -> EntryForm:
    """The form of `way` filled from the draft of `screen`; `was` holds its values as text.

    It has the additional `rows` of plus and minus points besides the draft's. Invalid numbers are shown as they were
    typed, with their errors.
    """
    kind: type[EntryForm] = type("RoundForm", (EntryForm, way.form(screen)), _adjust_fields(screen, rows))
    form = kind(formdata=None, data=way.data(screen) | adjust_data(screen))
    for name, text in screen.fields.get(TYPED, {}).items():
        row = ROW_FIELD.fullmatch(name)
        if name in form and (row is None or row[2] in screen.rows):
            form[name].process(MultiDict({name: text}))
            form[name].validate(form)
    form.was = as_text(state_in(form))
    return form


def state_in(form: EntryForm) -> dict[str, list[str]]:
    """The values that a browser would submit for the form as filled."""
    return {field.name: _values(field) for field in form}


def as_text(state: State) -> str:
    """Serialise a state for the field `was`."""
    return json.dumps(state, separators=(",", ":"), sort_keys=True)


def from_text(text: str | None) -> State | None:
    """Parse a state written by `as_text`; None for any other text."""
    try:
        stored = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if not isinstance(stored, dict):
        return None
    lists = [isinstance(values, list) and all(isinstance(value, str) for value in values) for values in stored.values()]
    return stored if all(lists) else None


def row_of(name: str) -> str | None:
    """The id of the row that a field belongs to; None for a field outside the rows."""
    found = ROW_FIELD.fullmatch(name)
    return found and found[2]


def filled(kind: type[EntryForm], state: State) -> EntryForm:
    """A form of class `kind`, as if a browser had submitted these values."""
    return kind(formdata=MultiDict([(name, value) for name, values in state.items() for value in values]))


def _values(field: Any) -> list[str]:
    """The values that a browser submits for a field with its current data; unreadable input as it was submitted."""
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
