"""Scarto: the seventy-eight cards of the tarot, counted in threes; three players, three deals, the lowest total loses.

Source: `scarto.de.txt`; the options and where other authorities differ: rules.md, sections 3 and 7. A round is entered
as the piles of the three players or as the card points they counted. The Fool belongs in the pile of the player who
held it.

>>> count_pile([TAROT.parse(code) for code in ("KS", "QS", "1S", "2S", "3S")], top_trump=20).points
9
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring import cardpoints
from scoring.asking import NOT_IN_HAND, read_list, read_once
from scoring.asking.tricks import ask_play, ask_trick, deck_on_table, pack_is_assumed
from scoring.cards import FOOL, NO_SUIT, TAROT, TAROT_PIEMONTESE, TRUMP, Card, Deck
from scoring.fields import SIDE, Fields
from scoring.lines import ALL_CARDS, SHARED, SUM_78, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.options import choice, number
from scoring.piles import Piles, read_side
from scoring.problems import Code, Problem, Report, no_rounds
from scoring.protocol import Ask, AskedAbout, Game
from scoring.race import HOUSE, RaceRuling
from scoring.tricks import SCARTO_TRICKS, Tricks

CARD_POINTS = cardpoints.CARD_POINTS
"""The game's only rule id; the field for points counted by the players has the same name."""
NOT_78 = "not_78"
"""An error: the card points of the three do not add up to 78; with piles, a card lies in the wrong pile."""
FOOL_WITH_ODD_PAIR = "fool_with_odd_pair"
"""An error: the Fool lies in the pile with two cards left over, which always belongs to another player."""
LOWEST_TOTAL = "lowest_total"
"""A ruling: all deals are played; the lowest total loses."""

ALL_POINTS = 78
EACH = 26
"""Card points that a player's own are compared with: a third of all."""
FIVE = 5
FOOL_POINTS = 4
_FIGURES = {14: FIVE, 13: 4, 12: 3, 11: 2}
"""Rank -> points of king, queen, knight and jack."""


class Fault(StrEnum):
    """The reasons for errors that only this game has."""

    NO_ZERO_SUM = "no_zero_sum"
    """The totals before the last round do not make 0 together; `value` is their sum."""


@dataclass(frozen=True)
class Options:
    """The house rules of Scarto (rules.md, section 3): the number of deals, and the trump worth 5 points, 20 or 21.

    The 20 is the highest trump in both cases.
    """

    deals: int = number(3, minimum=3, step=3, offered=(3, 6, 9))
    top_trump: int = choice(20, 21)


def is_fool(card: Card) -> bool:
    """Whether `card` is the Fool, of either deck."""
    return card.suit == NO_SUIT


def card_points(card: Card, top_trump: int) -> int:
    """The points of one card before counting in threes."""
    if is_fool(card):
        return FOOL_POINTS
    if card.suit == TRUMP:
        return FIVE if card.rank in (1, top_trump) else 1
    return _FIGURES.get(card.rank, 1)


@dataclass(frozen=True)
class PileCount:
    """A counted pile: the number of `cards` and their points (`worth`) without the Fool, and whether the Fool is there.

    Cards are counted in threes, each less 2. The source counts two cards left over as: their points, plus 1, less 2.
    """

    cards: int
    worth: int
    fool: bool

    @property
    def threes(self) -> int:
        """Number of whole threes."""
        return self.cards // 3

    @property
    def over(self) -> int:
        """Number of cards left over: after a legal round 2 in one pile, 0 in the others."""
        return self.cards % 3

    @property
    def points(self) -> int:
        """The card points of the pile."""
        return self.worth - 2 * self.threes - (self.over == 2) + (FOOL_POINTS if self.fool else 0)


def count_pile(pile: Iterable[Card], top_trump: int) -> PileCount:
    """Count a pile; how its cards are grouped in threes makes no difference."""
    cards = tuple(pile)
    counted = [card for card in cards if not is_fool(card)]
    return PileCount(len(counted), sum(card_points(card, top_trump) for card in counted), len(counted) < len(cards))


@dataclass(frozen=True)
class Round(cardpoints.PilesOrPoints):
    """One round as entered; the dealer may be unknown."""

    dealer: str | None = None


