"""Scarto: the seventy-eight cards of the tarot, counted in threes; three players, three deals, the lowest total loses.

Source: `scarto.de.txt`; the options and where other authorities differ: rules.md, sections 3 and 7. A round is entered
as the piles of the three players, with the Fool in the pile of who held it, or as the card points they counted.

>>> count_pile([TAROT.parse(code) for code in ("KS", "QS", "1S", "2S", "3S")], top_trump=20).points
9
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring import cardpoints
from scoring.cards import FOOL, NO_SUIT, TAROT, TAROT_PIEMONTESE, TRUMP, Card, Deck
from scoring.fields import SIDE, Fields
from scoring.lines import ALL_CARDS, SHARED, SUM_78, Check, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.options import choice, number
from scoring.piles import Piles, is_side
from scoring.problems import Report, Why
from scoring.protocol import Game
from scoring.race import HOUSE, RaceRuling

CARD_POINTS = cardpoints.CARD_POINTS
"""The one rule there is a line for, called as the field for points that the players counted."""
NOT_78 = "not_78"
"""An error: the card points of the three do not make 78; from piles, that a card lies in the wrong one."""
FOOL_WITH_ODD_PAIR = "fool_with_odd_pair"
"""An error: the Fool lies in the pile with two cards left over, which is always another player's."""
LOWEST_TOTAL = "lowest_total"
"""A ruling: all deals are played, and the lowest total loses."""

ALL_POINTS = 78
EACH = 26
"""What every player's card points are measured by: a third of all there are."""
FIVE = 5
FOOL_POINTS = 4
_FIGURES = {14: FIVE, 13: 4, 12: 3, 11: 2}
"""The points of king, queen, knight and jack, by rank."""


@dataclass(frozen=True)
class Options:
    """The house rules of Scarto (rules.md, section 3): how many deals, and whether trump 20 or 21 is worth 5 points.

    The 20 is the highest trump in either case.
    """

    deals: int = number(3, minimum=3, step=3, offered=(3, 6, 9))
    top_trump: int = choice(20, 21)


def is_fool(card: Card) -> bool:
    """Whether `card` is the Fool, of either deck."""
    return card.suit == NO_SUIT


def card_points(card: Card, top_trump: int) -> int:
    """What one card is worth before it is counted in threes."""
    if is_fool(card):
        return FOOL_POINTS
    if card.suit == TRUMP:
        return FIVE if card.rank in (1, top_trump) else 1
    return _FIGURES.get(card.rank, 1)


@dataclass(frozen=True)
class PileCount:
    """A pile counted: `cards` of it without the Fool, `worth` so much together, and whether the Fool is there.

    Counted in threes, each three less 2; of two cards left over the source says: their points, 1 more, less 2.
    """

    cards: int
    worth: int
    fool: bool

    @property
    def threes(self) -> int:
        """How many whole threes there are."""
        return self.cards // 3

    @property
    def over(self) -> int:
        """How many cards are left over: at a legal end 2 in one pile, 0 in the others."""
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
class Round:
    """One round as entered: the piles, or else the card points that the players counted. The dealer may be unknown."""

    piles: Piles | None = None
    counted: Mapping[str, int] = field(default_factory=dict)
    dealer: str | None = None


_ONLY = {
    deck.name: frozenset(card.code for card in deck.cards) - {card.code for card in other.cards}
    for deck, other in ((TAROT, TAROT_PIEMONTESE), (TAROT_PIEMONTESE, TAROT))
}
"""The codes that only one of the two decks has."""


def deck_shown(codes: Iterable[object]) -> Deck | None:
    """The deck that most of `codes` are of, or None where they could be of either.

    >>> deck_shown(["1S", "2H"]).name, deck_shown(["1S", "1b"]).name, deck_shown(["1S", "T1"])
    ('tarot', 'piemontese', None)
    """
    written = [code.upper() for code in codes if isinstance(code, str)]
    french, piedmontese = (sum(code in _ONLY[deck.name] for code in written) for deck in (TAROT, TAROT_PIEMONTESE))
    if french == piedmontese:
        return None
    return TAROT if french > piedmontese else TAROT_PIEMONTESE


def _codes(entry: object) -> Iterator[object]:
    """Yield what stands in the piles of a round, unread."""
    piles = entry.get("piles") if isinstance(entry, Mapping) else None
    for pile in piles.values() if isinstance(piles, Mapping) else ():
        yield from pile if isinstance(pile, list) else ()


