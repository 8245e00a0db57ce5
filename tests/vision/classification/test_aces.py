"""Ornate aces of spades: each maker draws another, and on its side it is like a joker."""

import pytest

from scoring.cards import FRENCH, JOKER
from tests.aces import MAKERS, laid
from tests.shares import share
from vision.pipeline.recognition import recognise

SIZES = (420, 640, 900, 1300)  # pixels of the longer side


@pytest.mark.parametrize("maker", MAKERS)
def test_an_ornate_ace_is_no_joker_however_it_lies(maker: str) -> None:
    place = list(MAKERS).index(maker)  # each turn at one of the sizes, and each size of it with another maker
    ways = [(turn, side) for turn in range(4) for side in share(SIZES, len(SIZES), place + turn)]
    said = [recognise(laid(maker, side, turn), "french").cards for turn, side in ways]
    assert not [card for cards in said for card in cards if card.card == JOKER and not card.doubtful]
    assert any(card.card == FRENCH.parse("AS") and not card.doubtful for cards in said for card in cards)
