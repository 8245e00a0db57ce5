"""The shapes of what people send: names, house rules, sweeps, awards. What it means is the services' business.

House rules come from `scoring`'s option descriptors, so an option that is declared there has its field here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, Form, HiddenField, IntegerField, RadioField, SelectField, StringField
from wtforms.validators import AnyOf, Length, StopValidation

from scoring.options import Option, OptionValue
from webapp import explain
from webapp.i18n import gettext, lazy_gettext
from webapp.services.matches import NewMatch

MOST_SIDES = 4
LONGEST_NAME = 20
LARGEST_NUMBER = 9999
MOST_SWEEPS = 99
NOBODY = "nobody"
NAPOLA = "napola"
NAPOLA_POINTS = range(3, 11)
OPTIONAL_AWARDS = (NAPOLA,)
PROMINENT = ("variant", "target")  # asked for openly; every other option waits behind the fold


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


class NewMatchForm(FlaskForm):
    """Who plays and with which cards; `new_match_form` adds the house rules of a game."""

    count = RadioField(choices={"2": "2", "3": "3", "4": "4"}, default="2", invalid_choice_message=NOT_OFFERED)
    teams = BooleanField(lazy_gettext("Teams of two"))
    dealer = RadioField(
        choices={str(index): "" for index in range(MOST_SIDES)}, default="0", invalid_choice_message=NOT_OFFERED
    )
    deck: SelectField

    options: Sequence[Option]  # of the game, set by `new_match_form`
    game: str

    def option_field(self, name: str) -> Field:
        """Return the field of the option `name`."""
        return self[f"option_{name}"]

    @property
    def house_rules(self) -> list[tuple[Option, Field]]:
        """The options behind the fold with their fields."""
        return [(option, self.option_field(option.name)) for option in self.options if option.name not in PROMINENT]

    @property
    def changed_rules(self) -> int:
        """How many options behind the fold differ from their default."""
        return sum(field.data != option.default for option, field in self.house_rules)

    @property
    def house_rules_wrong(self) -> bool:
        """Whether something behind the fold has to be corrected."""
        return any(field.errors for _, field in self.house_rules)

    def seats(self) -> int:
        """Return the number of sides that were asked for."""
        return int(self.count.data) if self.count.data in self.count.choices else 2

    def names(self) -> tuple[list[str], list[str]]:
        """Return (sides, players in seat order); a name left empty is the place's own name."""
        indices = range(self.seats())
        first = [clean(self[f"name_{index}"].data) or player_name(index + 1) for index in indices]
        if not self.teams.data:
            return first, first
        second = [clean(self[f"partner_{index}"].data) or player_name(index + 1 + self.seats()) for index in indices]
        # Partners sit opposite each other: every side's first player, then every side's second.
        return [f"{one} & {two}" for one, two in zip(first, second, strict=True)], first + second

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Check the fields, then that every player has a name of their own."""
        valid: bool = super().validate(extra_validators)
        _, players = self.names()
        for index, name in enumerate(players):
            if name.casefold() in [other.casefold() for other in players[:index]]:
                prefix, place = ("partner", index - self.seats()) if index >= self.seats() else ("name", index)
                field = self[f"{prefix}_{place}"]
                field.errors = [*field.errors, gettext("Two players are called %(name)s: tell them apart.", name=name)]
                valid = False
        return valid

    def new_match(self) -> NewMatch:
        """Return what was asked for; only after `validate`."""
        sides, players = self.names()
        values = {option.name: self.option_field(option.name).data for option in self.options}
        changed = {option.name: values[option.name] for option in self.options if values[option.name] != option.default}
        first_dealer = min(int(self.dealer.data or 0), self.seats() - 1)
        return NewMatch(self.game, changed, sides, players, first_dealer, self.deck.data)

    @staticmethod
    def values_of(options: Mapping[str, OptionValue], players: Sequence[str], sides: int, deck: str) -> dict[str, Any]:
        """Return form data that repeats a match: what a rematch starts from."""
        teams = len(players) > sides
        data: dict[str, Any] = {"count": str(sides), "teams": teams, "deck": deck}
        data |= {f"name_{index}": name for index, name in enumerate(players[:sides])}
        data |= {f"partner_{index}": name for index, name in enumerate(players[sides:])}
        return data | {f"option_{name}": value for name, value in options.items()}


def clean(name: str | None) -> str:
    """Return a name without what cannot be seen, at its ends and within."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name or "").split())


def player_name(number: int) -> str:
    """Return the name of a player who gave none."""
    return gettext("Player %(number)s", number=number)


def new_match_form(game: str, options: Sequence[Option], decks: Mapping[str, str]) -> type[NewMatchForm]:
    """Return the form class of a new match of `game`, with a field for each of its `options`."""
    fields: dict[str, Any] = {"game": game, "options": options}
    for index in range(MOST_SIDES):
        too_long = Length(max=LONGEST_NAME, message=lazy_gettext("A name has at most %(max)d letters."))
        fields[f"name_{index}"] = StringField(validators=[too_long], default="")
        fields[f"partner_{index}"] = StringField(validators=[too_long], default="")
    for option in options:
        fields[f"option_{option.name}"] = option_field(game, option)
    fields["deck"] = SelectField(
        lazy_gettext("Cards on the table"), choices=dict(decks), invalid_choice_message=NOT_OFFERED
    )
    return type("NewMatchForm", (NewMatchForm,), fields)


def option_field(game: str, option: Option) -> Field:
    """Return the field of one house rule, by its kind."""
    label = explain.option_name(game, option.name)
    if option.kind == "flag":
        return BooleanField(label, default=bool(option.default))
    if option.kind == "number":
        least = option.minimum if option.minimum is not None else 0
        return WholeNumber(label, default=option.default, validators=[Between(least, LARGEST_NUMBER)])
    by_text = {str(value): value for value in option.values}
    choices = {str(value): explain.value_name(game, option.name, value) for value in option.values}
    return SelectField(
        label,
        default=option.default,
        choices=choices,
        coerce=lambda text: by_text.get(str(text), text),
        invalid_choice_message=NOT_OFFERED,
    )


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
        # A napola is rare: nobody is the answer that is there already.
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
