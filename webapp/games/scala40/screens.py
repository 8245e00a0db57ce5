"""Scala 40: who closed, and what is left to the others, as cards out of two packs or as a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, Form, RadioField
from wtforms.validators import AnyOf, StopValidation

from scoring.scala40 import rejoined
from webapp.base.http.fields import LARGEST_NUMBER, WholeNumber
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import Missing
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import CardWay, NumberWay, Way
from webapp.games.ways import unchecked

FLAG_PLACES: Mapping[str, str] = {"closer": "closer", "in_hand": "closer", "unopened": "unopened", "rejoin": "rejoin"}
"""Where the flags of a round are entered."""


class Penalty(WholeNumber):
    """What the players counted in a hand; it may be missing, and a number that no hand makes is only warned of."""

    def pre_validate(self, form: Any) -> None:
        """Refuse only what no score could hold."""
        if self.data is not None and self.data > LARGEST_NUMBER:
            raise StopValidation(gettext("%(field)s: too large a number.", field=str(self.label.text)))


class _Left(Way):
    """What both ways ask: who closed and how, who had not opened, who comes back in."""

    keeps_unfinished = True

    def inside(self, screen: EntryView) -> list[tuple[int, str]]:
        """The sides that play this round, as (place, name); any side in a round after the end, which is only shown."""
        out = () if screen.before.finished else screen.before.out
        return [(index, side) for index, side in enumerate(screen.match.sides) if side not in out]

    def may_rejoin(self, screen: EntryView) -> list[tuple[int, str]]:
        """The sides that can come back once they are out, under rules that know it."""
        if screen.options.rejoin == "none":
            return []
        back = rejoined(screen.before.rounds)
        return [(index, side) for index, side in enumerate(screen.match.sides) if side not in back]

    def asks_unopened(self, screen: EntryView) -> bool:
        """Whether it matters who had not opened: where a whole hand costs a flat number."""
        return screen.options.flat is not None

    def closer(self, screen: EntryView) -> str | None:
        """Say who closed, as far as it is entered."""
        return screen.fields.get("closer")

    def form(self, screen: EntryView) -> type[Form]:
        """The form of the closer and, by side, the flags."""
        inside = {str(index): side for index, side in self.inside(screen)}
        fields: dict[str, Any] = {
            "closer": RadioField(
                gettext("Who closed?"),
                choices=inside,
                validators=[AnyOf(list(inside), message=gettext("Who closed?"))],
                validate_choice=False,
            ),
            "in_hand": BooleanField(gettext("Closed in hand: all cards in one turn")),
        }
        for index, side in self.inside(screen):
            fields[f"penalty_{index}"] = Penalty(gettext("Cards in the hand of %(side)s", side=side), empty=None)
            fields[f"unopened_{index}"] = BooleanField(side)
        for index, side in self.may_rejoin(screen):
            fields[f"rejoin_{index}"] = BooleanField(side)
        return type("LeftForm", (Form,), fields)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The draft's fields in the form: closer, in hand, unopened, rejoin."""
        inside = {str(index): side for index, side in self.inside(screen)}
        return {
            "closer": inside.get(form.closer.data or ""),
            "in_hand": bool(form.in_hand.data),
            "unopened": [side for index, side in self.inside(screen) if form[f"unopened_{index}"].data],
            "rejoin": [side for index, side in self.may_rejoin(screen) if form[f"rejoin_{index}"].data],
        }

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show what was entered."""
        fields, sides = screen.fields, screen.match.sides
        closer = fields.get("closer")
        data: dict[str, Any] = {
            "closer": str(list(sides).index(closer)) if closer in sides else None,
            "in_hand": bool(fields.get("in_hand")),
        }
        for index, side in enumerate(sides):
            data[f"penalty_{index}"] = fields.get("penalties", {}).get(side)
            data[f"unopened_{index}"] = side in fields.get("unopened", ())
            data[f"rejoin_{index}"] = side in fields.get("rejoin", ())
        return data

    def left(self, draft: DraftView, match: MatchView) -> tuple[Mapping[str, list[str]], Mapping[str, int]]:
        """(hands, penalties) of the sides, each side in one of the two: this way's own goes before the other."""
        raise NotImplementedError

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The round; what was entered for who closed is left out."""
        fields = draft.entry
        closer = fields.get("closer")
        hands, penalties = self.left(draft, match)
        entry: Entry = {"closer": closer, "in_hand": bool(fields.get("in_hand"))}
        entry["hands"] = {side: hand for side, hand in hands.items() if side != closer}
        entry["penalties"] = {side: count for side, count in penalties.items() if side != closer}
        entry["unopened"] = [side for side in fields.get("unopened", ()) if side != closer]
        entry["rejoin"] = list(fields.get("rejoin", ()))
        return entry

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the sides of which nothing is entered, once it is said who closed: nothing is left to that side."""
        if self.closer(screen) is None or screen.before.finished:
            return []
        hands, numbers = screen.fields.get("hands", {}), screen.fields.get("penalties", {})
        missing = [
            (index, side)
            for index, side in self.inside(screen)
            if side != self.closer(screen) and not hands.get(side) and side not in numbers
        ]
        text = lazy_gettext("What is left with %(side)s is not entered yet.")
        return [Missing(str(text) % {"side": side}, self.places["hands"] % index) for index, side in missing]


