"""Ways to enter a round that several games share: by piles, and by the card points that every side has counted."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from wtforms import Form, HiddenField

from scoring.cardpoints import CARD_POINTS
from scoring.cards import Card
from scoring.fields import SIDE, Fields
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.games.asking import Missing
from webapp.games.beside import Ask, AskNumber, seats_of
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import CardWay, NumberWay
from webapp.words.cards import capital, the

CARDS_MISSING = lazy_gettext("The cards of %(side)s are not entered yet.")
HAND_MISSING = lazy_gettext("The hand of %(side)s is not entered yet.")
FOLLOWS = "follows"
"""Field for the side whose number was filled in automatically; a form has its seat."""


class PilesWay(CardWay):
    """Every card of the deck lies in one side's pile; the last side may take the rest.

    The piles have their own pages.
    """

    name = "piles"
    fields = "entry/nothing.html"
    places: Mapping[str, str] = MappingProxyType({"piles": "pile-%d"})
    value: Callable[[Iterable[Card]], int]
    """The count of a pile's cards, for a running check."""

    def worth(self, screen: EntryView) -> Mapping[str, int]:
        """The count of every pile entered so far."""
        return {pile.side: self.value(screen.cards(pile.side)) for pile in screen.piles if pile.source != "open"}

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The piles, without one that takes the rest."""
        return {"piles": given_piles(draft)}

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the piles that are not entered or not checked, and the number of cards in no pile."""
        found = [*of_sides(screen, screen.open_sides, CARDS_MISSING, "pile-%d"), *unchecked(screen, "pile-%d")]
        for card in screen.twice:
            text = gettext("%(card)s is in two piles: whose is it?", card=capital(the(card)))
            found.append(Missing(text, "twice"))
        loose = len(screen.loose)
        if loose and not screen.open_sides:
            found.append(
                Missing(
                    ngettext(
                        "One card is in no pile: it is shown below.",
                        "%(num)d cards are in no pile: they are shown below.",
                        loose,
                    ),
                    "loose",
                )
            )
        return found


def given_piles(draft: DraftView, absent: Collection[str] = ()) -> Entry:
    """The contract's `piles` of a draft, without absent sides and the side that takes the rest."""
    left_out = (draft.rest_side, *absent)
    return {side: codes for side, codes in draft.entry.get("piles", {}).items() if side not in left_out}


def unchecked(screen: EntryView, place: str) -> list[Missing]:
    """Name the sides with a photograph that nobody has confirmed; `place` is the id by their seat."""
    text = lazy_gettext("The cards of %(side)s come from a photograph: check them and confirm.")
    return of_sides(screen, screen.unchecked_sides, text, place)


def of_sides(screen: EntryView, sides: Iterable[str], text: LazyProxy, place: str) -> list[Missing]:
    """Ask the same of several sides; `place` is the id by their seat."""
    return [Missing(text % {"side": side}, place % screen.match.sides.index(side)) for side in sides]


class PointsWay(NumberWay):
    """The card points of every side, counted by the players: the contract's `card_points`, side -> number.

    `rule`: the scoring rule for the number. `together`: the sum of all numbers; the last one follows from the others,
    is filled in, and may be changed. `check`: a template shown below the numbers, with their sum.
    """

    name = "points"
    label = lazy_gettext("By points")
    fields = "entry/points.html"
    places: Mapping[str, str] = MappingProxyType({CARD_POINTS: "points_%d"})
    rule: str
    together: int
    check: str | None = None
    draft_fields: Fields = MappingProxyType({FOLLOWS: SIDE})

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """A number for each side: `points_0` and so on."""
        label = lazy_gettext("Card points of %(side)s")
        return [*super().asks(screen), AskNumber(CARD_POINTS, seats_of(screen), "points", label, self.together)]

    def form(self, screen: EntryView) -> type[Form]:
        """The numbers; `follows` is the seat of the automatic one."""
        way = self

        class Filled(Form):
            """The number that follows from the others is filled in before validation."""

            def validate(self, extra_validators: Any = None) -> bool:
                way.fill_in(self, screen)
                return bool(super().validate(extra_validators))

        return type("PointsForm", (Filled, super().form(screen)), {FOLLOWS: HiddenField(default="")})

    def fill_in(self, form: Any, screen: EntryView) -> None:
        """Fill in the only missing number, or one that followed from the others and was not changed since."""
        numbers = [form[f"points_{seat}"] for seat in range(len(screen.match.sides))]
        before = form[FOLLOWS].data
        for seat, field in enumerate(numbers):
            others = [each.data or 0 for each in numbers if each is not field]
            if str(seat) == before and field.data in (self.following(screen), self.left_of(others)):
                field.data, field.raw_data = None, []  # nobody typed it: it follows the current others
        blank = [field for field in numbers if field.data is None]
        left = self.left_of([field.data for field in numbers if field.data is not None])
        form[FOLLOWS].data = ""
        if len(blank) == 1 and left is not None and not any(field.process_errors for field in numbers):
            blank[0].data = left
            form[FOLLOWS].data = str(numbers.index(blank[0]))

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The entered numbers, and whose number followed from the others."""
        return {**super().read(form, screen), FOLLOWS: seats_of(screen).get(form[FOLLOWS].data)}

    def left_of(self, numbers: Iterable[int]) -> int | None:
        """The remainder of `together` beside these numbers, None if none follows."""
        left = self.together - sum(numbers)
        return left if left >= 0 else None

    def following(self, screen: EntryView) -> int | None:
        """The automatic number."""
        return self.worth(screen).get(self.follower(screen) or "")

    def follower(self, screen: EntryView) -> str | None:
        """The side with the automatic number."""
        side: str | None = screen.fields.get(FOLLOWS)
        return side

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the entered numbers, and the automatic one."""
        follower = self.follower(screen)
        seat = next((seat for seat, side in seats_of(screen).items() if side == follower), "")
        return {**super().data(screen), FOLLOWS: seat}

    def worth(self, screen: EntryView) -> Mapping[str, int]:
        """The numbers entered so far."""
        counted: Mapping[str, int] = screen.fields.get(CARD_POINTS, {})
        return counted

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The numbers."""
        return {CARD_POINTS: draft.entry.get(CARD_POINTS, {})}
