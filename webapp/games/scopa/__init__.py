"""Scopa and its variants: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.fishing import IMPOSSIBLE_AWARDS
from scoring.scopa.options import Rule
from scoring.scopa.reading import SITS_OUT
from webapp.base.language.i18n import lazy_gettext
from webapp.games.counting import Count, Tally
from webapp.games.fishing import cards_coins_sevens
from webapp.games.game import Bundle, Called, Finish, Game
from webapp.games.layout import Layout
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.scopa import words
from webapp.games.scopa.questions import QUESTIONS
from webapp.games.scopa.screens import ScopaAwards, ScopaPiles, absent_from, asks_who_sits_out


class Scopa(Game):
    """Piles and sweeps, or the winner of each category."""

    name = "scopa"
    words = words
    ways = (ScopaPiles(), ScopaAwards())
    sensible: Mapping[str, tuple[int, int]] = {"target": (5, 101)}
    team_sizes: Mapping[int, int] = {2: 3, 3: 2, 4: 2}
    called = Called(
        lazy_gettext("Scopa!"),
        lazy_gettext("Sweeps"),
        ScopaPiles.sweeps_label,
        "sweeps",
    )
    asked_about = (IMPOSSIBLE_AWARDS,)
    first_deck = "napoletane"
    usual = Bundle("text", lazy_gettext("Scopa to 11"), {}, lazy_gettext("Three cards each, four on the table."))
    bundles = (
        Bundle(
            "scopone",
            lazy_gettext("Scopone"),
            {"variant": "scopone"},
            lazy_gettext("Nine cards each at once, four on the table."),
        ),
        Bundle(
            "scientifico",
            lazy_gettext("Scopone scientifico"),
            {"variant": "scientifico"},
            lazy_gettext("Ten cards each at once, none on the table."),
        ),
        Bundle(
            "assi",
            lazy_gettext("Asso piglia tutto"),
            {"variant": "assi"},
            lazy_gettext("An ace takes everything on the table."),
        ),
        Bundle("ten", lazy_gettext("Asso piglia tutto, ten cards"), {"variant": "assi", "hand": 10}),
        Bundle(
            "quindici",
            lazy_gettext("Scopa a quindici"),
            {"variant": "quindici"},
            lazy_gettext("A card takes what makes 15 with it."),
        ),
        Bundle(
            "cirulla",
            lazy_gettext("Cirulla"),
            {"variant": "cirulla"},
            lazy_gettext("A card takes its own value or what makes 15 with it, an ace everything. Played to 51."),
        ),
        Bundle(
            "quick",
            lazy_gettext("Quick Scopa: sevens"),
            {"variant": "sevens"},
            lazy_gettext("The most sevens count, in place of the primiera."),
        ),
    )
    questions = QUESTIONS
    finish = Finish(("target", "variant", "count", "reach", "end", "re_bello", "napola", "great", "small"))
    tallies = (
        *(Tally(rule) for rule in (Rule.SETTEBELLO, Rule.PRIMIERA, Rule.SEVENS, Rule.CARDS, Rule.COINS)),
        Tally(Rule.SWEEP, each=1),
        *(Tally(rule) for rule in (Rule.RE_BELLO, Rule.NAPOLA, Rule.GREAT, Rule.SMALL)),
    )

    def layout(self, match: MatchView, fields: Mapping[str, Any]) -> Layout:
        """One pile for each side; a side that sits out has none."""
        return Layout(self.deck(match, fields), self.packs, self.field, absent_from(match, fields))

    def first_fields(self, match: MatchView, dealer: str, last: Entry | None) -> Entry:
        """Of four who play singly the dealer sits out (source), unless nobody did in the last round."""
        nobody_did = last is not None and not last.get(SITS_OUT)
        return {SITS_OUT: dealer} if asks_who_sits_out(match) and not nobody_did else {}

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """Cards, coins and sevens."""
        return cards_coins_sevens(screen.cards(side))


GAME = Scopa()
