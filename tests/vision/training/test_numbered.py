"""The targets of the numeral reader are the numerals printed in the corners, as checked by eye on the scans."""

import numpy as np
import pytest

from vision.classification.numeral_reader import NOTHING
from vision.training.artwork.numbered import own_mark
from vision.training.synthesis.scans import Scan, scan_of

BLANK = np.full((90, 60, 3), 255, np.uint8)


def scan(deck: str, code: str) -> Scan:
    return scan_of(deck, code, BLANK)


@pytest.mark.parametrize(
    ("deck", "code", "numeral"),
    [
        ("spagnole-vector", "7D", 7),
        ("spagnole-bigindex", "8C", 10),
        ("spagnole-fournier", "10B", 12),
        ("triestine", "8D", 11),
        ("triestine", "10S", 13),
        ("triestine-modiano", "5B", 5),
        ("trevisane-dalnegro", "2S", 2),
        ("tarot-nouveau", "T13", 13),
        ("tarocco-piemontese-suits", "9C", 9),
    ],
)
def test_a_numeral_in_the_corner(deck: str, code: str, numeral: int) -> None:
    mark = own_mark(scan(deck, code))
    assert mark is not None
    assert mark[0] == numeral - 1


@pytest.mark.parametrize(
    ("deck", "code"),
    [
        ("romagnole", "7D"),
        ("siciliane-hd", "2C"),
        ("trevisane-pale", "9C"),  # only the twos to the sevens have one
        ("trevisane-pale", "1C"),
        ("triestine-modiano", "9D"),  # at the right
        ("tarocco-piemontese-1865", "4C"),
        ("tarot-nouveau-grimaud-1898", "10H"),
        ("french-anglo", "KH"),
    ],
)
def test_nothing_in_the_corner(deck: str, code: str) -> None:
    mark = own_mark(scan(deck, code))
    assert mark is not None
    assert mark[0] == NOTHING


@pytest.mark.parametrize(
    ("deck", "code"),
    [("triestine", "1D"), ("triestine", "10B"), ("trevisane", "7D"), ("tarocco-piemontese-1865", "T4")],
)
def test_where_it_stands_elsewhere_nothing_is_taught(deck: str, code: str) -> None:
    assert own_mark(scan(deck, code)) is None
