"""The form of a new match: players, house rules and cards.

Every option declared in `scoring` has a field here. Each game declares which of them are shown unfolded, and how many
people can play (`webapp.games.game.Game`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import BooleanField, Field, Form, RadioField, SelectField, StringField
from wtforms.validators import StopValidation

from scoring.options import Option, OptionValue, describe
from webapp import explain
from webapp.base.http.fields import LARGEST_NUMBER, NOT_OFFERED, Between, WholeNumber, clean, player_name
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games import GAMES, Game
from webapp.match.models import Match
from webapp.words.wording import USUAL, sides_of

LONGEST_NAME = 20
SEAT_FIELDS = ("name", "partner", "third")  # fields of one side, by place in the team
LARGEST_TEAM = max(size for game in GAMES.values() for size in game.team_sizes.values())


class Allowed:
    """Validator: the option must allow the number; the error names the field."""

    def __init__(self, option: Option, words: Sequence[str] = (), sensible: tuple[int, int] | None = None) -> None:
        """`words` are the option's other values, as the page names them; `sensible` are the least and most numbers."""
        self.option, self.words = option, words
        self.between = Between(*(sensible or (option.minimum or 0, LARGEST_NUMBER)))

    def __call__(self, form: Form, field: Field) -> None:
        """Raise `StopValidation` if the number is missing, out of bounds or not on a step."""
        if isinstance(field.data, str) and field.data in (*self.option.values, _untouched(self.option)):
            return
        self.between(form, field)
        if field.data is not None and not self.option.accepts(field.data):
            least, step = self.option.minimum or 0, self.option.step
            numbers = f"{least}, {least + step}, {least + 2 * step} …"
            allowed = ", ".join([*self.words, numbers])
            raise StopValidation(
                gettext("%(field)s: %(allowed)s, please.", field=str(field.label.text), allowed=allowed)
            )


def tables(game: Game) -> dict[str, str]:
    """Value -> label of each table: "3" single players, and "2x3", two teams of three, as "3 + 3"; small ones first."""
    found = {str(sides): str(sides) for sides in game.rules.seats}
    teams = [(sides, size) for sides, largest in game.team_sizes.items() for size in range(2, largest + 1)]
    for sides, size in sorted(teams, key=lambda table: (table[0] * table[1], table[0])):
        found[f"{sides}x{size}"] = " + ".join([str(size)] * sides) if sides < 4 else f"{sides} × {size}"
    return found


