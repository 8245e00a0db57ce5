"""The two ways to enter a round of a game that captures cards from a table: by piles, or who won what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import Form, RadioField, SelectMultipleField

from scoring.cards import ITALIAN, codes
from webapp.base.http.fields import Between, WholeNumber
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import Missing
from webapp.games.fishing import MOST_SWEEPS, Awards, Follows, awards_data, awards_form, awards_of
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import NumberWay, Way
from webapp.games.ways import PilesWay, given_piles
from webapp.words.cards import card_name
from webapp.words.wording import Wording

UNKNOWN = "unknown"
"""The value of `rest_side` while nobody has said who captured last."""


class FishingWay(Way):
    """Common part of both ways: the sweeps of each side, `sweeps_0` and so on, and the last table cards.

    A game adds what else lies beside its piles.
    """

    sweeps_label = lazy_gettext("Sweeps of %(side)s")
    takes_rest = True
    """Whether this way enters the last table cards and who took them; if not, those of a draft are ignored."""

    def absent(self, match: MatchView, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The sides that sit out of a round with these fields of a draft."""
        return ()

    def asks_rest(self, screen: EntryView) -> bool:
        """Whether the page asks for the last table cards under these house rules."""
        return self.takes_rest

    def beside_fields(self, screen: EntryView) -> dict[str, Any]:
        """The form fields of the sweeps of each side that plays, and of the last table cards."""
        absent = self.absent(screen.match, screen.fields)
        inside = {str(seat): side for seat, side in enumerate(screen.match.sides) if side not in absent}
        fields: dict[str, Any] = {
            f"sweeps_{seat}": WholeNumber(
                str(self.sweeps_label) % {"side": side}, default=0, empty=0, validators=[Between(0, MOST_SWEEPS)]
            )
            for seat, side in inside.items()
        }
        if self.asks_rest(screen):
            takers = inside | {UNKNOWN: gettext("Not entered")}
            names = {card.code: card_name(card) for card in ITALIAN.cards}
            fields["rest_side"] = RadioField(
                gettext("Who captured last"), choices=takers, default=UNKNOWN, validate_choice=False, validators=[]
            )
            fields["rest_cards"] = SelectMultipleField(
                gettext("The last cards on the table"), choices=names, validate_choice=False
            )
        return fields

    def read_beside(self, form: Any, screen: EntryView) -> Entry:
        """The draft's fields from these inputs; of the last cards who took them, None if not entered."""
        seats = {str(seat): side for seat, side in enumerate(screen.match.sides)}
        counts = {side: form[f"sweeps_{seat}"].data or 0 for seat, side in seats.items() if f"sweeps_{seat}" in form}
        if "rest_side" not in form:
            return {"sweeps": counts}
        given = set(form.rest_cards.data or ())
        cards = [code for code in codes(ITALIAN.cards) if code in given]
        return {"sweeps": counts, "rest": {"side": seats.get(form.rest_side.data), "cards": cards}}

    def beside_data(self, screen: EntryView) -> dict[str, Any]:
        """The form data for them: the inverse of `read_beside`."""
        seats = {side: str(seat) for seat, side in enumerate(screen.match.sides)}
        counts, rest = screen.fields.get("sweeps", {}), screen.fields.get("rest") or {}
        data: dict[str, Any] = {f"sweeps_{seat}": counts.get(side, 0) for side, seat in seats.items()}
        taker = seats.get(str(rest.get("side")), UNKNOWN)
        return data | {"rest_side": taker, "rest_cards": list(rest.get("cards", ()))}

    def beside_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The contract's fields of a draft, without those of sides that sit out; zero sweeps count as not entered."""
        absent, counts = self.absent(match, draft.entry), draft.entry.get("sweeps", {})
        entry: Entry = {"sweeps": {side: count for side, count in counts.items() if count and side not in absent}}
        rest = draft.entry.get("rest") or {}
        return entry | {"rest": rest} if self.takes_rest and rest.get("cards") and rest.get("side") else entry

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask who took the last cards, if these were entered."""
        rest = (screen.fields.get("rest") or {}) if self.takes_rest else {}
        if not rest.get("cards") or rest.get("side"):
            return []
        text = gettext("The last cards on the table are entered: say who captured last and took them.")
        return [Missing(text, "rest")]


class FishingPiles(FishingWay, PilesWay):
    """The piles, which have their own pages, and the values beside them."""

    def form(self, screen: EntryView) -> type[Form]:
        """A form of the values beside the piles."""
        return type("PilesForm", (Form,), self.beside_fields(screen))

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The entered values."""
        return self.read_beside(form, screen)

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the entered values."""
        return self.beside_data(screen)

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The piles and the values beside them; a pile that takes the rest is left out."""
        return self.beside_entry(draft, match) | {"piles": given_piles(draft, self.absent(match, draft.entry))}

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the missing parts of the piles, and ask who took the last cards."""
        return [*PilesWay.unready(self, screen), *FishingWay.unready(self, screen)]


class FishingAwards(FishingWay, NumberWay):
    """The winner of each category, and the values beside the piles."""

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
        """A form with the values beside the piles, and a question for each category."""
        sides, beside = screen.match.sides, self.beside_fields(screen)
        absent, follows = self.absent(screen.match, screen.fields), self.follows(screen.options)
        asked = awards_form(self.awards, sides, self.categories(screen), self.words, absent, follows)
        return type("AwardsForm", (asked,), beside)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The answers."""
        awards = awards_of(self.awards, form, screen.match.sides, self.categories(screen))
        return self.read_beside(form, screen) | {"awards": awards}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the answers."""
        shown = awards_data(self.awards, screen.fields.get("awards", {}), screen.match.sides)
        return self.beside_data(screen) | shown

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The awards, and the values beside them."""
        return self.beside_entry(draft, match) | {"awards": draft.entry.get("awards", {})}
