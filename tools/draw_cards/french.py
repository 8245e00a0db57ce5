"""The cards of the French suits: the 52 and the joker, and the tarot."""

from scoring.cards import JOKER, TRUMP, Card
from tools.draw_cards.blank import card
from tools.draw_cards.french_marks import HOUSES, mini_mark
from tools.draw_cards.french_pips import french_pips
from tools.draw_cards.glyphs import COURT_SIGNS, digit, jester, letter
from tools.draw_cards.halves import court
from tools.draw_cards.jesters import JESTER_INDEX, joker
from tools.draw_cards.svg import moved
from tools.draw_cards.trumps import draw_trump


def _card(suit: str, picture: str, sign: str) -> str:
    return card(picture, moved(sign, 11, 15, 1.2) + moved(mini_mark(suit), 26.5, 92, 0.92))


def draw_french(it: Card) -> str:
    """The SVG file of one card of the French deck; its corners bear the letters A J Q K."""
    if it == JOKER:
        return card(joker(), moved(jester(JESTER_INDEX), 11, 15, 1.3))
    colour = HOUSES[it.suit].dress.index
    written = it.code.removesuffix(it.suit)
    sign = digit(it.rank, colour) if written.isdigit() else letter(written, colour)
    return _card(it.suit, french_pips(it.suit, it.rank) if it.rank <= 10 else court(it.suit, written), sign)


def draw_tarot(it: Card) -> str:
    """The SVG file of one tarot card. Figures carry signs instead of letters, which differ between countries."""
    if it.suit in ("", TRUMP):
        return draw_trump(it.rank)
    colour = HOUSES[it.suit].dress.index
    if it.rank <= 10:
        return _card(it.suit, french_pips(it.suit, it.rank), digit(it.rank, colour))
    rank = it.code[0]
    return _card(it.suit, court(it.suit, rank), COURT_SIGNS[rank](colour))