_ONLY = {
    deck.name: frozenset(card.code for card in deck.cards) - {card.code for card in other.cards}
    for deck, other in ((TAROT, TAROT_PIEMONTESE), (TAROT_PIEMONTESE, TAROT))
}
"""Deck name -> codes that only this one of the two decks has."""


def deck_shown(codes: Iterable[object]) -> Deck | None:
    """The deck to which more of `codes` belong, or None if they fit both equally.

    >>> deck_shown(["1S", "2H"]).name, deck_shown(["1S", "1b"]).name, deck_shown(["1S", "T1"])
    ('tarot', 'piemontese', None)
    """
    written = [code.upper() for code in codes if isinstance(code, str)]
    french, piedmontese = (sum(code in _ONLY[deck.name] for code in written) for deck in (TAROT, TAROT_PIEMONTESE))
    if french == piedmontese:
        return None
    return TAROT if french > piedmontese else TAROT_PIEMONTESE


def _codes(entry: object) -> Iterator[object]:
    """Yield the unread codes in the piles of a round."""
    piles = entry.get("piles") if isinstance(entry, Mapping) else None
    for pile in piles.values() if isinstance(piles, Mapping) else ():
        yield from pile if isinstance(pile, list) else ()


DISCARD_NUMBERS = {"hand": 28, "discard": 3}
"""The dealer's 25 cards plus the three of the talon, and the three that are laid away."""


class DiscardError(StrEnum):
    """Errors of a discard, besides cards that the dealer does not hold."""

    FIVE_POINT_CARD = "five_point_card"
    FOOL_DISCARDED = "fool_discarded"
    TRUMP_ONE = "trump_one"
    """Trump 1, although the dealer holds another trump or the Fool."""


