"""The two ways to enter a round of a game that captures cards from a table: by piles, or who won what."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from wtforms import Field, Form, RadioField, SelectField, SelectMultipleField
from wtforms.validators import AnyOf, StopValidation

from scoring.cards import ITALIAN, codes
from webapp.base.http.fields import NOT_OFFERED
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import Missing
from webapp.games.beside import NOBODY, Ask, AskNumber, seats_of, side_at
from webapp.games.fishing import MOST_SWEEPS, Awards
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import NumberWay, Way
from webapp.games.ways import PilesWay, given_piles
from webapp.words.cards import card_name
from webapp.words.wording import Wording, heading

Follows = Mapping[str, Mapping[str, bool]]
"""Rare category -> the categories it implies: True if the same side wins them, False if nobody does."""
UNKNOWN = "unknown"
"""The value of `rest_side` while nobody has said who captured last."""


def who_scores(rule: str) -> str:
    """Ask for the side that has a category, by its name: a sentence that fits every name in every language."""
    return gettext("%(rule)s: who scores?", rule=rule)


def entered_rest(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The last table cards and who took them; where they have no effect, a file may have anything in their place."""
    rest = fields.get("rest")
    return rest if isinstance(rest, Mapping) and isinstance(rest.get("cards"), list) else {}


class FishingWay(Way):
    """Common part of both ways: the sweeps of each side, `sweeps_0` and so on, and the last table cards.

    A game adds what else lies beside its piles.
    """

    places: Mapping[str, str] = {"sweeps": "sweeps_%d", "rest": "rest"}
    sweeps_label = lazy_gettext("Sweeps of %(side)s")
    takes_rest = True
    """Whether this way enters the last table cards and who took them; if not, those of a draft are ignored."""

    def absent(self, match: MatchView, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The sides that sit out of a round with these fields of a draft."""
        return ()

    def asks_rest(self, screen: EntryView) -> bool:
        """Whether the page asks for the last table cards under these house rules."""
        return self.takes_rest

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The sweeps of each side that plays."""
        inside = seats_of(screen, self.absent(screen.match, screen.fields))
        return [AskNumber("sweeps", inside, label=self.sweeps_label, most=MOST_SWEEPS, empty=0)]

    def form(self, screen: EntryView) -> type[Form]:
        """The form of the sweeps, and of the last table cards."""
        fields: dict[str, Any] = {}
        if self.asks_rest(screen):
            takers = seats_of(screen, self.absent(screen.match, screen.fields)) | {UNKNOWN: gettext("Not entered")}
            names = {card.code: card_name(card) for card in ITALIAN.cards}
            fields["rest_side"] = RadioField(
                gettext("Who captured last"), choices=takers, default=UNKNOWN, validate_choice=False, validators=[]
            )
            fields["rest_cards"] = SelectMultipleField(
                gettext("The last cards on the table"), choices=names, validate_choice=False
            )
        return type("BesideForm", (super().form(screen),), fields)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The draft's fields from the form; of the last table cards also who took them, None if not entered."""
        said = super().read(form, screen)
        if "rest_side" in form:
            given = set(form.rest_cards.data or ())
            cards = [code for code in codes(ITALIAN.cards) if code in given]
            said["rest"] = {"side": seats_of(screen).get(form.rest_side.data), "cards": cards}
        return said

    def data(self, screen: EntryView) -> dict[str, Any]:
        """The form data: the inverse of `read`."""
        rest = entered_rest(screen.fields)
        taker = next((seat for seat, side in seats_of(screen).items() if side == rest.get("side")), UNKNOWN)
        return super().data(screen) | {"rest_side": taker, "rest_cards": list(rest.get("cards", ()))}

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The contract's fields of a draft, without those of sides that sit out; zero sweeps count as not entered."""
        absent, counts = self.absent(match, draft.entry), draft.entry.get("sweeps", {})
        entry: Entry = {"sweeps": {side: count for side, count in counts.items() if count and side not in absent}}
        rest = entered_rest(draft.entry)
        return entry | {"rest": rest} if self.takes_rest and rest.get("cards") and rest.get("side") else entry

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask who took the last cards, if these were entered."""
        missing = super().unready(screen)
        rest = entered_rest(screen.fields) if self.asks_rest(screen) else {}
        if rest.get("cards") and not rest.get("side"):
            text = gettext("The last cards on the table are entered: say who captured last and took them.")
            missing.append(Missing(text, "rest"))
        return missing


class FishingPiles(FishingWay, PilesWay):
    """The piles, which have their own pages, and the values beside them."""

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The piles and the values beside them; a pile that takes the rest is left out."""
        piles = given_piles(draft, self.absent(match, draft.entry))
        return super().round_entry(draft, match) | {"piles": piles}


class FishingAwards(FishingWay, NumberWay):
    """The winner of each category, and the values beside the piles.

    Each category is a field `award_cards` and so on, with a side's seat or `NOBODY`; some have a field for points.
    """

    name = "awards"
    label = lazy_gettext("Who won what")
    awards: Awards
    words: Wording

    def categories(self, screen: EntryView) -> list[str]:
        """The displayed categories, in counting order."""
        raise NotImplementedError

    def follows(self, options: Any) -> Follows:
        """Answers that rare categories imply under the house rules."""
        return {}

    def form(self, screen: EntryView) -> type[Form]:
        """A form with the values beside the piles, and a question for each category.

        A category without a given or implied answer is an error, not nobody's: it may have been forgotten.
        """
        asked, sides, categories = self.awards, screen.match.sides, self.categories(screen)
        beside, absent = super().form(screen), self.absent(screen.match, screen.fields)
        winners = {str(seat): side for seat, side in enumerate(sides) if side not in absent}
        winners[NOBODY] = gettext("Nobody")
        fields: dict[str, Any] = {"asked": asked, "follows": self._implied(screen, categories)}
        for rule in categories:
            question, name = asked.question(rule), heading(self.words, rule)
            fields[asked.field_of(rule)] = RadioField(
                question or name,
                choices=winners,
                default=NOBODY if rule in asked.rare else None,
                validators=[AnyOf(list(winners), message=question or who_scores(name))],
                validate_choice=False,
            )
            if points := asked.points_field(rule):
                fields[points] = SelectField(
                    gettext("%(rule)s: how many points?", rule=name),
                    choices={"": "–"} | {str(n): str(n) for n in asked.points[rule]},
                    coerce=lambda text: int(text) if text else None,
                    validators=[_IfWon(asked.field_of(rule), asked.points[rule])],
                    invalid_choice_message=NOT_OFFERED,
                )
        return type("AwardsForm", (_Following, beside), fields)

    def _implied(self, screen: EntryView, categories: Collection[str]) -> dict[str, dict[str, Any]]:
        """Answers implied by a tap: field -> value -> {field: value}, for the displayed `categories`."""
        asked, sides = self.awards, list(screen.match.sides)
        found: dict[str, dict[str, Any]] = {}
        for rule, others in self.follows(screen.options).items():
            for seat, tapped in enumerate(sides if rule in categories else ()):
                winner = asked.tapped(rule, tapped, sides)
                found.setdefault(asked.field_of(rule), {})[str(seat)] = {
                    asked.field_of(other): str(sides.index(asked.tapped(other, winner, sides))) if same else NOBODY
                    for other, same in others.items()
                    if other in categories
                }
        return found

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The values beside the piles, and the contract's `awards`; unanswered categories are left out."""
        asked, sides = self.awards, screen.match.sides
        awards: dict[str, Any] = {}
        for rule in self.categories(screen):
            answer = form[asked.field_of(rule)].data
            if answer == NOBODY:
                awards[rule] = None
            elif (tapped := side_at(answer or "", sides)) is not None:
                side, points = asked.tapped(rule, tapped, sides), asked.points_field(rule)
                worth = form[points].data if points else next(iter(asked.points.get(rule, ())), None)
                awards[rule] = side if worth is None else {"side": side, "points": worth}
        return super().read(form, screen) | {"awards": awards}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the answers; nobody has a category with points unless it is said, and then the fewest."""
        asked, sides = self.awards, list(screen.match.sides)
        data = super().data(screen)
        for rule, worth in asked.points.items():
            data[asked.field_of(rule)] = NOBODY
            if points := asked.points_field(rule):
                data[points] = worth[0]
        for rule, winner in screen.fields.get("awards", {}).items():
            if isinstance(winner, Mapping):
                if points := asked.points_field(rule):
                    data[points] = winner["points"]
                winner = winner["side"]
            answer = NOBODY if winner is None else str(sides.index(asked.tapped(rule, winner, sides)))
            data[asked.field_of(rule)] = answer
        return data

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The awards, and the values beside them."""
        return super().round_entry(draft, match) | {"awards": draft.entry.get("awards", {})}


class _IfWon:
    """Validator: points of a category, which are needed if a side has it, so the `award` is not nobody's."""

    def __init__(self, award: str, worth: range) -> None:
        self.award, self.worth = award, worth

    def __call__(self, form: Form, field: Field) -> None:
        """Raise `StopValidation` if they are missing."""
        if field.data is None and form[self.award].data not in (None, NOBODY):
            raise StopValidation(
                gettext(
                    "How many points is it worth, from %(least)s to %(most)s? Enter it next to the name.",
                    least=self.worth[0],
                    most=self.worth[-1],
                )
            )


class _Following(Form):  # type: ignore[misc]
    """Answers implied by a rare category are filled in before validation."""

    follows: Mapping[str, Mapping[str, Mapping[str, str]]] = {}

    def validate(self, extra_validators: Any = None) -> bool:
        """Fill in implied answers; tapped ones stay."""
        for tapped, answers in self.follows.items():
            for other, value in answers.get(self[tapped].data or "", {}).items():
                if self[other].data is None:
                    self[other].data = value
        return bool(super().validate(extra_validators))
