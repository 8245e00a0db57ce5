"""The SVG files of every deck, and of the back they share."""

from collections.abc import Callable

from scoring.cards import FRENCH, ITALIAN, SPANISH, TAROT, TAROT_PIEMONTESE, Card, Deck
from tools.draw_cards.blank import HEIGHT, WIDTH, paper
from tools.draw_cards.french import draw_french, draw_tarot
from tools.draw_cards.italian import draw_italian, draw_piemontese, draw_spanish
from tools.draw_cards.palette import GOLD
from tools.draw_cards.pips import seven_coins
from tools.draw_cards.svg import circle, document, moved, path, rect

BACK = "#1d4a63"
BACK_LIGHT = "#3b7089"


def draw_back() -> str:
    """The SVG file of the back: a lattice with the seven coins in the middle, the same upside down."""
    lines = []
    left, right, top, bottom = 18, WIDTH - 18, 18, HEIGHT - 18
    for start in range(left - (bottom - top), right, 28):  # both diagonals, cut at the frame
        x1, y1 = max(start, left), top + max(0, left - start)
        x2, y2 = min(start + bottom - top, right), top + min(bottom - top, right - start)
        if x2 > x1:
            lines.append(f"M{x1} {y1}L{x2} {y2}M{WIDTH - x1} {y1}L{WIDTH - x2} {y2}")
    lattice = path("".join(lines), None, BACK_LIGHT, 3)
    medal = circle(120, 200, 88, BACK, GOLD, 4) + moved(seven_coins(52, 0.5), 120, 200)
    frame = rect(18, 18, WIDTH - 36, HEIGHT - 36, 8, None, GOLD, 3)
    return document(paper() + rect(12, 12, WIDTH - 24, HEIGHT - 24, 12, BACK) + lattice + frame + medal, WIDTH, HEIGHT)


DRAWN: dict[str, tuple[Deck, Callable[[Card], str]]] = {
    deck.name: (deck, draw)
    for deck, draw in (
        (ITALIAN, draw_italian),
        (FRENCH, draw_french),
        (TAROT, draw_tarot),
        (TAROT_PIEMONTESE, draw_piemontese),
        (SPANISH, draw_spanish),
    )
}
"""Each deck we draw, with the function that draws one of its cards."""


def deck_files() -> dict[str, str]:
    """Map path below `static/cards` to SVG content, for every card and the back."""
    cards = {f"{name}/{it.code}.svg": draw(it) for name, (deck, draw) in DRAWN.items() for it in deck.cards}
    return {**cards, "back.svg": draw_back()}
