"""Whole cards: paper, index in two corners, and what is drawn between them; and the back."""

from tools.draw_cards.figures import figure
from tools.draw_cards.glyphs import index_sign
from tools.draw_cards.marks import mini
from tools.draw_cards.palette import DRESSES, EDGE, GOLD, PAPER
from tools.draw_cards.pips import pips, seven_coins
from tools.draw_cards.svg import circle, document, moved, path, rect

WIDTH, HEIGHT = 240, 400
SUITS = "DCSB"
RANKS = range(1, 11)
CODES = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)

BACK = "#1d4a63"
BACK_LIGHT = "#3b7089"


def _paper() -> str:
    return rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, 18, PAPER, EDGE, 2.5)


def _corner(suit: str, rank: int) -> str:
    return moved(index_sign(rank, DRESSES[suit].index), 11, 15, 1.12) + moved(mini(suit), 28, 89, 1.1)


def draw_card(code: str) -> str:
    """The SVG file of one card, by its code (`7D`)."""
    rank, suit = int(code[:-1]), code[-1]
    picture = pips(suit, rank) if rank <= 7 else figure(suit, rank)
    corner = _corner(suit, rank)
    return document(_paper() + picture + corner + moved(corner, WIDTH, HEIGHT, 1, 180), WIDTH, HEIGHT)


def draw_back() -> str:
    """The SVG file of the back: a lattice, and the seven coins in the middle; the same upside down."""
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
    return document(_paper() + rect(12, 12, WIDTH - 24, HEIGHT - 24, 12, BACK) + lattice + frame + medal, WIDTH, HEIGHT)


def deck_files() -> dict[str, str]:
    """Path below `static/cards` to content, of every card and the back."""
    return {**{f"italian/{code}.svg": draw_card(code) for code in CODES}, "back.svg": draw_back()}
