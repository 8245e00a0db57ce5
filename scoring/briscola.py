"""Briscola: the forty Italian cards are worth 120 points; the side with the most of them wins the round.

Source: pagat.com and it.wikipedia.org; rules.md, section 6. A round is entered as the piles the sides took, or as the
card points they counted. With three players a two is taken out of the deck before the deal.

>>> points(ITALIAN.parse(code) for code in ("1D", "3D", "10D", "9D", "8D", "7D"))
30
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring import cardpoints, race
from scoring.cards import ITALIAN, Card, Deck
from scoring.fields import CARD, Fields
from scoring.lines import ALL_CARDS, MatchState, RoundScore, most
from scoring.options import number
from scoring.piles import read_cards
from scoring.problems import Code, Problem, Report, Why, no_rounds
from scoring.protocol import Ask, Game

POINTS = "points"
"""The game's only rule id."""
NOT_120 = "not_120"
"""An error: the counted points do not add up to 120."""
SUM_120 = "sum_120"
"""A check: the card points of all sides add up to 120."""
REMOVED = "removed"
"""The field for the two that is taken out of the deck with three players."""

ALL_POINTS = 120
WORTH = {1: 11, 3: 10, 10: 4, 9: 3, 8: 2}
"""Rank -> points: ace, three, king, horse, knave; other ranks are worth nothing."""
ODD_PLAYERS = 3
"""Number of players with which forty cards cannot be dealt evenly."""
TWOS = tuple(card for card in ITALIAN.cards if card.rank == 2)
USUAL_TWO = ITALIAN.parse("2C")


@dataclass(frozen=True)
class Options:
    """The house rules of Briscola (rules.md, section 6): how many rounds win the match."""

    target: int = number(3, offered=(1, 2, 3, 5))


@dataclass(frozen=True)
class Round(cardpoints.PilesOrPoints):
    """One round as entered, and the card taken out of the deck."""

    removed: Card | None = None


def points(cards: Iterable[Card]) -> int:
    """The points of all these cards together."""
    return sum(WORTH.get(card.rank, 0) for card in cards)


def takes_out(players: int) -> bool:
    """Whether a two is taken out of the deck before the deal."""
    return players == ODD_PLAYERS


def deck_without(removed: Card | None) -> Deck:
    """The cards that are dealt: the deck without `removed`, if that is not None."""
    return ITALIAN.without([removed] if removed else [])


class Briscola(race.Race):
    """The game, implementing `scoring.protocol.Game`."""

    name = "briscola"
    deck = ITALIAN
    seats = range(2, 5)
    options = Options
    fields: Fields = {**cardpoints.FIELDS, REMOVED: CARD}
    # A round has one winner, so cards never bring two sides to the target together.
    by_authority: race.Authorities = {"pagat": race.silent, "it.wikipedia": race.silent}
    questions: Mapping[str, Ask] = {}
    rules = (POINTS,)
    codes = (NOT_120,)
    checks = (ALL_CARDS, SUM_120)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round:
        """Read one round; report everything wrong with it."""
        removed = _read_removed(entry.get(REMOVED), len(state.sides), report)
        deck = deck_without(removed)
        entered = cardpoints.read_piles_or_points(entry, deck, state.sides, report, ALL_POINTS, NOT_120)
        return Round(entered.piles, entered.points, removed)

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """One point for the side with the most card points; for nobody if the leaders are level.

        With two sides the winner has more than half of the 120.
        """
        counts, piles = played.counted(state.sides, points), played.piles or {}
        shown = {side: tuple(card for card in piles[side] if card.rank in WORTH) for side in state.sides if piles}
        checks = played.checks(SUM_120, counts, [played.removed] if played.removed else [])
        return RoundScore(state.sides, (most(POINTS, counts, shown),), checks=checks)

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Problem | None:
        """A round is worth 1 for one side: none passes the target, and only one side gets there."""
        there = [side for side, total in totals.items() if total >= options.target]
        beyond = [side for side, total in totals.items() if total < 0 or total > options.target]
        return no_rounds(there if len(there) > 1 else beyond)


BRISCOLA: Game = Briscola()


def _read_removed(given: object, players: int, report: Report) -> Card | None:
    """Read which two was taken out: one with three players, otherwise none. After an error the deck stays whole."""
    if not takes_out(players):
        if given is not None:
            report.add(Code.BAD_ROUND, field=REMOVED, value=given, why=Why.NOT_PLAYED)
        return None
    if given is None:
        return USUAL_TWO
    cards = read_cards([given], ITALIAN, report, REMOVED)
    if cards and cards[0] not in TWOS:
        allowed = ", ".join(card.code for card in TWOS)
        report.add(Code.BAD_ROUND, field=REMOVED, value=given, allowed=allowed, why=Why.OUT_OF_RANGE)
    return cards[0] if cards and cards[0] in TWOS else None
