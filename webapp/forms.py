"""The shapes of what people send: names, house rules, sweeps, awards. What it means is the services' business.

House rules come from `scoring`'s option descriptors, so an option that is declared there has its field here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_wtf import FlaskForm
from wtforms import Field, Form, HiddenField, IntegerField, RadioField, SelectField
from wtforms.validators import AnyOf, StopValidation

from webapp import explain
from webapp.i18n import gettext, lazy_gettext

LARGEST_NUMBER = 9999
MOST_SWEEPS = 99
NOBODY = "nobody"
NAPOLA = "napola"
NAPOLA_POINTS = range(3, 11)
OPTIONAL_AWARDS = (NAPOLA, "all_coins", "four_sevens", "under_ten")
"""What is rare enough that nobody is the answer that stands there already."""


NOT_OFFERED = lazy_gettext("Choose one of those that are offered.")


class WholeNumber(IntegerField):
    """A number field whose complaint names the field and repeats what was typed; left empty it is `empty`."""

    def __init__(self, *args: Any, empty: int | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.empty = empty

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read a whole number: the first that was given, where chips offer some and a field takes any other."""
        if not valuelist:
            return
        self.data = self.empty
        text = next((value.strip() for value in valuelist if value.strip()), "")
        if not text:
            return
        if not text.isascii() or not text.isdigit():
            raise ValueError(
                gettext("%(field)s: “%(text)s” is not a whole number.", field=str(self.label.text), text=text[:20])
            )
        self.data = int(text[:6])


class Between:
    """A number must be within bounds; the complaint names the field."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def __call__(self, form: Form, field: Field) -> None:
        """Raise when the number is missing or out of bounds."""
        if field.data is None and not field.errors:
            raise StopValidation(gettext("%(field)s: a number is missing.", field=str(field.label.text)))
        if field.data is not None and not self.least <= field.data <= self.most:
            raise StopValidation(
                gettext(
                    "%(field)s: a whole number from %(least)s to %(most)s, please.",
                    field=str(field.label.text),
                    least=self.least,
                    most=self.most,
                )
            )


def clean(name: str | None) -> str:
    """Return a name without what cannot be seen, at its ends and within."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name or "").split())


def player_name(number: int) -> str:
    """Return the name of a player who gave none."""
    return gettext("Player %(number)s", number=number)


class EntryForm(FlaskForm):
    """The form of a round: `token` is made with the page, so that sending the page twice counts once."""

    token = HiddenField()


def sweeps_form(sides: Sequence[str]) -> type[EntryForm]:
    """Return a form with one count of sweeps a side: `sweeps_0`, `sweeps_1`, ... in seat order."""
    return type("SweepsForm", (EntryForm,), _sweep_fields(sides))


def awards_form(sides: Sequence[str], categories: Sequence[str]) -> type[EntryForm]:
    """Return the form of quick entry: who won each category, `award_cards` and so on, and the sweeps.

    The value is a side's place in the seat order or `NOBODY`; the napola has its points beside it. A category that
    was not answered is an error, not nobody's: it may have been forgotten.
    """
    fields = _sweep_fields(sides)
    winners = {str(index): side for index, side in enumerate(sides)} | {NOBODY: gettext("Nobody")}
    for rule in categories:
        name = explain.rule_name(rule)
        unanswered = AnyOf(list(winners), message=gettext("%(rule)s: who won it?", rule=name))
        default = NOBODY if rule in OPTIONAL_AWARDS else None
        fields[f"award_{rule}"] = RadioField(
            name, choices=winners, default=default, validators=[unanswered], validate_choice=False
        )
    if NAPOLA in categories:
        fields["napola_points"] = SelectField(
            gettext("Points of the napola"),
            choices={str(n): str(n) for n in NAPOLA_POINTS},
            coerce=int,
            default=3,
            invalid_choice_message=NOT_OFFERED,
        )
    return type("AwardsForm", (EntryForm,), fields)


def _sweep_fields(sides: Sequence[str]) -> dict[str, Any]:
    return {
        f"sweeps_{index}": WholeNumber(
            gettext("Sweeps of %(side)s", side=side), default=0, empty=0, validators=[Between(0, MOST_SWEEPS)]
        )
        for index, side in enumerate(sides)
    }


def sweeps_of(form: FlaskForm, sides: Sequence[str]) -> dict[str, int]:
    """Return side -> sweeps from a form with sweeps."""
    return {side: form[f"sweeps_{index}"].data or 0 for index, side in enumerate(sides)}


def awards_of(form: FlaskForm, sides: Sequence[str], categories: Sequence[str]) -> dict[str, Any]:
    """Return the contract's `awards` of a quick entry form; what was not answered is left out."""
    awards: dict[str, Any] = {}
    for rule in categories:
        answer = form[f"award_{rule}"].data
        if answer == NOBODY:
            awards[str(rule)] = None
        elif answer in {str(index) for index in range(len(sides))}:
            side = sides[int(answer)]
            awards[str(rule)] = {"side": side, "points": form.napola_points.data} if rule == NAPOLA else side
    return awards


def awards_data(awards: Mapping[str, Any], sides: Sequence[str]) -> dict[str, Any]:
    """Return the form data that shows `awards`: the way back of `awards_of`."""
    data: dict[str, Any] = {}
    for rule, winner in awards.items():
        if isinstance(winner, Mapping):
            data["napola_points"] = winner["points"]
            winner = winner["side"]
        data[f"award_{rule}"] = NOBODY if winner is None else str(list(sides).index(winner))
    return data


def sweeps_data(sweeps: Mapping[str, int], sides: Sequence[str]) -> dict[str, int]:
    """Return the form data that shows `sweeps`."""
    return {f"sweeps_{index}": sweeps.get(side, 0) for index, side in enumerate(sides)}
