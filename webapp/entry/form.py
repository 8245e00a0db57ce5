"""The form of a round: the fields of one way of entering it, points that no card shows, a token, CSRF protection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import HiddenField, RadioField, StringField
from wtforms.validators import Optional

from scoring.adjust import LONGEST_REASON
from webapp.base.http.fields import LARGEST_NUMBER, Between, WholeNumber, clean
from webapp.base.http.words_form import WordsForm
from webapp.base.language.i18n import gettext
from webapp.games.asking import Missing
from webapp.games.protocols import Entry, EntryView
from webapp.games.way import Way

MOST_ROWS = 12
PLUS, MINUS = "plus", "minus"
PARTS = ("side", "sign", "points", "reason")
"""The parts of a row of plus or minus points, as a page names them."""
LEFT_ALONE = ("token", "was", "csrf_token")
"""The fields that are about the form and not about the round."""


class EntryForm(WordsForm):
    """The fields of every form of a round; `token` is made with the page and makes counting idempotent.

    `was` is what the page showed (`webapp.entry.sent`).
    """

    token = HiddenField()
    was = HiddenField()

    def adjust_rows(self) -> list[dict[str, Any]]:
        """The fields of every row of plus or minus points, by their part."""
        return [
            {part: self[adjust_field(part, place)] for part in (*PARTS, "row")}
            for place in range(MOST_ROWS)
            if adjust_field("side", place) in self
        ]

    def is_adjusted(self) -> bool:
        """Whether anything is entered in a row."""
        return any(map(row_is_entered, self.adjust_rows()))


def row_is_entered(row: Mapping[str, Any]) -> bool:
    """Whether anything but a sign is entered in a row of plus or minus points."""
    return any(row[part].data or row[part].errors for part in PARTS if part != "sign")


def adjust_field(part: str, place: int) -> str:
    """The name of a field of one row of plus or minus points."""
    return f"adjust_{part}_{place}"


def form_of(way: Way, screen: EntryView, rows: int = 0) -> type[EntryForm]:
    """The form in which `way` asks for this round, with so many rows of plus and minus points at least."""
    return type("RoundForm", (EntryForm, way.form(screen)), _adjust_fields(screen, rows))


def _adjust_fields(screen: EntryView, rows: int) -> dict[str, Any]:
    """A row for each plus or minus that is entered, and a blank one."""
    named = {row["side"] for row in screen.rows.values()}
    sides = {
        str(index): side for index, side in enumerate(screen.match.sides) if side not in screen.away or side in named
    }
    fields: dict[str, Any] = {}
    known = list(screen.rows)
    for place in range(min(max(len(screen.rows) + 1, rows), MOST_ROWS)):
        fields[adjust_field("row", place)] = HiddenField(default=known[place] if place < len(known) else "")
        fields[adjust_field("side", place)] = RadioField(
            gettext("For whom?"), choices=sides, validate_choice=False, validators=[]
        )
        fields[adjust_field("sign", place)] = RadioField(
            gettext("Plus or minus?"),
            choices={PLUS: gettext("Plus"), MINUS: gettext("Minus")},
            default=PLUS,
            validate_choice=False,
            validators=[],
        )
        fields[adjust_field("points", place)] = WholeNumber(
            gettext("Points"), validators=[Optional(), Between(1, LARGEST_NUMBER)]
        )
        fields[adjust_field("reason", place)] = StringField(gettext("Why?"), default="")
    return fields


def row_parts(form: EntryForm, place: int, sides: Sequence[str]) -> Entry:
    """One row of a form as the draft keeps it; parts that are not entered or wrong are None."""
    side, points = form[adjust_field("side", place)].data, form[adjust_field("points", place)]
    return {
        "side": {str(index): each for index, each in enumerate(sides)}.get(side or ""),
        "minus": form[adjust_field("sign", place)].data == MINUS,
        "points": points.data if points.data and not points.errors else None,
        "reason": clean(form[adjust_field("reason", place)].data)[:LONGEST_REASON],
    }


def adjust_data(screen: EntryView) -> dict[str, Any]:
    """The form data that shows the plus and minus points of a draft: the inverse of `row_parts`."""
    seats = {side: str(index) for index, side in enumerate(screen.match.sides)}
    data: dict[str, Any] = {}
    for place, row in enumerate(screen.rows.values()):
        shown = (seats.get(row["side"] or ""), MINUS if row["minus"] else PLUS, row["points"], row["reason"])
        data |= {adjust_field(part, place): value for part, value in zip(PARTS, shown, strict=True)}
    return data


def unready(screen: EntryView, way: Way) -> list[Missing]:
    """What has to be done before the round can be counted: what the way asks for, and what rows leave open."""
    missing = way.unready(screen)
    for place, row in enumerate(screen.rows.values()):
        if row["side"] is None:
            missing.append(Missing(gettext("Plus or minus points: for whom?"), adjust_field("side", place)))
        if not row["points"]:
            missing.append(Missing(gettext("Plus or minus points: how many?"), adjust_field("points", place)))
        if not row["reason"]:
            text = gettext("Plus or minus points: why? One word is enough.")
            missing.append(Missing(text, adjust_field("reason", place)))
    return missing
