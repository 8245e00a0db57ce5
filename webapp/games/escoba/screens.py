"""The two ways of entering a round of Escoba: piles and what lies beside them, or who won what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wtforms import Form

from scoring.escoba import Rule
from webapp.base.http.fields import Between, WholeNumber
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.asking import Missing
from webapp.games.escoba import words
from webapp.games.fishing import (
    BESIDE_PLACES,
    Awards,
    Follows,
    awards_data,
    awards_form,
    awards_of,
    rest_data,
    rest_entry,
    rest_fields,
    rest_of,
    rest_unready,
    sweep_fields,
    sweeps_data,
    sweeps_entry,
    sweeps_form,
    sweeps_of,
)
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import NumberWay
from webapp.games.ways import PilesWay

MOST_WRONG = 9
ESCOBAS_OF = lazy_gettext("Escobas of %(side)s")
AWARDS = Awards(
    {
        "most_cards": lazy_gettext("Who has the most cards?"),
        "most_coins": lazy_gettext("Who has the most coins?"),
        "all_coins": lazy_gettext("Who has all ten coins?"),
        "seven_of_coins": lazy_gettext("Who has the seven of coins?"),
        "most_sevens": lazy_gettext("Who has the most sevens?"),
        "four_sevens": lazy_gettext("Who has all four sevens?"),
        "under_ten": lazy_gettext("Who has fewer than ten cards?"),
    },
    rare=(Rule.ALL_COINS, Rule.FOUR_SEVENS, Rule.UNDER_TEN),
    of_the_other={Rule.UNDER_TEN: "fewer_than_ten"},
)
"""Who won what."""


def _wrong_fields(screen: EntryView) -> dict[str, Any]:
    """One count of wrong captures for each side, `wrong_0` and so on; empty if they are not played."""
    if screen.options.wrong_capture == "off":
        return {}
    return {
        f"wrong_{index}": WholeNumber(
            gettext("Wrong captures of %(side)s", side=side), default=0, empty=0, validators=[Between(0, MOST_WRONG)]
        )
        for index, side in enumerate(screen.match.sides)
    }


def _follows(options: Any) -> Follows:
    """Answers implied by rare categories: the seven of coins is one of all coins and of the four sevens (rules.md).

    They take the place of the most, or have them, too; who leaves fewer than ten has the most cards.
    """
    return {
        Rule.ALL_COINS: {Rule.MOST_COINS: Rule.ALL_COINS not in options.instead, Rule.SEVEN_OF_COINS: True},
        Rule.FOUR_SEVENS: {Rule.SEVEN_OF_COINS: True, Rule.MOST_SEVENS: Rule.FOUR_SEVENS not in options.instead},
        Rule.UNDER_TEN: {Rule.MOST_CARDS: True},
    }


def _beside(form: Any, screen: EntryView) -> Entry:
    """Common part of both ways: the escobas, the wrong captures, the last table cards."""
    sides = screen.match.sides
    named = [
        side
        for index, side in enumerate(sides)
        if f"wrong_{index}" in form
        for _ in range(min(form[f"wrong_{index}"].data or 0, MOST_WRONG))
    ]
    return {"sweeps": sweeps_of(form, sides), "wrong_captures": named, **rest_of(form, sides)}


def _beside_data(screen: EntryView) -> dict[str, Any]:
    sides, fields = screen.match.sides, screen.fields
    named = fields.get("wrong_captures") or []
    wrong = {f"wrong_{index}": named.count(side) for index, side in enumerate(sides)}
    return sweeps_data(fields.get("sweeps", {}), sides) | wrong | rest_data(fields.get("rest"), sides)


def _beside_entry(draft: DraftView) -> Entry:
    named = draft.entry.get("wrong_captures")
    return sweeps_entry(draft) | ({"wrong_captures": named} if named else {}) | rest_entry(draft.entry)


class EscobaPiles(PilesWay):
    """The piles, and the values beside them."""

    fields = "escoba/beside.html"
    folded = lazy_gettext("Escobas, plus or minus points")
    places: Mapping[str, str] = {**PilesWay.places, **BESIDE_PLACES, "wrong_captures": "wrong_%d"}

    def form(self, screen: EntryView) -> type[Form]:
        """A form with counts of escobas and wrong captures for each side, and the last table cards."""
        fields = _wrong_fields(screen) | rest_fields(screen.match.sides)
        return type("EscobaForm", (sweeps_form(screen.match.sides, label=ESCOBAS_OF),), fields)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The entered values; the piles have their own pages."""
        return _beside(form, screen)

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the entered values."""
        return _beside_data(screen)

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The piles and the values beside them; a pile that takes the rest is left out."""
        return _beside_entry(draft) | super().round_entry(draft, match)

    def unready(self, screen: EntryView) -> list[Missing]:
        """Name the missing parts of the piles, and ask who took the last cards."""
        return [*super().unready(screen), *rest_unready(screen.fields)]


class EscobaAwards(NumberWay):
    """The winner of each category, the escobas and the wrong captures."""

    name = "awards"
    label = lazy_gettext("Who won what")
    fields = "escoba/awards.html"
    places: Mapping[str, str] = {**BESIDE_PLACES, **AWARDS.places(), "wrong_captures": "wrong_%d"}

    def categories(self, screen: EntryView) -> list[str]:
        """The displayed categories, in counting order."""
        return [str(rule) for rule in screen.options.awarded(len(screen.match.sides))]

    def form(self, screen: EntryView) -> type[Form]:
        """A form with a question for each category, and the inputs beside the piles."""
        sides = screen.match.sides
        fields = sweep_fields(sides, label=ESCOBAS_OF) | _wrong_fields(screen) | rest_fields(sides)
        follows = _follows(screen.options)
        asked = awards_form(AWARDS, sides, self.categories(screen), words, follows=follows)
        return type("EscobaAwardsForm", (asked,), fields)

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The answers."""
        return _beside(form, screen) | {"awards": awards_of(AWARDS, form, screen.match.sides, self.categories(screen))}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the answers."""
        return _beside_data(screen) | awards_data(AWARDS, screen.fields.get("awards", {}), screen.match.sides)

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The awards, and the values beside them."""
        return _beside_entry(draft) | {"awards": draft.entry.get("awards", {})}

    def unready(self, screen: EntryView) -> list[Missing]:
        """Ask who took the last cards; `scoring` warns of awards that are impossible together."""
        return rest_unready(screen.fields)
