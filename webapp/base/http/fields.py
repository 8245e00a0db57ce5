"""Form fields shared by many pages: whole numbers, names, small numbers in addresses and buttons.

Imports WTForms but not Flask, because games use this module and the command line loads the games.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from wtforms import Field, Form, IntegerField
from wtforms.validators import StopValidation

from webapp.base.language.i18n import gettext, lazy_gettext

LARGEST_NUMBER = 9999
MOST_LETTERS = 40
"""Most letters of the name of a table or of house rules."""
JOINERS = "\u200c\u200d"
"""Characters that join the parts of an emoji, and letters of Persian and of languages of India, within a word."""
NOT_OFFERED = lazy_gettext("Choose one of these.")


class WholeNumber(IntegerField):
    """A whole number, `empty` if nothing was entered, or one of the `words` that stand for a value beside numbers.

    Its error names the field and repeats the input.
    """

    data: Any

    def __init__(self, *args: Any, empty: int | None = None, words: Iterable[Any] = (), **kwargs: Any) -> None:
        self.empty, self.words = empty, {str(word): word for word in words}
        super().__init__(*args, **kwargs)

    def process_data(self, value: Any) -> None:
        """Keep one of the words as it is; anything else is a number."""
        if value in self.words.values():
            self.data = value
        else:
            super().process_data(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the first non-empty value: a page may offer numbers and words as buttons beside the field."""
        if not valuelist:
            return
        text = next((value.strip() for value in valuelist if value.strip()), "")
        self.data = self.words.get(text, self.empty)
        if not text or text in self.words:
            return
        if not re.fullmatch("-?[0-9]+", text):
            raise ValueError(
                gettext("%(field)s: “%(text)s” is not a whole number.", field=str(self.label.text), text=text[:20])
            )
        self.data = int(text[:6])


class Between:
    """Validator: a number from `least` to `most`; its error names the field."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most = least, most

    def __call__(self, form: Form, field: Field) -> None:
        """Raise `StopValidation` if the number is missing or out of bounds."""
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
    """A name without unprintable characters and with single spaces only between words.

    >>> clean(" Anna\\n Maria ")
    'Anna Maria'
    """
    letters = unicodedata.normalize("NFC", name or "")  # names that look the same become equal
    words = "".join(letter if letter.isprintable() or letter in JOINERS else " " for letter in letters).split()
    return " ".join(filter(None, (word.strip(JOINERS) for word in words)))


class NotPossible(Exception):
    """Refuses what a person asked for; the message is the sentence that says why."""


def named(typed: str | None, missing: str) -> str:
    """A name of what is kept here, cleaned; raises `NotPossible`, with the sentence `missing` if there is none."""
    name = clean(typed)
    if not name:
        raise NotPossible(missing)
    if len(name) > MOST_LETTERS:
        raise NotPossible(gettext("The name has at most %(most)s letters.", most=MOST_LETTERS))
    return name


def player_name(number: int) -> str:
    """The name of a player who entered none, such as "Player 2"."""
    return gettext("Player %(number)s", number=number)


def whole(text: str, digits: int = 3) -> int | None:
    """A whole number of at most `digits` digits, from a button or an address; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
