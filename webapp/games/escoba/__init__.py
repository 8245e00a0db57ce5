"""Escoba: how a round is entered, and the declaration of the game."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.escoba.checks import TOO_MANY_ESCOBAS
from scoring.escoba.options import Rule
from scoring.fishing import IMPOSSIBLE_AWARDS
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.beside import Ask, AskNumber, Inputs, seats_of
from webapp.games.counting import Count, Tally
from webapp.games.escoba import words
from webapp.games.escoba.questions import QUESTIONS
from webapp.games.fishing import OVER_FIFTEENS, Awards, cards_coins_sevens
from webapp.games.fishing.ways import FishingAwards, FishingPiles, FishingWay, Follows
from webapp.games.game import Bundle, Called, Finish, Game
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView

MOST_WRONG = 9
AWARDS = Awards(
    ("most_cards", "most_coins", "all_coins", "seven_of_coins", "most_sevens", "four_sevens", "under_ten"),
    rare=(Rule.ALL_COINS, Rule.FOUR_SEVENS, Rule.UNDER_TEN),
    of_the_other={Rule.UNDER_TEN: ("fewer_than_ten", lazy_gettext("Who has fewer than ten cards?"))},
)
"""Who won what."""


@dataclass(frozen=True)
class AskTimes(AskNumber):
    """How often each side did something: the draft's field is a list that names it once for each time."""

    def read(self, form: Any) -> Entry:
        """The list, in the order of seats."""
        times = super().read(form)[self.field]
        return {self.field: [side for side, number in times.items() for _ in range(min(number, self.most))]}

    def data(self, fields: Entry) -> Inputs:
        """The numbers by input."""
        return super().data({self.field: Counter(fields.get(self.field) or ())})


class _Beside(FishingWay):
    """Common part of both ways: besides the escobas and the last table cards, the wrong captures."""

    places: Mapping[str, str] = {"wrong_captures": "wrong_%d"}
    sweeps_label = lazy_gettext("Escobas of %(side)s")
    wrong_label = lazy_gettext("Wrong captures of %(side)s")

    def asks(self, screen: EntryView) -> Sequence[Ask]:
        """The escobas, and the wrong captures if they are played."""
        seats = seats_of(screen) if screen.options.wrong_capture != "off" else {}
        wrong = AskTimes("wrong_captures", seats, "wrong", self.wrong_label, MOST_WRONG, empty=0)
        return [*super().asks(screen), wrong]

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The contract's fields of a draft."""
        named = draft.entry.get("wrong_captures")
        return super().round_entry(draft, match) | ({"wrong_captures": named} if named else {})


class EscobaPiles(_Beside, FishingPiles):
    """The piles, and the values beside them."""

    fields = "escoba/beside.html"
    folded = lazy_gettext("Escobas, plus or minus points")


class EscobaAwards(_Beside, FishingAwards):
    """The winner of each category, the escobas and the wrong captures."""

    fields = "escoba/awards.html"
    awards = AWARDS
    words = words
    places: Mapping[str, str] = AWARDS.places()

    def categories(self, screen: EntryView) -> list[str]:
        """The displayed categories, in counting order."""
        return [str(rule) for rule in screen.options.awarded(len(screen.match.sides))]

    def follows(self, options: Any) -> Follows:
        """The seven of coins is one of all coins and of the four sevens (rules.md).

        They take the place of the most, or have them, too; who leaves fewer than ten has the most cards.
        """
        return {
            Rule.ALL_COINS: {Rule.MOST_COINS: Rule.ALL_COINS not in options.instead, Rule.SEVEN_OF_COINS: True},
            Rule.FOUR_SEVENS: {Rule.SEVEN_OF_COINS: True, Rule.MOST_SEVENS: Rule.FOUR_SEVENS not in options.instead},
            Rule.UNDER_TEN: {Rule.MOST_CARDS: True},
        }


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