class Hands(_Left, CardWay):
    """The cards of every hand, by photograph or tap; a number that was entered stands in for a hand."""

    name = "hands"
    label = lazy_gettext("By cards")
    fields = "scala40/closed.html"
    row = "scala40/hand.html"
    places: Mapping[str, str] = {**FLAG_PLACES, "hands": "hand-%d", "penalties": "hand-%d"}

    def holders(self, screen: EntryView) -> list[str]:
        """The sides that play this round."""
        return [side for _, side in self.inside(screen)]

    def left(self, draft: DraftView, match: MatchView) -> tuple[Mapping[str, list[str]], Mapping[str, int]]:
        """(hands, penalties) of the sides, a hand going before a number."""
        hands = {side: hand for side, hand in draft.entry.get("hands", {}).items() if hand}
        numbers = draft.entry.get("penalties", {})
        return hands, {side: count for side, count in numbers.items() if side not in hands}

    def next_sides(self, screen: EntryView, side: str) -> list[str]:
        """The next one round the table of which nothing is entered; while nobody has said who closed, all of these."""
        closer, numbers = self.closer(screen), screen.fields.get("penalties", {})
        inside = [other for _, other in self.inside(screen)]
        at = inside.index(side) if side in inside else 0
        left = [
            other
            for other in inside[at + 1 :] + inside[:at]
            if other != closer and not screen.cards(other) and other not in numbers
        ]
        return left[:1] if closer else left

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name what is missing, and hands from photographs that nobody has looked at."""
        return super().unready(screen) + unchecked(screen, self.places["hands"])


class Numbers(_Left, NumberWay):
    """What each hand adds up to; a hand that was entered by cards stands in for a number."""

    name = "numbers"
    label = lazy_gettext("By numbers")
    fields = "scala40/numbers.html"
    places: Mapping[str, str] = {**FLAG_PLACES, "hands": "penalty_%d", "penalties": "penalty_%d"}

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The fields of both ways, and `penalties`."""
        numbers = {side: form[f"penalty_{index}"].data for index, side in self.inside(screen)}
        counted = {side: number for side, number in numbers.items() if number is not None}
        return super().read(form, screen) | {"penalties": counted}

    def left(self, draft: DraftView, match: MatchView) -> tuple[Mapping[str, list[str]], Mapping[str, int]]:
        """(hands, penalties) of the sides, a number going before a hand."""
        numbers = draft.entry.get("penalties", {})
        hands = draft.entry.get("hands", {})
        return {side: hand for side, hand in hands.items() if hand and side not in numbers}, numbers
