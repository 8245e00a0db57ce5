"""Briscola: how a round is entered, and the declaration of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from wtforms import Field, Form, RadioField
from wtforms.validators import StopValidation

from scoring.briscola import ALL_POINTS, POINTS, REMOVED, TWOS, USUAL_TWO, deck_without, points, takes_out
from scoring.cardpoints import UNEVEN_TRICKS, check_tricks
from scoring.cards import ITALIAN, Card, Deck
from scoring.lines import RoundScore
from scoring.problems import Problem
from webapp.base.language.i18n import gettext, lazy_gettext
from webapp.games.briscola import words
from webapp.games.counting import CardSum, Count, Tally, card_count, points_count
from webapp.games.game import Finish, Game
from webapp.games.layout import DraftView, Pile
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.ways import PilesWay, PointsWay
from webapp.words.cards import capital, card_name, the


def removed_two(match: MatchView, fields: Mapping[str, Any]) -> Card | None:
    """The removed two (by default the usual one); None if all forty cards are dealt."""
    return ITALIAN.parse(fields.get(REMOVED) or USUAL_TWO.code) if takes_out(len(match.sides)) else None


class BriscolaPiles(PilesWay):
    """The piles; with three players also the removed two."""

    fields = "briscola/removed.html"
    value = staticmethod(points)

    def form(self, screen: EntryView) -> type[Form]:
        """The choice of the removed two; a card in a pile cannot be chosen."""
        if not takes_out(len(screen.match.sides)):
            return super().form(screen)
        holders = {code: side for side, codes in screen.fields.get("piles", {}).items() for code in codes}

        def in_no_pile(form: Any, field: Field) -> None:
            if field.data in holders:
                card, side = capital(the(ITALIAN.parse(field.data))), holders[field.data]
                raise StopValidation(gettext("%(card)s is in the pile of %(side)s: take it out first.",
                                             card=card, side=side))  # fmt: skip

        field = RadioField(
            gettext("Which two was taken out?"),
            choices={card.code: card_name(card) for card in TWOS},
            default=USUAL_TWO.code,
            validators=[in_no_pile],
        )
        return type("RemovedForm", (Form,), {REMOVED: field})

    def read(self, form: Any, screen: EntryView) -> Entry:
        """The removed two; the piles have their own pages."""
        return {REMOVED: form.removed.data} if REMOVED in form else {}

    def data(self, screen: EntryView) -> dict[str, Any]:
        """Show the removed two."""
        removed = removed_two(screen.match, screen.fields)
        return {REMOVED: removed.code} if removed else {}

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The piles, and with three players the removed two."""
        removed = removed_two(match, draft.entry)
        return super().round_entry(draft, match) | ({REMOVED: removed.code} if removed else {})

    def doubts(self, match: MatchView, piles: Sequence[Pile]) -> Sequence[Problem]:
        """Doubt piles that are no whole tricks: a card that no photograph showed lies in the rest.

        It is no warning of the contract, as Tressette's is.
        """
        return check_tricks({pile.side: pile.cards for pile in piles}, len(match.players))


class BriscolaPoints(PointsWay):
    """The card points of every side; together they make 120."""

    rule = POINTS
    together = ALL_POINTS
    check = "briscola/check.html"


WORTH = CardSum({card.code: points([card]) for card in ITALIAN.cards if points([card])})
"""The value of a pile."""


class Briscola(Game):
    """Piles of 120 points, or the points that the players counted; the side with more of them wins the round."""

    name = "briscola"
    words = words
    ways = (BriscolaPiles(), BriscolaPoints())
    sensible: Mapping[str, tuple[int, int]] = {"target": (1, 21)}
    team_sizes: Mapping[int, int] = {2: 2}
    first_deck = "napoletane"
    asked_about = (UNEVEN_TRICKS,)
    finish = Finish(("target",), lazy_gettext("Rounds won before"))
    tallies = (Tally(POINTS, name=lazy_gettext("Rounds won")),)

    def headline_numbers(self, score: RoundScore) -> Mapping[str, int]:
        """The card points: the round itself is only one point or none."""
        (line,) = (line for line in score.lines if line.rule == POINTS)
        return {side: count for side, count in line.counts.items() if isinstance(count, int)}

    def deck(self, match: MatchView, fields: Mapping[str, Any]) -> Deck:
        """The forty cards; with three sides, without the removed two."""
        return deck_without(removed_two(match, fields))

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The number of cards in a pile, and their value."""
        cards = screen.cards(side)
        return [card_count(cards), points_count(WORTH, cards)]


GAME = Briscola()
