"""The two ways of entering a round of Scopa: piles and sweeps, or who won what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import Form

from scoring.scopa import Rule
from webapp.base.i18n import lazy_gettext
from webapp.games.asking import Missing
from webapp.games.fishing import (
    BESIDE_PLACES,
    award_places,
    awards_data,
    awards_form,
    awards_of,
    rest_data,
    rest_entry,
    rest_fields,
    rest_of,
    rest_unready,
    sweeps_data,
    sweeps_entry,
    sweeps_form,
    sweeps_of,
)
from webapp.games.game import Entry, EntryView, MatchView, NumberWay
from webapp.games.layout import DraftView
from webapp.games.scopa import words
from webapp.games.ways import PilesWay


class ScopaPiles(PilesWay):
    """The piles and the sweeps; where every capture is a fifteen the last cards on the table besides."""

    fields = "scopa/sweeps.html"
    places: Mapping[str, str] = {**PilesWay.places, **BESIDE_PLACES}

    def form(self, screen: EntryView) -> type[Form]:
        """A form with a count of sweeps a side, and where they prove something the last table cards."""
        sides = screen.match.sides
        form = sweeps_form(sides)
        return type("FifteensForm", (form,), rest_fields(sides)) if screen.options.only_fifteens else form

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The sweeps and the last cards; the piles are kept by their own pages."""
        sides = screen.match.sides
        return {"sweeps": sweeps_of(form, sides), **(rest_of(form, sides) if "rest_side" in form else {})}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the sweeps and the last cards."""
        sides = screen.match.sides
        return sweeps_data(screen.fields.get("sweeps", {}), sides) | rest_data(screen.fields.get("rest"), sides)

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """Piles, sweeps and last cards; a pile that takes the rest is left out."""
        return sweeps_entry(draft) | rest_entry(draft.entry) | super().round_entry(draft, match)

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name what is missing in the piles, and ask who took the last cards."""
        return [*super().unready(screen), *rest_unready(screen.fields)]


class ScopaAwards(NumberWay):
    """Who won each category, and the sweeps."""

    name = "awards"
    label = lazy_gettext("Who won what")
    fields = "scopa/awards.html"
    places: Mapping[str, str] = {**BESIDE_PLACES, **award_places(tuple(Rule))}

    def categories(self, screen: EntryView) -> list[str]:
        """The categories that are asked for, in counting order."""
        return [str(rule) for rule in screen.options.awarded]

    def form(self, screen: EntryView) -> type[Form]:
        """A form with a question a category and a count of sweeps a side."""
        return awards_form(screen.match.sides, self.categories(screen), words)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """Say what was answered."""
        sides = screen.match.sides
        return {"awards": awards_of(form, sides, self.categories(screen)), "sweeps": sweeps_of(form, sides)}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show what was answered."""
        sides, fields = screen.match.sides, screen.fields
        return sweeps_data(fields.get("sweeps", {}), sides) | awards_data(fields.get("awards", {}), sides)

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The awards and the sweeps."""
        return sweeps_entry(draft) | {"awards": draft.entry.get("awards", {})}
