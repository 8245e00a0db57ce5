"""Result types refuse at once what no answer can be, with a sentence that names the field."""

import numpy as np
import pytest

from scoring.cards import ITALIAN
from vision import FilmCard, FilmReading, Lesson, Recognition, SeenCard
from vision.decks.enrolled import EnrolledDeck
from vision.pipeline.enrolment import Sheet

SEVEN, SIX = ITALIAN.parse("7D"), ITALIAN.parse("6D")
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
NAN = float("nan")


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"corners": SQUARE[:3]}, "corners"),
        ({"corners": ((0.0, 0.0, 1.0), *SQUARE[1:])}, "corners"),
        ({"confidence": 1.01}, "confidence"),
        ({"confidence": NAN}, "confidence"),
        ({"alternatives": ((SIX, -0.1),)}, "alternative"),
        ({"card": None}, "without a name"),
    ],
)
def test_a_seen_card_and_a_card_of_a_film_need_four_corners_and_shares(fields: dict[str, object], named: str) -> None:
    seen = {"card": SEVEN, "confidence": 0.9, "doubtful": False, "corners": SQUARE, "alternatives": ()} | fields
    with pytest.raises(ValueError, match=named):
        SeenCard(**seen)
    with pytest.raises(ValueError, match=named):
        FilmCard(**seen, since=0.0, until=1.0, frame=0.5)


def test_what_is_seen_of_a_card_is_a_share() -> None:
    with pytest.raises(ValueError, match="visible"):
        SeenCard(SEVEN, 0.9, False, SQUARE, visible=1.5)


@pytest.mark.parametrize(("since", "until"), [(2.0, 1.0), (-1.0, 1.0), (NAN, 1.0)])
def test_a_card_of_a_film_is_seen_forwards(since: float, until: float) -> None:
    with pytest.raises(ValueError, match="is seen from"):
        FilmCard(SEVEN, 0.9, False, SQUARE, (), since, until, 0.5)


@pytest.mark.parametrize("size", [(0, 3), (3,), (2, 3, 4)])
def test_a_picture_has_a_width_and_a_height(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="size"):
        Recognition(size, (), (), 0.1)
    with pytest.raises(ValueError, match="size"):
        FilmReading(1.0, size, (), (), 0.1)


def test_a_film_lasts_and_a_lesson_has_a_place_and_a_distance() -> None:
    with pytest.raises(ValueError, match="duration"):
        FilmReading(NAN, (3, 4), (), (), 0.1)
    with pytest.raises(ValueError, match="corners"):
        Lesson(SEVEN, "D", SQUARE[:2], SIX, 0.5, False)
    with pytest.raises(ValueError, match="apart"):
        Lesson(SEVEN, "D", SQUARE, SIX, NAN, False)


def test_a_deck_and_a_sheet_have_a_row_of_numbers_for_each_card() -> None:
    with pytest.raises(ValueError, match="embedding"):
        Sheet((3, 4), (SQUARE,), np.zeros((2, 128), np.float32))
    with pytest.raises(ValueError, match="mine: every one of the 2 codes"):
        EnrolledDeck("mine", "italian", ("7D", "6D"), np.zeros((1, 128), np.float32))
