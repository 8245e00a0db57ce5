"""The cards of the Italian suits: the forty, the Spanish forty-eight with their joker, and the tarot of Piedmont."""

from scoring.cards import JOKER, TRUMP, Card
from tools.draw_cards.blank import card
from tools.draw_cards.figures import figure
from tools.draw_cards.glyphs import COURT_SIGNS, digit, jester, numeral
from tools.draw_cards.jesters import JESTER_INDEX, joker
from tools.draw_cards.marks import mini
from tools.draw_cards.palette import DRESSES
from tools.draw_cards.pips import pips
from tools.draw_cards.svg import moved
from tools.draw_cards.trumps import draw_trump

_FIGURES_OF_THE_FORTY = {8: "J", 9: "N", 10: "K"}
_FIGURES_OF_THE_FORTY_EIGHT = {10: "J", 11: "N", 12: "K"}


def _card(suit: str, rank: int, court: str | None) -> str:
    """The SVG file of one card: a figure if `court` is its letter, otherwise pips."""
    colour = DRESSES[suit].index
    sign = COURT_SIGNS[court](colour) if court else digit(rank, colour)
    corner = moved(sign, 11, 15, 1.12) + moved(mini(suit), 28, 89, 1.1)
    return card(figure(suit, court) if court else pips(suit, rank), corner)


def draw_italian(it: Card) -> str:
    """The SVG file of one of the forty cards."""
    return _card(it.suit, it.rank, _FIGURES_OF_THE_FORTY.get(it.rank))


def draw_spanish(it: Card) -> str:
    """The SVG file of one of the forty-eight cards, whose figures bear their numbers, or of their joker."""
    if it.code == JOKER.code:
        return card(joker(), moved(jester(JESTER_INDEX), 11, 15, 1.3))
    if it.rank not in _FIGURES_OF_THE_FORTY_EIGHT:
        return _card(it.suit, it.rank, None)
    sign = numeral(it.rank, DRESSES[it.suit].index)[0]
    corner = moved(sign, 11, 15, 1.12) + moved(mini(it.suit), 28, 89, 1.1)
    return card(figure(it.suit, _FIGURES_OF_THE_FORTY_EIGHT[it.rank]), corner)


def draw_piemontese(it: Card) -> str:
    """The SVG file of one card of the Tarocco Piemontese."""
    if it.suit in ("", TRUMP):
        return draw_trump(it.rank)
    return _card(it.suit, it.rank, None if it.rank <= 10 else it.code[0])
