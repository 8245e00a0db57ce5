"""Scopa and its variants: everything that the application knows of the game."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.base.i18n import lazy_gettext
from webapp.games.counting import Count
from webapp.games.fishing import FishingFinishForm, cards_coins_sevens
from webapp.games.game import Asked, Bundle, EntryView, Game
from webapp.games.scopa import words
from webapp.games.scopa.screens import ScopaAwards, ScopaPiles

FIFTEENS = {"variant": "quindici"}
"""The variant in which fifteens are captured: no other has a question about them."""


class ScopaFinishForm(FishingFinishForm):
    """A finish of Scopa."""

    options = ("target", "variant", "reach", "end", "re_bello", "napola")


class Scopa(Game):
    """Piles and sweeps, or who won what."""

    name = "scopa"
    words = words
    ways = (ScopaPiles(), ScopaAwards())
    prominent = ("target", "variant")
    team_sizes: Mapping[int, int] = {2: 2, 3: 2, 4: 2}
    family = "italian"
    first_deck = "napoletane"
    bundles = (
        Bundle("scientifico", "Scopone scientifico", {"variant": "scientifico"}),
        Bundle("assi", "Asso piglia tutto", {"variant": "assi"}),
        Bundle("quick", lazy_gettext("Quick Scopa: sevens"), {"variant": "sevens"}),
        Bundle("pagat", "pagat.com", {"end": "more-points"}),
        Bundle("parlett", "David Parlett", {"end": "counting-order", "primiera_missing": "no-compete"}),
    )
    questions = (
        Asked("captures", ("variant", "captures", "ace_sweep", "last_sweep")),
        Asked("unannounced", given=FIFTEENS, only=FIFTEENS),
        Asked("deal", ("variant",)),
        Asked("fifteen", only=FIFTEENS),
    )
    finish = ScopaFinishForm()

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """Cards, coins and sevens."""
        return cards_coins_sevens(screen.cards(side))


GAME = Scopa()
