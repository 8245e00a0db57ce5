"""Scopa: piles and sweeps, or who won what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring.cards import Card, Suit
from webapp.forms import EntryForm, awards_data, awards_form, awards_of, sweeps_data, sweeps_form, sweeps_of
from webapp.games.fifteens import rest_data, rest_entry, rest_fields, rest_of, rest_unready
from webapp.games.game import Count, GameScreens, NumberWay
from webapp.games.pilesway import PilesWay
from webapp.i18n import gettext, lazy_gettext, ngettext
from webapp.models import Draft, Entry, Match

if TYPE_CHECKING:
    from webapp.entryscreen import EntryScreen


def sweeps_entry(draft: Draft) -> Entry:
    """Return the contract's `sweeps` of a draft; none is the same as not named."""
    return {"sweeps": {side: count for side, count in draft.entry.get("sweeps", {}).items() if count}}


def given_piles(draft: Draft) -> Entry:
    """Return the contract's `piles` of a draft; who takes the rest is left out."""
    return {side: codes for side, codes in draft.entry.get("piles", {}).items() if side != draft.rest_side}


class ScopaPiles(PilesWay):
    """The piles and the sweeps; a quindici has the last cards on the table besides."""

    fields = "scopa/sweeps.html"

    def form(self, screen: EntryScreen) -> type[EntryForm]:
        """Return a form with a count of sweeps a side, and where fifteens are captured the last table cards."""
        sides = screen.match.sides
        form = sweeps_form(sides)
        return type("QuindiciForm", (form,), rest_fields(sides)) if screen.options.variant == "quindici" else form

    def read(self, form: Any, screen: EntryScreen) -> Entry:
        """Return the sweeps and the last cards; the piles are kept by their own pages."""
        sides = screen.match.sides
        return {"sweeps": sweeps_of(form, sides), **(rest_of(form, sides) if "rest_side" in form else {})}

    def data(self, screen: EntryScreen) -> dict[str, Any]:
        """Show the sweeps and the last cards."""
        sides = screen.match.sides
        return sweeps_data(screen.fields.get("sweeps", {}), sides) | rest_data(screen.fields.get("rest"), sides)

    def round_entry(self, draft: Draft, match: Match) -> Entry:
        """Return piles, sweeps and last cards; a pile that takes the rest is left out."""
        return sweeps_entry(draft) | rest_entry(draft.entry) | {"piles": given_piles(draft)}

    def unready(self, screen: EntryScreen) -> list[str]:
        """Name what is missing in the piles, and ask who took the last cards."""
        return [*super().unready(screen), *rest_unready(screen.fields)]


class ScopaAwards(NumberWay):
    """Who won each category, and the sweeps."""

    name = "awards"
    label = lazy_gettext("Who won what")
    fields = "scopa/awards.html"

    def categories(self, screen: EntryScreen) -> list[str]:
        """Return the categories that are asked for, in counting order."""
        return [str(rule) for rule in screen.options.categories if rule != "sweep"]

    def form(self, screen: EntryScreen) -> type[EntryForm]:
        """Return a form with a question a category and a count of sweeps a side."""
        return awards_form(screen.match.sides, self.categories(screen))

    def read(self, form: Any, screen: EntryScreen) -> Entry:
        """Return what was answered."""
        sides = screen.match.sides
        return {"awards": awards_of(form, sides, self.categories(screen)), "sweeps": sweeps_of(form, sides)}

    def data(self, screen: EntryScreen) -> dict[str, Any]:
        """Show what was answered."""
        sides, fields = screen.match.sides, screen.fields
        return sweeps_data(fields.get("sweeps", {}), sides) | awards_data(fields.get("awards", {}), sides)

    def round_entry(self, draft: Draft, match: Match) -> Entry:
        """Return the awards and the sweeps."""
        return sweeps_entry(draft) | {"awards": draft.entry.get("awards", {})}


class ScopaScreens(GameScreens):
    """The screens of Scopa."""

    name = "scopa"
    ways = (ScopaPiles(), ScopaAwards())

    def tally(self, screen: EntryScreen, side: str) -> list[Count]:
        """Count cards, coins and sevens."""
        return cards_coins_sevens(screen.cards(side))


def cards_coins_sevens(cards: list[Card]) -> list[Count]:
    """Return what one counts along in a pile of Italian cards."""
    held, coins = len(cards), sum(card.suit == Suit.COINS for card in cards)
    sevens = sum(card.rank == 7 for card in cards)
    return [
        Count("cards", gettext("cards"), held, ngettext("card", "cards", held)),
        Count("coins", gettext("coins"), coins, ngettext("coin", "coins", coins)),
        Count("sevens", gettext("sevens"), sevens, ngettext("seven", "sevens", sevens)),
    ]


SCOPA = ScopaScreens()