class NewMatchForm(FlaskForm):
    """Players and cards; `new_match_form` adds the house rules of a game.

    `count` is one of the `tables`.
    """

    class Meta(FlaskForm.Meta):
        """Settings of WTForms for this form."""

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:
            """The submitted text fields; Flask-WTF would also read files and JSON, which text fields cannot handle."""
            return (request.form if form.is_submitted() else None) or None

    count: RadioField
    dealer: RadioField
    deck: SelectField

    options: Sequence[Option]  # options of the game, set by `new_match_form`
    declared: Game

    def option_field(self, name: str) -> Field:
        return self[f"option_{name}"]

    @property
    def open_rules(self) -> list[tuple[Option, Field]]:
        """The options shown unfolded, with their fields."""
        by_name = {option.name: option for option in self.options}
        shown = [name for name in self.declared.prominent if name in by_name]
        return [(by_name[name], self.option_field(name)) for name in shown]

    @property
    def house_rules(self) -> list[tuple[Option, Field]]:
        """The folded options, with their fields."""
        folded = [option for option in self.options if option.name not in self.declared.prominent]
        return [(option, self.option_field(option.name)) for option in folded]

    @property
    def changed_rules(self) -> int:
        """Number of folded options that differ from their default."""
        return sum(field.data != _untouched(option) for option, field in self.house_rules)

    @property
    def house_rules_wrong(self) -> bool:
        return any(field.errors for _, field in self.house_rules)

    @property
    def rules_wrong(self) -> bool:
        return self.house_rules_wrong or any(field.errors for _, field in self.open_rules)

    @property
    def most_sides(self) -> int:
        """Largest number of sides on the page."""
        return len(self.dealer.choices)

    def usual(self, option: Option) -> OptionValue:
        """The default of an option, given the other fields of the form."""
        return option.default_under({other.name: self.option_field(other.name).data for other in self.options})

    def seats(self) -> int:
        return self._table()[0]

    def team_size(self) -> int:
        return self._table()[1]

    def _table(self) -> tuple[int, int]:
        """Number of sides, and of players on each."""
        chosen = self.count.data if self.count.data in self.count.choices else next(iter(self.count.choices))
        sides, _, size = chosen.partition("x")
        return int(sides), int(size or 1)

    def names(self) -> tuple[list[str], list[str]]:
        """The sides, and the players in seat order; players without a name are "Player 2" and so on."""
        players = [clean(field.data) or player_name(number) for number, field in enumerate(self.name_fields, 1)]
        return sides_of(players, self.seats()), players

    @property
    def name_fields(self) -> list[Field]:
        """The name fields in use: first the first player of every side, then the second ones."""
        return [
            self[f"{prefix}_{index}"] for prefix in SEAT_FIELDS[: self.team_size()] for index in range(self.seats())
        ]

    def is_seated(self, person: str) -> bool:
        """Whether somebody of this name sits at the table."""
        return person.casefold() in [clean(field.data).casefold() for field in self.name_fields]

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken and the game has no larger table."""
        taken = all(clean(field.data) for field in self.name_fields)
        return taken and (self.team_size() > 1 or self._sides_for(self.seats() + 1) is None)

    def seat(self, person: str) -> None:
        """Seat `person`, at a larger table if this one is full; a person already seated stands up.

        Single players then move up, and the table shrinks to fit them.
        """
        names = [clean(field.data) for field in self.name_fields]
        if self.is_seated(person):
            names = ["" if name.casefold() == person.casefold() else name for name in names]
        elif person and not self.is_full:
            names = [*names, ""] if all(names) else names
            names[names.index("")] = person
        if alone := self.team_size() == 1:
            seated = [name for name in names if name]
            self.count.data = str(self._sides_for(len(seated)) or self.seats())
            names = seated + [""] * (self.most_sides - len(seated))
        fields = [self[f"name_{index}"] for index in range(self.most_sides)] if alone else self.name_fields
        for field, name in zip(fields, names, strict=False):
            field.data = name

    def _sides_for(self, people: int) -> int | None:
        """The smallest table for so many single players."""
        return min((sides for sides in self.declared.rules.seats if sides >= people), default=None)

    def validate(self, extra_validators: Mapping[str, Sequence[Any]] | None = None) -> bool:
        """Validate the fields, and that no two players or sides have the same name."""
        valid: bool = super().validate(extra_validators)
        _, players = self.names()
        said = gettext("A name has at most %(max)d letters.", max=LONGEST_NAME)
        too_long = {place: said for place, name in enumerate(players) if len(name) > LONGEST_NAME}
        for place, problem in (called_alike(players, self.seats()) | too_long).items():
            field = self.name_fields[place]
            field.errors = [*field.errors, problem]
            valid = False
        return valid

    @property
    def names_wrong(self) -> bool:
        """Whether any field about the players has an error."""
        return any(field.errors for field in (self.count, self.dealer, *self.name_fields))

    def rules_valid(self) -> bool:
        """Validate only the house rules, for a profile."""
        # A list, so that every field is validated, not only those up to the first error.
        wrong = [field for _, field in (*self.open_rules, *self.house_rules) if not field.validate(self)]
        return not wrong

    def changed_options(self) -> dict[str, OptionValue]:
        """The house rules that differ from their defaults, as stored in a match or profile.

        Options left to another option are not included, since they would override it.
        """
        values = {option.name: self.option_field(option.name).data for option in self.options}
        return {
            option.name: values[option.name] for option in self.options if values[option.name] != _untouched(option)
        }

    def take_rules(self, options: Mapping[str, OptionValue]) -> None:
        """Fill in the house rules of a profile; options that it does not name get their defaults."""
        for option in self.options:
            field = self.option_field(option.name)
            field.data, field.raw_data = options.get(option.name, _untouched(option)), None

    def new_match(self) -> Match:
        """The match to store; call `validate` first."""
        sides, players = self.names()
        first_dealer = min(int(self.dealer.data or 0), self.seats() - 1)
        return Match(
            game=self.declared.name,
            options=self.changed_options(),
            sides=sides,
            players=players,
            first_dealer=first_dealer,
            deck=self.deck.data,
        )

    @staticmethod
    def values_of(
        options: Mapping[str, OptionValue], players: Sequence[str], sides: int, deck: str, dealer: int = 0
    ) -> dict[str, Any]:
        """Form data that repeats a match; `dealer` is the index of the first dealer.

        Players of teams also get single seats, for a change to playing singly.
        """
        size = len(players) // sides
        data: dict[str, Any] = {"deck": deck, "dealer": str(dealer % sides)}
        data["count"] = f"{sides}x{size}" if size > 1 else str(sides)
        for index, name in enumerate(players):
            data[f"name_{index}"] = data[f"{SEAT_FIELDS[index // sides]}_{index % sides}"] = name
        return data | {f"option_{name}": value for name, value in options.items()}


def called_alike(players: Sequence[str], sides: int) -> dict[int, str]:
    """The problem of each place whose player or side has the name of an earlier one."""
    problems = {}
    for place, name in enumerate(players):
        if name.casefold() in [other.casefold() for other in players[:place]]:
            problems[place] = gettext("Two players are called %(name)s: tell them apart.", name=name)
    named = sides_of(players, sides)
    for seat, side in enumerate(named):  # "A & B" with "C", against "A" with "B & C"
        if side.casefold() in [other.casefold() for other in named[:seat]]:
            problems.setdefault(seat, gettext("Two sides are called %(side)s: change one of the names.", side=side))
    return problems


def new_match_form(game: str, decks: Mapping[str, str]) -> type[NewMatchForm]:
    """The form class for a new match of `game`; `decks` are the patterns to choose from, with their names."""
    rules = GAMES[game].rules
    options, seats = describe(rules.options), rules.seats
    fields: dict[str, Any] = {"options": options, "declared": GAMES[game]}
    fields["count"] = RadioField(choices=tables(GAMES[game]), default=str(seats[0]), invalid_choice_message=NOT_OFFERED)
    fields["dealer"] = RadioField(
        choices={str(index): "" for index in range(max(seats))}, default="0", invalid_choice_message=NOT_OFFERED
    )
    for index in range(max(seats)):
        for prefix in SEAT_FIELDS[:LARGEST_TEAM]:
            fields[f"{prefix}_{index}"] = StringField(default="")
    for option in options:
        fields[f"option_{option.name}"] = option_field(game, option)
    fields["deck"] = SelectField(
        lazy_gettext("Cards on the table"), choices=dict(decks), invalid_choice_message=NOT_OFFERED
    )
    return type("NewMatchForm", (NewMatchForm,), fields)


def _untouched(option: Option) -> OptionValue:
    """The value of an option's field that nobody has touched."""
    return USUAL if option.follows else option.default


def option_field(game: str, option: Option) -> Field:
    """The field of one house rule, by its kind; an option that follows another can be left to it."""
    label = explain.option_name(game, option.name)
    values = (USUAL, *option.values) if option.follows else option.values
    if option.kind == "flag":
        return BooleanField(label, default=bool(option.default))
    if option.kind == "number":
        named = [explain.value_name(game, option.name, value) for value in values]
        allowed = Allowed(option, named, GAMES[game].sensible.get(option.name))
        return WholeNumber(label, default=_untouched(option), validators=[allowed], words=values)
    by_text = {str(value): value for value in values}
    choices = {str(value): explain.value_name(game, option.name, value) for value in values}
    return SelectField(
        label,
        default=_untouched(option),
        choices=choices,
        coerce=lambda text: by_text.get(str(text), text),
        invalid_choice_message=NOT_OFFERED,
    )
