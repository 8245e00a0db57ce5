"""Counts a round of Escoba: the lines of its piles, and the penalties (rules.md, section 2)."""

from collections.abc import Callable

from scoring.cards import ITALIAN, SETTEBELLO, Suit
from scoring.escoba.options import SETENTA_POINTS, Options, Rule
from scoring.escoba.reading import Round, empty_piles
from scoring.fishing import point_for_holder
from scoring.lines import Line, Reason, most
from scoring.piles import Piles
from scoring.primiera import SEVENS_ORDER, by_points, by_sevens

ALL_COINS, FEW_CARDS = 10, 10
"""All coins of the deck; and the number of cards below which a side gives points to the other."""
PENALTY = 4
"""Points of a wrong capture, plus all escobas of the round (source)."""
SEVENS = tuple(card for card in ITALIAN.cards if card.rank == 7)
SETENTA = SEVENS_ORDER[:4]
"""The first ranks that decide the setenta: sevens, sixes, aces, fives."""
FIGURES, MISSING_SUIT = 10, "loses"
"""Settings of the setenta counted in points: those of Scopa's primiera in its source."""


def _coins(piles: Piles, options: Options) -> tuple[Line, ...]:
    """The points for all coins, which replace or add to the point for most coins; otherwise that point alone."""
    coins = {side: tuple(card for card in pile if card.suit == Suit.COINS) for side, pile in piles.items()}
    counts = {side: len(cards) for side, cards in coins.items()}
    majority = most(Rule.MOST_COINS, counts, coins, at_least=options.needed(Rule.MOST_COINS))
    if Rule.ALL_COINS not in options.categories:
        return (majority,)
    owner = next((side for side, count in counts.items() if count == ALL_COINS), None)
    if owner is None:
        return Line(Rule.ALL_COINS, None, 0, Reason.NONE, counts, coins), majority
    everything = Line(Rule.ALL_COINS, owner, options.worth(Rule.ALL_COINS), Reason.HOLDS, counts, coins)
    return (everything, majority) if options.all_coins == "adds" else (everything,)


def _sevens(piles: Piles, options: Options) -> tuple[Line, ...]:
    """The seven of coins; then all four sevens, or the most sevens."""
    sevens = {side: tuple(card for card in pile if card.rank == 7) for side, pile in piles.items()}
    counts = {side: len(cards) for side, cards in sevens.items()}
    first = point_for_holder(Rule.SEVEN_OF_COINS, SETTEBELLO, piles)
    if Rule.FOUR_SEVENS not in options.categories:
        return first, _most_sevens(piles, options)
    owner = next((side for side, count in counts.items() if count == len(SEVENS)), None)
    if owner is not None:
        worth = options.worth(Rule.FOUR_SEVENS)
        return first, Line(Rule.FOUR_SEVENS, owner, worth, Reason.HOLDS, counts, sevens)
    return first, Line(Rule.FOUR_SEVENS, None, 0, Reason.NONE, counts, sevens), _most_sevens(piles, options)


def _most_sevens(piles: Piles, options: Options) -> Line:
    """Most sevens. A tie goes to nobody, or to the next ranks; or the sevens are counted as a primiera in points."""
    if options.most_sevens == SETENTA_POINTS:
        return by_points(Rule.MOST_SEVENS, piles, FIGURES, MISSING_SUIT)
    return by_sevens(Rule.MOST_SEVENS, piles, SETENTA if options.most_sevens == "setenta" else SETENTA[:1])


def _cards(piles: Piles, options: Options) -> tuple[Line, ...]:
    """Most cards; and with two sides, the points when the other has fewer than ten."""
    counts = {side: len(pile) for side, pile in piles.items()}
    majority = most(Rule.MOST_CARDS, counts, at_least=options.needed(Rule.MOST_CARDS))
    if Rule.UNDER_TEN not in options.awarded(len(piles)):
        return (majority,)
    poor = next((side for side, count in counts.items() if count < FEW_CARDS), None)
    if poor is None:
        return majority, Line(Rule.UNDER_TEN, None, 0, Reason.NONE, counts)
    rich = next(side for side in piles if side != poor)
    return majority, Line(Rule.UNDER_TEN, rich, options.under_ten, Reason.HOLDS, counts)


COUNT: tuple[Callable[[Piles, Options], tuple[Line, ...]], ...] = (_coins, _sevens, _cards)
"""The functions that count piles, in order; each returns the lines of one or more categories."""


def penalties(played: Round, options: Options) -> tuple[Line, ...]:
    """A wrong capture costs four plus all escobas of the round: taken from the offender, or given to each other side.

    `counts` of a line are the offender and the escobas. A side that captured nothing receives no points.
    """
    escobas = sum(played.sweeps.values())
    amount = PENALTY + escobas
    lines: list[Line] = []
    for offender in played.wrong_captures:
        if options.wrong_capture == "deduct":
            gains = {offender: -amount}
        else:
            nothing = (offender, *empty_piles(played.piles))
            gains = {side: amount for side in played.sweeps if side not in nothing}
        lines += [
            Line(Rule.WRONG_CAPTURE, side, points, Reason.ENTERED, {offender: escobas})
            for side, points in gains.items()
        ]
    return tuple(lines) if options.wrong_capture != "off" else ()