@dataclass(frozen=True)
class Scarto:
    """The game, as `scoring.protocol.Game` asks for it, with one of its two decks."""

    deck: Deck = TAROT
    name: str = "scarto"
    seats: Sequence[int] = (3,)
    options: type = Options
    fields: Fields = field(default_factory=lambda: {**cardpoints.FIELDS, "dealer": SIDE})
    authorities: tuple[str, ...] = ("source",)
    questions: tuple[str, ...] = ("play", "trick", "discard", "tiebreak")
    rules: tuple[str, ...] = (CARD_POINTS,)
    codes: tuple[str, ...] = (NOT_78, FOOL_WITH_ODD_PAIR)
    checks: tuple[str, ...] = (ALL_CARDS, SUM_78)

    def with_deck_of(self, entries: Iterable[object]) -> Scarto:
        """The game with the deck of the first round that shows which one is played with.

        A match uses one of the two suit sets throughout, so what is of the other one is an unknown card.
        """
        shown = (deck_shown(_codes(entry)) for entry in entries)
        return replace(self, deck=next((deck for deck in shown if deck), self.deck))

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round | None:
        """Read one round; report everything wrong with it, and return None then."""
        faults, sides = len(report.problems), state.sides
        dealer = _read_dealer(entry.get("dealer"), sides, report)
        entered = cardpoints.read_piles_or_points(entry, self.deck, sides, report)
        if entered.piles is not None and len(sides) in self.seats:
            _check_piles(entered.piles, options, report)
        together = sum(entered.points.values())
        if len(entered.points) in self.seats and together != ALL_POINTS:
            report.add(NOT_78, field=CARD_POINTS, sides=sides, value=together)
        if len(report.problems) > faults:
            return None
        return Round(entered.piles, entered.points, dealer)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """One line a side: its card points less 26."""
        lines = []
        for side in state.sides:
            if played.piles is None:
                points, reason, shown = played.counted[side], Reason.ENTERED, {}
            else:
                pile = played.piles[side]
                points, reason, shown = count_pile(pile, options.top_trump).points, Reason.HOLDS, {side: pile}
            lines.append(Line(CARD_POINTS, side, points - EACH, reason, {side: points}, shown))
        counts = {side: points + EACH for side, points in RoundScore(state.sides, tuple(lines)).points.items()}
        checks = [Check(SUM_78, sum(counts.values()), counts)]
        if played.piles is not None:
            checks = [Check(ALL_CARDS, sum(map(len, played.piles.values()))), *checks]
        return RoundScore(state.sides, tuple(lines), extra={CARD_POINTS: counts}, checks=tuple(checks))

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """The match is over when everyone has dealt as often as agreed.

        The texts say that the lowest total loses, and no more: that all who share it lose is a reading of ours.
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
        """What the source says: it is silent on a tie for last, though the match is over all the same."""
        outcome = self.outcome(options, before, score)
        if outcome.ruling is None or outcome.ruling.authority == authority:
            return outcome
        return Outcome(True, (), (), Ruling(RaceRuling.SILENT, authority, (), outcome.ruling.totals))

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Why | None:
        """The points of a deal make 0 together."""
        return Why.NO_ZERO_SUM if sum(totals.values()) else None


SCARTO: Game = Scarto()


def _read_dealer(given: object, sides: Sequence[str], report: Report) -> str | None:
    """Read who dealt; it changes nothing and may be left out, but has to be a side."""
    return given if given is not None and is_side(given, sides, report, "dealer") else None


def _check_piles(piles: Piles, options: Options, report: Report) -> None:
    """Report piles that no round can have ended with.

    A trick takes three cards, and the discard is three; only the trick with the Fool leaves its winner two. So one
    pile has two cards over and the others none, and the Fool's holder, who cannot win with it, never has those two.
    """
    counts = {side: count_pile(pile, options.top_trump) for side, pile in piles.items()}
    odd = [side for side, count in counts.items() if count.over]
    together = sum(count.points for count in counts.values())
    if together != ALL_POINTS:
        report.add(NOT_78, field="piles", sides=odd, value=together)
    elif counts[odd[0]].fool:
        report.add(FOOL_WITH_ODD_PAIR, field="piles", side=odd[0], cards=[FOOL])
