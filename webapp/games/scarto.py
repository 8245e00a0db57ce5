"""Scarto: three piles of seventy-eight cards, or the card points that the players counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.cards import TAROT, TAROT_PIEMONTESE, Card, Deck
from scoring.lines import Line
from scoring.scarto import ALL_POINTS, CARD_POINTS, EACH, PileCount, card_points, count_pile, is_fool
from vision.decks import family_of
from webapp.forms import Between, EntryForm, WholeNumber
from webapp.games.game import Count, GameScreens, NumberWay
from webapp.games.pilesway import PilesWay
from webapp.i18n import gettext, lazy_gettext, ngettext
from webapp.models import Draft, Entry, Match

if TYPE_CHECKING:
    from webapp.entryscreen import EntryScreen
    from webapp.scoreboard import Scoreboard


@dataclass(frozen=True)
class Group:
    """Cards that are counted together: what they are worth, and how much less they count."""

    cards: tuple[Card, ...]
    worth: int
    less: int


class ScartoPiles(PilesWay):
    """The three piles, the Fool with the player who held it."""

    fields = "scarto/piles.html"

    def form(self, screen: EntryScreen) -> type[EntryForm]:
        """Return a form without questions: the piles have their own pages."""
        return EntryForm

    def read(self, form: Any, screen: EntryScreen) -> Entry:
        """Return nothing: the piles are kept by their own pages."""
        return {}

    def data(self, screen: EntryScreen) -> dict[str, Any]:
        """Show nothing besides the piles."""
        return {}

    def round_entry(self, draft: Draft, match: Match) -> Entry:
        """Return the piles; one that takes the rest is left out."""
        return {"piles": SCARTO.layout(match).given(draft)}

    def counts(self, screen: EntryScreen) -> Mapping[str, PileCount]:
        """Return every pile that was entered, counted so far."""
        top_trump = screen.options.top_trump
        return {
            pile.side: count_pile(screen.cards(pile.side), top_trump) for pile in screen.piles if pile.source != "open"
        }


class ScartoPoints(NumberWay):
    """The card points of each player; together they make 78."""

    name = "points"
    label = lazy_gettext("By points")
    fields = "scarto/points.html"

    def form(self, screen: EntryScreen) -> type[EntryForm]:
        """Return a form with a number a side: `points_0` and so on."""
        numbers = {
            f"points_{index}": WholeNumber(
                gettext("Card points of %(side)s", side=side), empty=None, validators=[Between(0, ALL_POINTS)]
            )
            for index, side in enumerate(screen.match.sides)
        }
        return type("PointsForm", (EntryForm,), numbers)

    def read(self, form: Any, screen: EntryScreen) -> Entry:
        """Return the numbers that are there."""
        data = {side: form[f"points_{index}"].data for index, side in enumerate(screen.match.sides)}
        return {CARD_POINTS: {side: points for side, points in data.items() if points is not None}}

    def data(self, screen: EntryScreen) -> dict[str, Any]:
        """Show what was entered."""
        counted = self.counted(screen)
        return {f"points_{index}": counted.get(side) for index, side in enumerate(screen.match.sides)}

    def counted(self, screen: EntryScreen) -> Mapping[str, int]:
        """Return the card points entered so far."""
        counted: Mapping[str, int] = screen.fields.get(CARD_POINTS, {})
        return counted

    def round_entry(self, draft: Draft, match: Match) -> Entry:
        """Return the card points."""
        return {CARD_POINTS: draft.entry.get(CARD_POINTS, {})}


class ScartoScreens(GameScreens):
    """The screens of Scarto."""

    name = "scarto"
    ways = (ScartoPiles(), ScartoPoints())
    standing = "scarto/board.html"
    below_total = "scarto/below.html"

    def deck(self, match: Match) -> Deck:
        """Return the deck that lies on the table: the suits of its codes are those of the whole match."""
        return TAROT_PIEMONTESE if family_of(match.deck) == TAROT_PIEMONTESE.name else TAROT

    def tally(self, screen: EntryScreen, side: str) -> list[Count]:
        """Count the cards of a pile and its card points."""
        cards = screen.cards(side)
        top_trump = screen.options.top_trump
        points = count_pile(cards, top_trump).points
        return [
            Count("cards", gettext("cards"), len(cards), ngettext("card", "cards", len(cards))),
            Count(
                f"scarto_{top_trump}",
                gettext("card points"),
                points,
                ngettext("card point", "card points", points),
            ),
        ]

    def last(self, board: Scoreboard) -> tuple[str, ...]:
        """Return who has the lowest total, once somebody has less than others."""
        totals = board.score.totals
        lowest = min(totals.values())
        return tuple(side for side in totals if totals[side] == lowest) if len(set(totals.values())) > 1 else ()

    def groups(self, line: Line, board: Scoreboard) -> list[Group]:
        """Return the cards of a pile as they are counted: threes, dearest first, the two left over, the Fool."""
        top_trump = board.parsed.options.top_trump
        cards = sorted((c for c in line.cards if not is_fool(c)), key=lambda c: -card_points(c, top_trump))
        groups = []
        for start in range(0, len(cards), 3):
            three = tuple(cards[start : start + 3])
            worth = sum(card_points(card, top_trump) for card in three)
            groups.append(Group(three, worth, 2 if len(three) == 3 else 1))
        fool = [card for card in line.cards if is_fool(card)]
        return groups + [Group((card,), card_points(card, top_trump), 0) for card in fool]

    def points(self, line: Line) -> int:
        """Return the card points of a line."""
        return line.points + EACH


SCARTO = ScartoScreens()
