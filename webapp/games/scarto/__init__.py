"""Scarto: how a round is entered, and the declaration of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.cards import FOOL, TAROT, TAROT_PIEMONTESE, Card, Deck
from scoring.lines import Line
from scoring.scarto import ALL_POINTS, CARD_POINTS, EACH, PileCount, card_points, count_pile, is_fool
from webapp.base.language.i18n import lazy_gettext
from webapp.games.counting import CardSum, Count, Tally, card_count, points_count
from webapp.games.game import Finish, Game
from webapp.games.protocols import BoardView, EntryView, MatchView
from webapp.games.scarto import words
from webapp.games.scarto.questions import QUESTIONS
from webapp.games.ways import PilesWay, PointsWay


class ScartoPiles(PilesWay):
    """The three piles; the Fool is in the pile of the player who held it."""

    fields = "scarto/piles.html"

    def piles_counted(self, screen: EntryView) -> Mapping[str, PileCount]:
        """Every entered pile, counted so far."""
        top_trump = screen.options.top_trump
        return {
            pile.side: count_pile(screen.cards(pile.side), top_trump) for pile in screen.piles if pile.source != "open"
        }

    def worth(self, screen: EntryView) -> Mapping[str, int]:
        """The card points of every entered pile so far."""
        return {side: count.points for side, count in self.piles_counted(screen).items()}


class ScartoPoints(PointsWay):
    """The card points of each player; together they make 78."""

    rule = CARD_POINTS
    together = ALL_POINTS
    check = "scarto/check.html"


@dataclass(frozen=True)
class Group:
    """Cards that are counted together: their values, and the deduction."""

    cards: tuple[Card, ...]
    worth: int
    less: int


class Scarto(Game):
    """Three piles of seventy-eight cards, or the card points that the players counted."""

    name = "scarto"
    words = words
    ways = (ScartoPiles(), ScartoPoints())
    prominent = ("deals", "top_trump")
    sensible: Mapping[str, tuple[int, int]] = {"deals": (3, 30)}
    first_deck = "tarot"
    progress = "scarto/board.html"
    below_total = "scarto/below.html"
    receipt_by = "side"
    questions = QUESTIONS
    # Totals are points above or below 26, the share of each player in a deal.
    finish = Finish(("deals",), signed=True)
    tallies = (Tally(CARD_POINTS, name=lazy_gettext("Deals above 26")),)

    def deck(self, match: MatchView, fields: Mapping[str, Any]) -> Deck:
        """The deck on the table; the suits of its codes are those of the whole match."""
        from webapp.base.storage.deck_files import family_of  # here: scoring a match needs no database

        return TAROT_PIEMONTESE if family_of(match.deck) == TAROT_PIEMONTESE.name else TAROT

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The cards of a pile and its card points."""
        cards, deck = screen.cards(side), self.deck(screen.match, screen.fields)
        worth = {card.code: card_points(card, screen.options.top_trump) for card in deck.cards}
        dear = {code: points for code, points in worth.items() if points != 1}
        return [card_count(cards), points_count(CardSum(dear, 1, threes=True, apart=(FOOL.code,)), cards)]

    def last(self, board: BoardView) -> tuple[str, ...]:
        """The side with the lowest total, once totals differ."""
        totals = board.score.totals
        lowest = min(totals.values())
        return tuple(side for side in totals if totals[side] == lowest) if len(set(totals.values())) > 1 else ()

    def groups(self, line: Line, board: BoardView) -> list[Group]:
        """The cards of a pile in counting order: threes, dearest first, the two left over, the Fool."""
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
        """The card points of a line."""
        return line.points + EACH


GAME = Scarto()
