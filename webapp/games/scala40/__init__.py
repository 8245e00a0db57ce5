"""Scala 40: how a round is entered, and the declaration of the game."""

from collections.abc import Mapping

from scoring.cards import Card
from scoring.lines import Line, Reason
from scoring.scala40.count import PIPS, pips
from scoring.scala40.options import Rule
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.games.counting import CardSum, Count, Tally, card_count
from webapp.games.game import Bundle, Finish
from webapp.games.last_in import LastInGame
from webapp.games.last_in.ways import HandsWay, LeftWay, NumbersWay
from webapp.games.protocols import BoardView, EntryView
from webapp.games.scala40 import words
from webapp.games.scala40.questions import QUESTIONS


class _Left(LeftWay):
    """Common part of both ways: whether the side closed in hand, and which sides had not opened."""

    places: Mapping[str, str] = {"in_hand": "closer", "unopened": "unopened"}
    back, left_by = Rule.REJOIN, Rule.HAND
    flags: Mapping[str, LazyProxy] = {"in_hand": lazy_gettext("Closed in hand: all cards in one turn")}
    flags_of_sides = ("unopened",)
    flags_template = "scala40/unopened.html"


class Hands(_Left, HandsWay):
    """The cards of every hand, by photograph or tap."""


class Numbers(_Left, NumbersWay):
    """The sum of each hand."""


class Scala40(LastInGame):
    """The closer, and the cards left to the others, from two packs or as a number."""

    name = "scala40"
    words = words
    ways = (Numbers(), Hands())
    sensible: Mapping[str, tuple[int, int]] = {"limit": (51, 1001)}
    # Pairs share a hand's penalty, at a table of any size (rules.md).
    team_sizes: Mapping[int, int] = dict.fromkeys(range(2, 7), 2)
    first_deck = "french"
    usual = Bundle("text", lazy_gettext("Scala 40 to 101"), {})
    bundles = (
        Bundle("italy", lazy_gettext("To 201, one joker a meld"), {"limit": 201, "jokers_per_meld": 1}),
        Bundle("fisca", lazy_gettext("Tournament, to 301"), {"limit": 301}),
        Bundle("tg24", lazy_gettext("Out only past 101"), {"out_at": "exceed"}),
        Bundle("tattoomuse", lazy_gettext("A full hand is 100"), {"lone_ace": 1, "full_hand": 100}),
    )
    packs = 2
    questions = QUESTIONS
    # A closing bonus and a cheap lone ace make totals that other rules do not.
    finish = Finish(("limit", "out_at", "in_hand", "lone_ace"))
    tallies = (Tally(Rule.HAND, reason=Reason.CLOSED, name=lazy_gettext("Rounds closed")),)

    def counts(self, screen: EntryView, side: str) -> list[Count]:
        """The number of cards in a hand, and their cost; an ace may be cheaper alone."""
        cards, deck, lone_ace = screen.cards(side), self.deck(screen.match, screen.fields), screen.options.lone_ace
        aces = {card.code: lone_ace for card in deck.cards if card.rank == 1} if lone_ace != PIPS[1] else {}
        cost = CardSum({card.code: pips([card], PIPS[1]) for card in deck.cards}, alone=aces)
        points = cost.of(cards)
        pips_held = Count("pips", gettext("points"), cost, points, ngettext("point", "points", points))
        return [card_count(cards), pips_held]

    def pips(self, card: Card, line: Line, board: BoardView) -> int:
        """The cost of a card in a hand; an ace may be cheaper alone."""
        return pips([card], board.parsed.options.lone_ace if len(line.cards) == 1 else PIPS[1])


GAME = Scala40()
