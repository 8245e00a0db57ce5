"""The French deck: 52 cards and the joker."""

from scoring.cards import JOKER, Card
from tools.draw_cards.blank import card
from tools.draw_cards.french_marks import HOUSES, mini_mark
from tools.draw_cards.french_pips import french_pips
from tools.draw_cards.glyphs import digit, jester, letter
from tools.draw_cards.halves import court
from tools.draw_cards.jesters import JESTER_INDEX, joker
from tools.draw_cards.svg import moved


def french_index(sign: str, suit: str) -> str:
    """A corner of the French suits: the sign, 30 x 44, over the mark of the suit."""
    return moved(sign, 11, 15, 1.2) + moved(mini_mark(suit), 26.5, 92, 0.92)


def draw_french(it: Card) -> str:
    """The SVG file of one card of the French deck."""
    if it == JOKER:
        return card(joker(), moved(jester(JESTER_INDEX), 11, 15, 1.3))
    colour = HOUSES[it.suit].dress.index
    written = it.code.removesuffix(it.suit)
    sign = digit(it.rank, colour) if written.isdigit() else letter(written, colour)
    picture = french_pips(it.suit, it.rank) if it.rank <= 10 else court(it.suit, written)
    return card(picture, french_index(sign, it.suit))
