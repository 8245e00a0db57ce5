"""Counts the piles of a round of Scopa: one line for each category (rules.md, section 1)."""

from collections.abc import Callable, Mapping

from scoring.cards import ITALIAN, SETTEBELLO, Suit
from scoring.fishing import point_for_holder
from scoring.lines import Line, Reason, most
from scoring.piles import Piles
from scoring.primiera import SEVENS_ORDER, by_points, by_sevens, settanta
from scoring.scopa.options import Options, Rule

NEEDED = {Rule.CARDS: 21, Rule.COINS: 6}
"""Least cards or coins of the winner, where the options ask for more than the most."""
COINS = ITALIAN.of_suit(Suit.COINS)
KING_OF_COINS = COINS[9]
NAPOLA_FROM, ALL_COINS = 3, 10
"""Ace, two, three of coins: 3 points, each further consecutive coin 1 more."""
GREAT, GREAT_POINTS = COINS[7:], 5
"""Knave, horse and king of coins in one pile."""
SMALL_FROM, SMALL_AT_MOST = 3, 6
"""Ace, two, three of coins: 3 points; the four, five and six 1 more each, in turn."""


def _cards(piles: Piles, options: Options) -> Line:
    """Most cards; under `twenty-one`, at least 21 are needed."""
    counts = {side: len(pile) for side, pile in piles.items()}
    return most(Rule.CARDS, counts, at_least=NEEDED[Rule.CARDS] if options.cards == "twenty-one" else 0)


def _coins(piles: Piles, options: Options) -> Line:
    """Most coins; under `six`, at least six are needed."""
    coins = {side: tuple(card for card in pile if card.suit == Suit.COINS) for side, pile in piles.items()}
    counts = {side: len(held) for side, held in coins.items()}
    return most(Rule.COINS, counts, coins, at_least=NEEDED[Rule.COINS] if options.coins == "six" else 0)


def _primiera(piles: Piles, options: Options) -> Line:
    """The best card of each suit, summed; or, in the simpler ways, the most sevens, or three of them."""
    if options.primiera == "sevens":
        return by_sevens(Rule.PRIMIERA, piles)
    if options.primiera == "settanta":
        return settanta(Rule.PRIMIERA, piles)
    return by_points(Rule.PRIMIERA, piles, options.figures, options.primiera_missing)


def _sevens(piles: Piles, options: Options) -> Line:
    """The quick variant: most sevens; ties are broken by sixes, then aces."""
    return by_sevens(Rule.SEVENS, piles, SEVENS_ORDER[:3])


def _run_of_coins(rule: Rule, piles: Piles, at_least: int, at_most: int) -> Line:
    """A point for each consecutive coin from the ace on, for the one side that can have `at_least` so many."""
    for side, pile in piles.items():
        run = next((number for number, coin in enumerate(COINS[:at_most]) if coin not in pile), at_most)
        if run >= at_least:
            return Line(rule, side, run, Reason.HOLDS, {side: run}, {side: COINS[:run]})
    return Line(rule, None, 0, Reason.NONE)


def _great(piles: Piles, options: Options) -> Line:
    """Knave, horse and king of coins in one pile."""
    for side, pile in piles.items():
        if set(GREAT) <= set(pile):
            return Line(Rule.GREAT, side, GREAT_POINTS, Reason.HOLDS, {}, {side: GREAT})
    return Line(Rule.GREAT, None, 0, Reason.NONE)


COUNT: Mapping[Rule, Callable[[Piles, Options], Line]] = {
    Rule.CARDS: _cards,
    Rule.COINS: _coins,
    Rule.SETTEBELLO: lambda piles, options: point_for_holder(Rule.SETTEBELLO, SETTEBELLO, piles),
    Rule.PRIMIERA: _primiera,
    Rule.SEVENS: _sevens,
    Rule.RE_BELLO: lambda piles, options: point_for_holder(Rule.RE_BELLO, KING_OF_COINS, piles),
    Rule.NAPOLA: lambda piles, options: _run_of_coins(Rule.NAPOLA, piles, NAPOLA_FROM, ALL_COINS),
    Rule.GREAT: _great,
    Rule.SMALL: lambda piles, options: _run_of_coins(Rule.SMALL, piles, SMALL_FROM, SMALL_AT_MOST),
}
