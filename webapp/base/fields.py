"""Fields of forms that many pages share: whole numbers, names, small numbers in addresses and buttons.

WTForms alone, without Flask, so that the declarations of the games stay light.
"""

from __future__ import annotations

from typing import Any

from wtforms import Field, Form, IntegerField
from wtforms.validators import StopValidation

from webapp.base.i18n import gettext, lazy_gettext

LARGEST_NUMBER = 9999
NOT_OFFERED = lazy_gettext("Choose one of those that are offered.")


class WholeNumber(IntegerField):
    """A number field whose complaint names the field and repeats what was typed; left empty it is `empty`."""

    data: Any

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


def whole(text: str) -> int | None:
    """The whole number that a button or field sent, None where it is no small one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else None
