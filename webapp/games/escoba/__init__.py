"""Escoba: the application's declaration of the game."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.escoba.checks import TOO_MANY_ESCOBAS
from scoring.escoba.options import Rule
from scoring.fishing import IMPOSSIBLE_AWARDS
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.counting import Count, Tally
from webapp.games.escoba import words
from webapp.games.escoba.questions import QUESTIONS
from webapp.games.escoba.screens import EscobaAwards, EscobaPiles
from webapp.games.fishing import OVER_FIFTEENS, cards_coins_sevens
from webapp.games.game import Bundle, Called, Finish, Game
from webapp.games.protocols import EntryView


class Escoba(Game):
    """Piles, escobas, wrong captures and the last table cards; or the winner of each category."""

    name = "escoba"
    words = words
    ways = (EscobaPiles(), EscobaAwards())
    sensible: Mapping[str, tuple[int, int]] = {"target": (5, 101)}
    # Four or six make two teams (rules.md): nobody else shares a pile.
    team_sizes: Mapping[int, int] = {2: 3}
    called = Called(
        lazy_gettext("Escoba!"),
        lazy_gettext("Escobas"),
        EscobaPiles.sweeps_label,
        "sweeps",
    )
    asked_about = (IMPOSSIBLE_AWARDS, TOO_MANY_ESCOBAS)
    first_deck = "spagnole"
    usual = Bundle("text", lazy_gettext("Escoba to 21"), {})
    bundles = (
        Bundle(
            "rioplatense",
            "Escoba rioplatense",
            {
                "four_sevens": "off",
                "most_sevens": "setenta-points",
                "all_coins": "off",
                "coins": "six",
                "cards": "twenty-one",
                "under_ten": 0,
            },
            lazy_gettext(
                "Most cards needs 21, most coins six. The setenta counts, not the most sevens. Nothing for all coins, "
                "four sevens or fewer than ten cards."
            ),
        ),
    )
    questions = QUESTIONS
    finish = Finish(("target", "end", "four_sevens", "all_coins", "under_ten"))
    tallies = (
        Tally(Rule.ESCOBA, each=1),
        *(Tally(rule) for rule in (Rule.SEVEN_OF_COINS, Rule.MOST_COINS, Rule.MOST_SEVENS, Rule.MOST_CARDS)),
        *(Tally(rule) for rule in (Rule.ALL_COINS, Rule.FOUR_SEVENS)),
    )

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """As in Scopa, and the remainder of the fifteens: 0 for captures alone, 10 for the side with the rest."""
        cards = screen.cards(side)
        over = gettext("left over from fifteens")
        left = Count("fifteens", over, OVER_FIFTEENS, OVER_FIFTEENS.of(cards), over, on_button=False)
        return [*cards_coins_sevens(cards), left]


GAME = Escoba()
