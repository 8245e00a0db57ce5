"""Entering Scopinion: every side's count at the end, in the vault, the display and the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import Form
from wtforms.validators import Optional

from scoring.scopinion import FIELDS
from webapp.base.http.fields import Between, WholeNumber
from webapp.base.language.i18n import lazy_gettext
from webapp.games.asking import Missing
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.scopinion.words import COUNTED, PLACES
from webapp.games.way import NumberWay
from webapp.games.ways import of_sides

MOST_COUNTED = 99


class Counters(NumberWay):
    """A counter for every counted item, for each side."""

    name = "counts"
    label = lazy_gettext("Count")
    path = ""
    fields = "scopinion/counts.html"
    places: Mapping[str, str] = {"results": "counts-%d"}
    place_names, counted_names = PLACES, COUNTED

    def asked(self, screen: EntryView) -> dict[str, tuple[str, ...]]:
        """The counted items in each place; cards only where they make a bonus."""
        expert = screen.options.expert
        return {
            place: tuple(name for name in FIELDS[place] if expert or name != "cards") for place in screen.options.places
        }

    def form(self, screen: EntryView) -> type[Form]:
        """A form with `counts_0_vault_green` and so on."""
        fields = {
            f"counts_{index}_{place}_{name}": WholeNumber(
                self.whole_name(place, name, side), validators=[Optional(), Between(0, MOST_COUNTED)]
            )
            for index, side in enumerate(screen.match.sides)
            for place, names in self.asked(screen).items()
            for name in names
        }
        return type("CountersForm", (Form,), fields)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The counts; None if not entered, 0 if there is no input."""
        return {
            "results": {
                side: {
                    place: {
                        name: form[f"counts_{index}_{place}_{name}"].data if name in names else 0
                        for name in FIELDS[place]
                    }
                    for place, names in self.asked(screen).items()
                }
                for index, side in enumerate(screen.match.sides)
            }
        }

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the counts."""
        return {
            f"counts_{index}_{place}_{name}": count
            for index, side in enumerate(screen.match.sides)
            for place, counts in self._results(screen).get(side, {}).items()
            for name, count in counts.items()
        }

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The counts; empty inputs are 0."""
        results: dict[str, dict[str, dict[str, int | None]]] = draft.entry.get("results", {})
        return {
            "results": {
                side: {place: {name: count or 0 for name, count in counts.items()} for place, counts in places.items()}
                for side, places in results.items()
            }
        }

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask for a side's counts if none of its numbers is entered: that is no count of 0."""
        results, asked = self._results(screen), self.asked(screen)
        empty = [
            side
            for side in screen.match.sides
            if all(
                results.get(side, {}).get(place, {}).get(name) is None
                for place, names in asked.items()
                for name in names
            )
        ]
        text = lazy_gettext("Nothing is entered for %(side)s. Is it 0? Then type a 0.")
        return of_sides(screen, empty, text, "counts-%d")

    def _results(self, screen: EntryView) -> Mapping[str, Mapping[str, Mapping[str, int | None]]]:
        results: Mapping[str, Mapping[str, Mapping[str, int | None]]] = screen.fields.get("results", {})
        return results

    def whole_name(self, place: str, name: str, side: str) -> str:
        """The accessible name of a counter, with side, item and place: a page has many counters."""
        return f"{side}, {PLACES[place]}, {COUNTED[name]}"
