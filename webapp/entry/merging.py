"""Two phones edit one draft: of a form only what its page has changed is stored, what others entered stays.

A form carries what its page showed (its field `was`). A field that was sent as it was shown is not touched: it stays as
the draft has it by now. A form that does not say what it showed is stored as a whole.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from webapp.base.http.fields import WholeNumber, whole
from webapp.base.storage.orm import Entry
from webapp.entry import drafts
from webapp.entry.form import (
    LEFT_ALONE,
    MOST_ROWS,
    EntryForm,
    adjust_data,
    adjust_field,
    adjust_parts,
    form_of,
    read_adjust,
    row_count,
)
from webapp.entry.models import Draft
from webapp.entry.screen import EntryScreen
from webapp.games.protocols import EntryView
from webapp.games.way import Way

State = dict[str, list[str]]
"""Name of a field -> the values that a browser sends for it."""
Row = tuple[str, ...]
SENT_IF_TICKED = ("BooleanField", "SelectMultipleField")
ROW_NAMES = tuple(tuple(adjust_field(part, place) for part in adjust_parts()) for place in range(MOST_ROWS))
"""The fields of each row of plus and minus points."""
ROW_FIELDS = frozenset(name for names in ROW_NAMES for name in names)
ROW_POINTS = frozenset(adjust_field("points", place) for place in range(MOST_ROWS))


def shown_by(screen: EntryView, way: Way) -> EntryForm:
    """The form of `way` that shows the draft of `screen`."""
    return form_of(way, screen)(formdata=None, data=way.data(screen) | adjust_data(screen))


def state_in(form: EntryForm) -> State:
    """What a form that shows its data would send."""
    return {field.name: _values(field) for field in form if field.name not in LEFT_ALONE}


def as_text(state: State) -> str:
    """The value of the field `was`."""
    return json.dumps(state, separators=(",", ":"), sort_keys=True)


def from_text(text: str | None) -> State | None:
    """What `as_text` wrote; None where it is something else."""
    try:
        stored = json.loads(text or "")
    except ValueError:
        return None
    if not isinstance(stored, dict):
        return None
    lists = [isinstance(values, list) and all(isinstance(value, str) for value in values) for values in stored.values()]
    return stored if all(lists) else None


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


def _sent_rows(sent: MultiDict[str, str]) -> State:
    """What was sent of the rows of plus and minus points, however many the page has."""
    found: State = {}
    for name in sent:
        if name in ROW_FIELDS:
            values = sent.getlist(name)
            found[name] = [_first(values)] if name in ROW_POINTS else values[:1]
    return found


def changed(sent: State, was: State | None) -> State:
    """The fields that the page has changed."""
    return {name: values for name, values in sent.items() if was is None or was.get(name) != values}


@dataclass(frozen=True)
class Sent:
    """What was sent of a form of `way`, over what the draft of `screen` says by now.

    `shown`: the form that shows that draft (`shown_by`). Everything else is made of these, and each once: to make a
    form takes longer than to ask the database.
    """

    screen: EntryScreen
    way: Way
    shown: EntryForm
    fields: MultiDict[str, str]

    @cached_property
    def was(self) -> State | None:
        """What the page showed, None where it does not say."""
        return from_text(self.fields.get("was"))

    @cached_property
    def now(self) -> State:
        """What a page would send that shows what the draft says by now."""
        return state_in(self.shown)

    @cached_property
    def new(self) -> State:
        """What was sent, as `now` says it; without the fields that the page does not have."""
        said = {
            field.name: _normal(field, self.fields.getlist(field.name))
            for field in self.shown
            if field.name not in LEFT_ALONE
            and not _is_row(field.name)
            and (field.name in self.fields or field.type in SENT_IF_TICKED)
        }
        return said | _sent_rows(self.fields)

    @cached_property
    def merged(self) -> MultiDict[str, str]:
        """The form as it is with what the page has changed, over what the draft says by now."""
        if self.was is None:
            return self.fields
        fields = {name: values for name, values in self.now.items() if not _is_row(name)}
        fields |= {name: values for name, values in changed(self.new, self.was).items() if not _is_row(name)}
        rows = merged_rows(rows_in(self.now), rows_in(self.was), rows_in(self.new))
        for names, row in zip(ROW_NAMES, rows, strict=False):
            fields |= {name: [value] for name, value in zip(names, row, strict=True)}
        result = MultiDict([(name, value) for name, values in fields.items() for value in values])
        for name in LEFT_ALONE:
            result.setlist(name, self.fields.getlist(name))
        return result

    @cached_property
    def form(self) -> EntryForm:
        """The form that was sent, over what the draft says by now."""
        rows = sum(name.startswith(("adjust_side", "adjust_points")) for name in self.merged)
        if row_count(self.screen, rows) == row_count(self.screen):
            return type(self.shown)(formdata=self.merged)
        return form_of(self.way, self.screen, rows=rows)(formdata=self.merged)

    @cached_property
    def is_valid(self) -> bool:
        """Whether nothing is missing or wrong in `form`, which names it in its errors."""
        return bool(self.form.validate())

    @property
    def is_changed(self) -> bool:
        """Whether the page has changed anything; where it does not say what it showed, it has."""
        return self.was is None or bool(changed(self.new, self.was))

    @property
    def shown_after(self) -> State:
        """What the page that sent this shows by now: what it was shown, and what it says."""
        was, said = self.was or {}, self.new
        if any(map(_is_row, said)):
            was = {name: values for name, values in was.items() if not _is_row(name)}
        return was | said

    @property
    def not_shown(self) -> list[str]:
        """The places of what the draft says by now, and the page neither showed nor changed."""
        was, now = self.was, self.now
        if was is None:
            return []
        new = was | self.new
        fields = [
            name for name in now if not _is_row(name) and name in was and _is_other(now[name], was[name], new[name])
        ]
        rows = merged_rows(rows_in(now), rows_in(was), rows_in(new))
        shown = [row for row in rows_in(new) if not _is_blank(row)]
        return fields + ["adjust"] * (Counter(rows) != Counter(shown))

    def store(self, draft: Draft) -> None:
        """An edit for `drafts.edit_draft`: store what the page has changed, over what the locked `draft` says."""
        now = self
        if draft is not self.screen.draft and not _says_the_same(draft, self.screen):
            now = sent_over(replace(self.screen, draft=draft), self.way, self.fields)
        if now.was is not None and self.screen.counted is not None and draft.base_version is None and now.is_changed:
            # Another phone has counted the round: of that nothing may be mixed into what this page says.
            alone = MultiDict((name, value) for name, value in self.fields.items(multi=True) if name != "was")
            now = replace(now, fields=alone)
        drafts.set_fields(draft, now.way.name, now.read)

    @cached_property
    def read(self) -> Entry:
        """The fields of the draft that `form` says."""
        # Reading it answers what follows from other answers, also where something is wrong.
        _ = self.is_valid
        return self.way.read(self.form, self.screen) | read_adjust(self.form, self.screen.match.sides)

    @property
    def is_kept(self) -> bool:
        """Whether the draft of `screen` says all of this already, so that nothing is to be stored."""
        draft = self.screen.draft
        if draft is None or draft.photos or draft.method != self.way.name or self.screen.in_conflict:
            return False
        return all(name in draft.entry and draft.entry[name] == value for name, value in self.read.items())


def sent_over(screen: EntryScreen, way: Way, fields: MultiDict[str, str]) -> Sent:
    """What was sent of a form of `way`, over what the draft of `screen` says by now."""
    return Sent(screen, way, shown_by(screen, way), fields)


def _says_the_same(draft: Draft, screen: EntryScreen) -> bool:
    """Whether a draft says what that of `screen` says, where there is none: as much as a new one."""
    before = screen.draft or drafts.blank(screen.match, screen.number, "")
    return all(getattr(draft, name) == getattr(before, name) for name in ("entry", "method", "rest_side", "photos"))


def _is_other(now: list[str], was: list[str], new: list[str]) -> bool:
    """Whether a field says by now what a page that left it alone did not show; 03 is 3."""
    return was == new and _read(now) != _read(was)


def _read(values: list[str]) -> list[int | str]:
    return [value if (number := whole(value)) is None else number for value in values]


def _is_row(name: str) -> bool:
    return name.startswith("adjust_")


def rows_in(state: State) -> list[Row]:
    """The rows of plus and minus points in the order of the page, each with its values."""
    rows = [tuple("".join(state[name]) if name in state else "" for name in names) for names in ROW_NAMES]
    while rows and _is_blank(rows[-1]):
        rows.pop()
    return rows


def _is_blank(row: Row) -> bool:
    """Whether nothing is entered; a sign alone is nothing."""
    return not any(value for part, value in zip(adjust_parts(), row, strict=True) if part != "sign")


def merged_rows(now: Sequence[Row], was: Sequence[Row], sent: Sequence[Row]) -> list[Row]:
    """The rows `now` after what the page made of the rows it showed: a row is known by what it said.

    A row that the page added comes after those that others have added meanwhile.
    """
    result, taken = list(now), Counter[int]()
    blank: Row = ("",) * len(adjust_parts())
    for place in range(max(len(was), len(sent))):
        before = was[place] if place < len(was) else blank
        after = sent[place] if place < len(sent) else blank
        if _is_blank(before):
            if not _is_blank(after):
                result.append(after)
            continue
        here = _place_of(before, now, taken, place)
        if here is None:
            if after != before and not _is_blank(after):
                result.append(after)
            continue
        taken[here] += 1
        if after != before:
            parts = zip(before, after, result[here], strict=True)
            result[here] = blank if _is_blank(after) else tuple(a if a != b else n for b, a, n in parts)
    return [row for row in result if not _is_blank(row)]


def _place_of(row: Row, now: Sequence[Row], taken: Mapping[int, int], place: int) -> int | None:
    """Where a row that the page showed at `place` stands now; another phone may have changed or dropped it."""
    same = [here for here, each in enumerate(now) if each == row and not taken.get(here)]
    if same:
        return same[0]
    return place if place < len(now) and not taken.get(place) and _alike(row, now[place]) else None


def _alike(row: Row, other: Row) -> bool:
    """Whether one of two rows may be the other after a change: they agree in something that was entered."""
    return any(a and a == b for part, a, b in zip(adjust_parts(), row, other, strict=True) if part != "sign")
