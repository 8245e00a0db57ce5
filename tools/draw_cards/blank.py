"""The frame of every card: paper, and an index in two opposite corners, so that either end can be up."""

from tools.draw_cards.palette import EDGE, PAPER
from tools.draw_cards.svg import document, moved, rect

WIDTH, HEIGHT = 240, 400


def paper() -> str:
    return rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, 18, PAPER, EDGE, 2.5)


def card(picture: str, corner: str) -> str:
    """The SVG file of a card."""
    return document(paper() + picture + corner + moved(corner, WIDTH, HEIGHT, 1, 180), WIDTH, HEIGHT)
