"""Why cards are doubtful: made-up outlines on a made-up picture, and what is said of them."""

from dataclasses import replace

import numpy as np
import pytest

from scoring.cards import ITALIAN
from vision.io.photo import Photo
from vision.pipeline.feedback import advice
from vision.types import Note, Recognition, SeenCard

SIZE = (800, 800)
TABLE, PAPER, PRINT = 60, 215, 120


def card(x: float, y: float, *, times: float = 1.0, doubtful: bool = False, visible: float = 1.0) -> SeenCard:
    wide, high = 50 * times, 80 * times
    corners = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    return SeenCard(ITALIAN.cards[0], 0.9, doubtful, corners, visible=visible)


def spread(*more: SeenCard) -> tuple[SeenCard, ...]:
    return (*(card(x, y) for y in (150, 400) for x in (120, 300, 480)), *more)


def said(
    cards: tuple[SeenCard, ...], *, white: tuple[int, int] | None = None, notes: tuple[Note, ...] = ()
) -> list[str]:
    """The codes of the advice; a lamp shines on the place `white`."""
    picture = np.full((*SIZE, 3), TABLE, np.uint8)
    for each in cards:
        (left, top), _, (right, bottom), _ = ((int(x), int(y)) for x, y in each.corners)
        picture[max(top, 0) : bottom, max(left, 0) : right] = PAPER
        picture[max(top, 0) + 30 : bottom - 30, max(left, 0) + 20 : right - 20] = PRINT
    if white:
        picture[white[1] - 70 : white[1] + 70, white[0] - 45 : white[0] + 45] = 255
    seen = Recognition(SIZE, cards, notes, 0.1)
    return [note.code for note in advice(Photo(picture, SIZE), seen)]


def test_a_photograph_that_leaves_no_doubt_needs_no_advice() -> None:
    crowded = spread(card(500, 400), card(320, 400, visible=0.5))
    assert said(crowded, white=(120, 150)) == []


def test_one_doubt_with_no_reason_to_be_seen_has_none() -> None:
    assert said(spread(card(650, 650, doubtful=True))) == []


@pytest.mark.parametrize("doubts", [1, 2])
def test_cards_that_cover_each_other_are_to_be_spread_where_several_are_doubtful(doubts: int) -> None:
    under = card(335, 400, doubtful=True, visible=0.5), card(515, 400, doubtful=doubts > 1, visible=0.5)
    assert said(spread(*under)) == (["crowded"] if doubts > 1 else [])


def test_what_covers_a_card_and_is_none_is_to_be_taken_away() -> None:
    assert said(spread(card(650, 650, doubtful=True, visible=0.5))) == ["covered"]
    assert said(spread(card(790, 650, doubtful=True, visible=0.5))) == []  # the edge of the picture cuts it


def test_a_card_that_a_lamp_has_wiped_blank_is_told_from_others() -> None:
    shone_on = spread(card(650, 650, doubtful=True))
    assert said(shone_on, white=(650, 650)) == ["glare"]
    assert said(shone_on, white=(120, 150)) == []


def from_aside(degrees: float) -> tuple[SeenCard, ...]:
    """Nine cards on a table, as a camera at so many degrees from straight above sees them; one is doubtful."""
    low, reach = np.deg2rad(degrees), 5.0  # card heights from the camera to the middle of the cards
    seen = []
    for x, y in ((x, y) for y in (-1.4, 0.0, 1.4) for x in (-1.0, 0.0, 1.0)):
        cornered = [(x + 0.31 * right, y + 0.5 * down) for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        far = [reach + down * np.sin(-low) for _, down in cornered]
        flat = [(right / z, down * np.cos(low) / z) for (right, down), z in zip(cornered, far, strict=True)]
        seen.append(replace(card(0, 0), corners=tuple((400 + 800 * right, 400 + 800 * down) for right, down in flat)))
    return (*seen[:-1], replace(seen[-1], doubtful=True))


@pytest.mark.parametrize(("degrees", "advised"), [(0, []), (25, []), (50, ["slanted"])])
def test_a_camera_held_low_is_told_by_far_cards_that_are_small(degrees: float, advised: list[str]) -> None:
    assert said(from_aside(degrees)) == advised
    assert said(tuple(replace(each, doubtful=False) for each in from_aside(degrees))) == []


def test_of_another_deck_that_is_the_reason() -> None:
    strange = (Note("unknown_deck", 0.3),)
    assert said(spread(card(650, 650, doubtful=True, visible=0.5)), notes=strange) == []
