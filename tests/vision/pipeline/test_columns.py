"""Columns of cards: strips that were taken for cards go, covered cards are named by their index."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.photographs import laid
from vision import recognise
from vision.classification.index_reader import IndexReading


@pytest.mark.parametrize("step", [0.3, 0.34])
def test_the_covered_cards_of_a_column_are_named_and_its_strips_are_no_cards(step: float) -> None:
    column = ["4H", "5H", "6H", "7H", "8H", "9H", "10H"]
    seen = recognise(laid([column, ["KS"]], step=step, size=(1200, 1600)), deck="french", packs=2).cards
    assert sorted(each.card.code if each.card else "" for each in seen) == sorted([*column, "KS"])
    assert not [each for each in seen if each.doubtful]


def test_a_column_is_read_whose_last_card_lies_across() -> None:
    column = ["4H", "5H", "6H", "7H", "8H", "9H"]
    seen = recognise(laid([column, ["KS"]], step=0.34, size=(1200, 1600), across="10H"), deck="french", packs=2).cards
    assert sorted(each.card.code if each.card else "" for each in seen) == sorted([*column, "10H", "KS"])


def test_a_clear_index_leaves_hardly_anything_to_other_cards_where_it_is_trusted() -> None:
    shares = np.array([[0.8, 0.1, 0.1]] * 3, np.float32)
    read = replace(IndexReading.nothing(3, 3), shares=shares, clear=np.array([0, 0, -1]))
    sharper = read.trusted(np.array([True, False, True])).shares
    assert sharper[0, 0] > 0.99
    assert np.allclose(sharper[1:], shares[1:])
    assert np.allclose(sharper.sum(axis=1), 1)
