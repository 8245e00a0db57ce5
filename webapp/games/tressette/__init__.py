"""Tressette: everything that the application knows of the game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scoring.cardpoints import CARD_POINTS
from scoring.cards import ITALIAN
from scoring.tressette import ACCUSI_OUT_OF_RANGE, ACCUSI_POINTS, HAND, Accusing, Rule, thirds
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.asking import Asked, OwnQuestion, Slot
from webapp.games.counting import CardSum, Count, Tally, card_count
from webapp.games.finish import FinishForm, number_in, numbers, side_at
from webapp.games.game import Game
from webapp.games.protocols import Entry, EntryView
from webapp.games.tressette import words
from webapp.games.tressette.screens import TressettePiles, TressettePoints
from webapp.games.tressette.words import combination, heading, points_text

THIRDS = CardSum({card.code: thirds([card]) for card in ITALIAN.cards if thirds([card])})
"""The sum of a pile, in thirds of a point."""


def _headline(answer: Accusing) -> str:
    if not answer.options.accusi:
        return gettext("No: you play without accusi.")
    if not answer.found:
        return gettext("No: this is no accuso.")
    return gettext("Yes: that is %(points)s.", points=points_text(answer.points))


def _reasons(answer: Accusing) -> list[str]:
    said = []
    for each in answer.found:
        which = f", {combination(each)}" if each.kind is Rule.BUONGIOCO else ""
        said.append(f"{heading(each)}{which}. {points_text(each.points)}.")
    return [*said, str(words.HELP[Rule.ACCUSI])]


ACCUSO = OwnQuestion(
    ask="accuso",
    options=("accusi", "coda"),
    title=lazy_gettext("What may be declared?"),
    help=lazy_gettext("Napoletana and buongioco: what a hand brings."),
    icon="hand",
    slots=(Slot("hand", lazy_gettext("In hand"), full=HAND[-1]),),
    taps={"hand": lazy_gettext("Tap the cards in the hand.")},
    least={"hand": 3},
    answer=Accusing,
    headline=_headline,
    reasons=_reasons,
    shown=lambda answer: [(heading(each), each.cards) for each in answer.found],
    choices={"valid": lazy_gettext("It may be declared"), "not": lazy_gettext("It may not be declared")},
    photographed=("hand",),
)


class TressetteFinishForm(FinishForm):
    """A finish of Tressette: totals before, the card points of the last round, and what was declared in it."""

    def worth(self, rule: str) -> range:
        """Several of a kind are entered together."""
        return range(3, 13)

    def last_round(self, entry: Entry, sides: Sequence[str], out: Collection[str]) -> Entry:
        """The last round as it was counted."""
        points = dict.fromkeys(sides, 0)
        for rule, seat in entry["awards"].items():
            if (side := side_at(seat, sides)) is not None:
                points[side] += number_in(entry["worth"].get(rule, "")) or 0
        return {CARD_POINTS: numbers(entry["now"], sides), ACCUSI_POINTS: points}


class Tressette(Game):
    """Piles with the last trick, or the points that the players counted; and what was declared from the hand."""

    name = "tressette"
    words = words
    ways = (TressettePiles(), TressettePoints())
    prominent = ("target", "players", "accusi")
    sensible: Mapping[str, tuple[int, int]] = {"target": (1, 101)}
    team_sizes: Mapping[int, int] = {2: 2}
    family = "italian"
    first_deck = "napoletane"
    asked_about = (ACCUSI_OUT_OF_RANGE,)
    questions = (
        ACCUSO,
        Asked("trick", ("players",), help=lazy_gettext("The three is the highest, then the two and the ace.")),
        Asked("play", help=lazy_gettext("Following suit.")),
    )
    finish = TressetteFinishForm(options=("target", "end"), rare=(Rule.NAPOLETANA, Rule.BUONGIOCO))
    tallies = (Tally(Rule.NAPOLETANA), Tally(Rule.BUONGIOCO), Tally(Rule.LAST_TRICK))

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The cards of a pile and what they are worth."""
        cards = screen.cards(side)
        worth = THIRDS.of(cards)
        return [
            card_count(cards),
            Count("thirds", gettext("thirds"), THIRDS, worth, ngettext("third", "thirds", worth)),
        ]


GAME = Tressette()
