"""Scopinion: what everyone counts at the end, in the vault, the display and the deck."""

from __future__ import annotations

from typing import Any

from wtforms import Form

from scoring.scopinion import FIELDS
from webapp.base.fields import Between, WholeNumber
from webapp.base.i18n import LazyProxy, gettext, lazy_gettext
from webapp.games.game import Entry, EntryView, MatchView, NumberWay
from webapp.games.layout import DraftView

MOST = 99
PLACES: dict[str, LazyProxy] = {
    "vault": lazy_gettext("Vault"),
    "display": lazy_gettext("Display"),
    "deck": lazy_gettext("Deck, with discard pile and hand"),
}
COUNTED: dict[str, LazyProxy] = {
    "green": lazy_gettext("green hearts"),
    "red": lazy_gettext("red hearts"),
    "cards": lazy_gettext("cards"),
    "spades": lazy_gettext("spades"),
}


class Counters(NumberWay):
    """A counter for everything that is counted, side by side."""

    name = "counts"
    label = lazy_gettext("Count")
    path = ""
    fields = "scopinion/counts.html"

    def asked(self, screen: EntryView) -> dict[str, tuple[str, ...]]:
        """Say what is counted in each place; cards only where they make a bonus."""
        expert = screen.options.expert
        return {
            place: tuple(name for name in FIELDS[place] if expert or name != "cards") for place in screen.options.places
        }

    def form(self, screen: EntryView) -> type[Form]:
        """A form with `counts_0_vault_green` and so on."""
        fields = {
            f"counts_{index}_{place}_{name}": WholeNumber(
                f"{side}, {PLACES[place]}: {COUNTED[name]}", default=0, empty=0, validators=[Between(0, MOST)]
            )
            for index, side in enumerate(screen.match.sides)
            for place, names in self.asked(screen).items()
            for name in names
        }
        return type("CountersForm", (Form,), fields)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The counts; what is not asked is 0."""
        return {
            "results": {
                side: {
                    place: {
                        name: (form[f"counts_{index}_{place}_{name}"].data or 0) if name in names else 0
                        for name in FIELDS[place]
                    }
                    for place, names in self.asked(screen).items()
                }
                for index, side in enumerate(screen.match.sides)
            }
        }

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the counts."""
        results = screen.fields.get("results", {})
        return {
            f"counts_{index}_{place}_{name}": count
            for index, side in enumerate(screen.match.sides)
            for place, counts in results.get(side, {}).items()
            for name, count in counts.items()
        }

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The counts."""
        return {"results": draft.entry.get("results", {})}

    def place_name(self, place: str) -> str:
        """The heading of a place."""
        return str(PLACES[place])

    def counted_name(self, name: str) -> str:
        """Say what is counted, in words."""
        return str(COUNTED[name])

    def less(self, name: str, side: str) -> str:
        """Say what the minus button says."""
        return gettext("%(side)s, one less: %(what)s", side=side, what=str(COUNTED[name]))

    def more(self, name: str, side: str) -> str:
        """Say what the plus button says."""
        return gettext("%(side)s, one more: %(what)s", side=side, what=str(COUNTED[name]))
