"""Ornate aces of spades: each maker draws another, and on its side it is like a joker."""

import pytest

from scoring.cards import FRENCH, JOKER
from tests.aces import MAKERS, laid
from tests.shares import share
from vision.pipeline.recognition import recognise

SIZES = (420, 640, 900, 1300)  # pixels of the longer side
TURNS = ((0, 3), (0, 1))  # quarters: upright and on one of the sides


@pytest.mark.parametrize("maker", share([*MAKERS], 2, 0))
def test_an_ornate_ace_is_no_joker_however_it_lies(maker: str) -> None:
    """A maker's upright and on its side, at two of the sizes; the makers take turns with sizes and sides."""
    place = list(MAKERS).index(maker)
    ways = [(turn, side) for turn in TURNS[place % 2] for side in share(SIZES, len(SIZES), place + turn)]
    said = [recognise(laid(maker, side, turn), "french").cards for turn, side in ways]
    assert not [card for cards in said for card in cards if card.card == JOKER and not card.doubtful]
    assert any(card.card == FRENCH.parse("AS") and not card.doubtful for cards in said for card in cards)
