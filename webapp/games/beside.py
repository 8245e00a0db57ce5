"""Questions of a way asked by side, declared as data: each becomes inputs of the form and a field of the draft."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wtforms import BooleanField, RadioField
from wtforms.validators import Optional

from webapp.base.http.fields import LARGEST_NUMBER, Between, WholeNumber, whole
from webapp.base.language.i18n import LazyProxy
from webapp.games.protocols import Entry, EntryView

NOBODY = "nobody"
"""The answer that no side has or did it."""
Inputs = dict[str, Any]


def number_in(text: str) -> int | None:
    """A whole number from 0 to `LARGEST_NUMBER`, None for anything else."""
    return whole(text.strip(), len(str(LARGEST_NUMBER)))


def side_at(seat: str, sides: Sequence[str]) -> str | None:
    """The side at a seat from a form; None if there is no such side."""
    place = number_in(seat)
    return sides[place] if place is not None and place < len(sides) else None


def seats_of(screen: EntryView, but: Collection[str] = ()) -> dict[str, str]:
    """Seat -> side, without the sides in `but`."""
    return {str(seat): side for seat, side in enumerate(screen.match.sides) if side not in but}


def joined(one: Entry, other: Entry) -> Entry:
    """Merge two dictionaries, and the dictionaries nested in them.

    >>> joined({"Anna": {"cards": 365}}, {"Anna": {"hand": 0}, "Bruno": {}})
    {'Anna': {'cards': 365, 'hand': 0}, 'Bruno': {}}
    """
    parts = {name: joined(one.get(name, {}), part) for name, part in other.items() if isinstance(part, dict)}
    return one | other | parts


@dataclass(frozen=True)
class Ask:
    """A `field` of the draft, asked of the sides at `seats`; `input` is the name of its inputs, by default the field's.

    With several sides, the input names end in the seat: `penalty_0`.
    """

    field: str
    seats: Mapping[str, str]
    input: str = ""
    part = ""

    def name(self, seat: str | None = None) -> str:
        """The name of an input."""
        return "_".join([self.input or self.field, *([] if seat is None else [seat])])

    def inputs(self) -> Inputs:
        """The inputs of the form, by name."""
        return {self.name(seat): BooleanField(side) for seat, side in self.seats.items()}

    def read(self, form: Any) -> Entry:
        """The draft's fields, from the form: by default a list of sides."""
        return {self.field: [side for seat, side in self.seats.items() if form[self.name(seat)].data]}

    def data(self, fields: Entry) -> Inputs:
        """The form's data, from the draft: the inverse of `read`."""
        return {self.name(seat): side in (fields.get(self.field) or ()) for seat, side in self.seats.items()}


@dataclass(frozen=True)
class AskSide(Ask):
    """A choice of one side; with `nobody` also of none, which the draft's field `NOBODY` tells apart from no answer."""

    label: str | LazyProxy = ""
    nobody: str = ""
    validators: tuple[Any, ...] = ()

    def inputs(self) -> Inputs:
        """A radio button a side."""
        choices = {**self.seats, NOBODY: self.nobody} if self.nobody else self.seats
        field = RadioField(str(self.label), choices=choices, validators=self.validators, validate_choice=False)
        return {self.name(): field}

    def read(self, form: Any) -> Entry:
        """The side, None for no answer."""
        said = form[self.name()].data or ""
        return {self.field: self.seats.get(said), **({NOBODY: said == NOBODY} if self.nobody else {})}

    def data(self, fields: Entry) -> Inputs:
        """The seat of the side."""
        seat = next((seat for seat, side in self.seats.items() if side == fields.get(self.field)), None)
        return {self.name(): NOBODY if seat is None and self.nobody and fields.get(NOBODY) else seat}


@dataclass(frozen=True)
class AskNumber(Ask):
    """A number of each side up to `most`; `label` contains its name, `empty` is the value of an empty input.

    `part`: the path of the number within the draft's field, if a side has several; such a number may be missing.
    """

    label: str | LazyProxy = ""
    most: int = 99
    empty: int | None = None
    kind: type[WholeNumber] = WholeNumber
    part: str = ""

    def inputs(self) -> Inputs:
        """A whole number a side."""
        limits = [*([Optional()] if self.part else []), *([Between(0, self.most)] if self.kind is WholeNumber else [])]
        options: Inputs = {"default": self.empty, "empty": self.empty, "validators": limits}
        labels = {seat: self.label % {"side": side} for seat, side in self.seats.items()}
        return {self.name(seat): self.kind(label, **options) for seat, label in labels.items()}

    def read(self, form: Any) -> Entry:
        """The numbers that are entered."""
        said = {side: form[self.name(seat)].data for seat, side in self.seats.items()}
        counted = {side: self.empty if number is None else number for side, number in said.items()}
        numbers = {side: number for side, number in counted.items() if number is not None}
        return {self.field: {side: self._parts(numbers.get(side)) for side in said} if self.part else numbers}

    def data(self, fields: Entry) -> Inputs:
        """The numbers by input."""
        numbers = fields.get(self.field) or {}
        for name in self.part.split(".") if self.part else ():
            numbers = {side: parts.get(name) for side, parts in numbers.items() if parts}
        return {self.name(seat): numbers.get(side, self.empty) for seat, side in self.seats.items()}

    def _parts(self, number: int | None) -> Entry:
        """The number nested below the names of its path; empty without a number."""
        if number is None:
            return {}
        *outer, last = self.part.split(".")
        parts: Entry = {last: number}
        for name in reversed(outer):
            parts = {name: parts}
        return parts


@dataclass(frozen=True)
class AskFlag(Ask):
    """A yes-or-no question about the round."""

    label: str | LazyProxy = ""

    def inputs(self) -> Inputs:
        """A box to tick."""
        return {self.name(): BooleanField(str(self.label))}

    def read(self, form: Any) -> Entry:
        """True or false."""
        return {self.field: bool(form[self.name()].data)}

    def data(self, fields: Entry) -> Inputs:
        """True or false."""
        return {self.name(): bool(fields.get(self.field))}