@dataclass(frozen=True)
class Discard:
    """A dealer's `discard` from `hand`, and everything that forbids it.

    `assumed`: nothing in the question tells which pack the cards are from.
    """

    hand: tuple[Card, ...]
    discard: tuple[Card, ...]
    errors: tuple[Problem, ...]
    assumed: bool = False

    @property
    def legal(self) -> bool:
        """Whether nothing forbids the discard."""
        return not self.errors

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the texts."""
        return {"legal": self.legal, "errors": [error.as_dict() for error in self.errors]}


def ask_discard(question: Mapping[str, object], asked: AskedAbout, report: Report) -> Discard | None:
    """Decide whether a discard is legal (rules.md, "Dealer's discard"), and name every broken rule with its cards.

    Cards of 5 points and the Fool are forbidden. Trump 1, also worth 5, is allowed to a dealer with no other trump and
    without the Fool.
    """
    listed = {name: read_list(question, name, report, (number,)) for name, number in DISCARD_NUMBERS.items()}
    told = [code for codes in listed.values() for code in codes]
    deck = deck_on_table(asked.game, question, told, report)
    ((hand,), (discard,)) = (read_once({name: codes}, deck, report) for name, codes in listed.items())
    if report.problems:
        return None
    stranger = [card for card in discard if card not in hand]
    fives = [card for card in discard if card_points(card, asked.options.top_trump) == FIVE and not _is_trump_one(card)]
    fool = [card for card in discard if is_fool(card)]
    held = [card for card in hand if is_fool(card) or (card.suit == TRUMP and not _is_trump_one(card))]
    trump_one = [card for card in discard if _is_trump_one(card) and held]
    broken = {
        NOT_IN_HAND: stranger,
        DiscardError.FIVE_POINT_CARD: fives,
        DiscardError.FOOL_DISCARDED: fool,
        DiscardError.TRUMP_ONE: trump_one,
    }
    errors = tuple(Problem(code, field="discard", cards=tuple(cards)) for code, cards in broken.items() if cards)
    return Discard(hand, discard, errors, pack_is_assumed(asked.game, question, told))


def _is_trump_one(card: Card) -> bool:
    return card.suit == TRUMP and card.rank == 1


class Scarto:
    """The game, implementing `scoring.protocol.Game`, with one of its two decks."""

    name = "scarto"
    seats = (3,)
    options = Options
    fields: Fields = {**cardpoints.FIELDS, "dealer": SIDE}
    authorities = ("source",)
    questions: Mapping[str, Ask] = {"play": ask_play, "trick": ask_trick, "discard": ask_discard}
    rules = (CARD_POINTS,)
    codes = (NOT_78, FOOL_WITH_ODD_PAIR)
    checks = (ALL_CARDS, SUM_78)

    def __init__(self, deck: Deck = TAROT) -> None:
        self.deck = deck

    def with_deck_of(self, entries: Iterable[object]) -> Scarto:
        """The game with the deck of the first round whose codes tell which it is.

        A match uses one of the two suit sets throughout, so cards of the other set are unknown cards.
        """
        shown = (deck_shown(_codes(entry)) for entry in entries)
        return Scarto(next((deck for deck in shown if deck), self.deck))

    def tricks(self, options: Options) -> Tricks:
        """Tricks of three, whichever trump is worth five."""
        return SCARTO_TRICKS

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round:
        """Read one round; report everything wrong with it."""
        sides = state.sides
        dealer = read_side(entry.get("dealer"), sides, report, "dealer")
        three = len(sides) in self.seats
        together = ALL_POINTS if three else None
        entered = cardpoints.read_piles_or_points(entry, self.deck, sides, report, together, NOT_78)
        if entered.piles is not None and three:
            _check_piles(entered.piles, options, report)
        return Round(entered.piles, entered.points, dealer)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """One line for each side: its card points less 26."""
        counts = played.counted(state.sides, lambda pile: count_pile(pile, options.top_trump).points)
        reason, piles = Reason.HOLDS if played.piles else Reason.ENTERED, played.piles or {}
        lines = tuple(
            Line(CARD_POINTS, side, points - EACH, reason, {side: points}, {side: piles[side]} if piles else {})
            for side, points in counts.items()
        )
        return RoundScore(state.sides, lines, extra={CARD_POINTS: counts}, checks=played.checks(SUM_78, counts))

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """The match is over when every player has dealt as often as agreed.

        The texts only say that the lowest total loses; that all sides sharing it lose is our own reading.
        """
        if len(before.rounds) + 1 < options.deals and not before.last_round:
            return Outcome()
        totals = before.totals_with(score)
        last = min(totals.values())
        winners = tuple(side for side, total in totals.items() if total > last)
        if not winners:
            return Outcome(True, (), (), Ruling(SHARED, HOUSE, (), totals))
        authority = "source" if len(winners) == len(totals) - 1 else HOUSE
        return Outcome(True, winners, (), Ruling(LOWEST_TOTAL, authority, winners, totals))

    def verdict(self, authority: str, options: Any, before: MatchState, score: RoundScore) -> Outcome:
        """The outcome by the source, which is silent on a tie for last, although the match is over."""
        outcome = self.outcome(options, before, score)
        if outcome.ruling is None or outcome.ruling.authority == authority:
            return outcome
        return Outcome(True, (), (), Ruling(RaceRuling.SILENT, authority, (), outcome.ruling.totals))

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Problem | None:
        """The points of a deal make 0 together, and it takes 26 from a side at most."""
        if together := sum(totals.values()):
            return Problem(Code.BAD_COUNT, value=together, why=Fault.NO_ZERO_SUM)
        return no_rounds(side for side, total in totals.items() if total < -EACH * (options.deals - 1))


SCARTO: Game = Scarto()


def _check_piles(piles: Piles, options: Options, report: Report) -> None:
    """Report piles that no round can end with.

    Tricks and the discard have three cards; only the trick with the Fool leaves its winner two. Exactly one pile has
    two cards left over. The Fool wins no trick, so its holder's pile is not the one with two.
    """
    counts = {side: count_pile(pile, options.top_trump) for side, pile in piles.items()}
    odd = [side for side, count in counts.items() if count.over]
    together = sum(count.points for count in counts.values())
    if together != ALL_POINTS:
        report.add(NOT_78, field="piles", sides=odd, value=together)
    elif counts[odd[0]].fool:
        report.add(FOOL_WITH_ODD_PAIR, field="piles", side=odd[0], cards=[FOOL])
