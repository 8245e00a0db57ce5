"""From the bytes of a film to its cards: composed of our own drawings, and read by the networks."""

import io
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from tests.films import dealt, encoded, table
from vision import UnknownDeck, film
from vision.decks.embeddings import unpack
from vision.decks.enrolled import EnrolledDeck
from vision.filming import live
from vision.filming.frame_selection import moments
from vision.io.video import Frame, opened
from vision.types import Before, FilmCard, FilmProgress, FilmReading

pytestmark = pytest.mark.slow
DEALT = ["7D", "3C", "10S"]


@pytest.fixture(scope="module")
def pile() -> bytes:
    return encoded(dealt(DEALT))


Counted = tuple[FilmReading, list[FilmProgress]]


@pytest.fixture(scope="module")
def counted(pile: bytes) -> Counted:
    """The reading of the pile, and what was told meanwhile."""
    told: list[FilmProgress] = []
    return film(pile, "settebello", progress=told.append, stills=True), told


def test_a_pile_that_is_dealt_is_counted(counted: Counted) -> None:
    reading, told = counted
    assert [(card.card.code if card.card else None, card.doubtful) for card in reading.cards] == [
        (code, False) for code in DEALT
    ]
    assert reading.size == (480, 640)
    assert reading.duration == pytest.approx(2.4, abs=0.1)
    assert [card.since for card in reading.cards] == sorted(card.since for card in reading.cards)
    for number, card in enumerate(reading.cards):
        assert card.since <= card.frame <= card.until
        assert 0.8 * number <= card.since < 0.8 * (number + 1)
        centre = np.mean(card.corners, axis=0)
        assert np.abs(centre - (240, 300)).max() < 25
        still = cv2.imdecode(np.frombuffer(reading.stills[card.frame], np.uint8), cv2.IMREAD_COLOR)
        assert still is not None
        assert max(still.shape) == 640
    assert [each.at for each in told] == sorted(each.at for each in told)
    assert told[-1].cards <= len(DEALT) + 1
    assert told[0].duration == pytest.approx(2.4, abs=0.1)


def test_without_a_deck_the_first_cards_decide(pile: bytes, counted: Counted) -> None:
    by_itself = film(pile)
    assert by_itself.deck is not None
    assert (by_itself.deck.name, by_itself.deck.doubtful) == ("settebello", False)
    assert by_itself.cards == counted[0].cards


def test_frames_that_come_one_by_one_say_the_same_and_what_comes_twice() -> None:
    frames = [dealt(DEALT)[16 * number + at] for number in range(3) for at in (8, 13)]
    before: list[Before] = []
    again, stills = [], {}
    for number, (_, pixels) in enumerate([*frames, *frames[:2]]):
        _, jpeg = cv2.imencode(".jpg", pixels)
        glance = live.glance(jpeg.tobytes(), number / 2, "settebello", before)
        assert [card.card.code for card in glance.cards if card.card] == DEALT[: number // 2 + 1]
        again += [DEALT[place] for place in glance.again]
        before.append(Before(number / 2, glance.seen))
        stills = {at: still for at, still in {**stills, number / 2: glance.still}.items() if at in glance.best}
    assert again == ["7D"]
    assert all(stills.values())
    whole = live.reading(before, (480, 640), stills, "settebello")
    assert [(card.card.code, card.doubtful) for card in whole.cards if card.card] == [(code, False) for code in DEALT]
    assert {card.frame for card in whole.cards} == set(whole.stills)
    assert max(len(each.seen) for each in before) < 40_000


def test_frames_of_a_strange_deck_teach_it_and_are_read_with_what_was_learned() -> None:
    """Our own drawings, asked for as another pattern; at the end the table is empty, which once was an error."""
    frames = [*(dealt(["7D", "3C"])[at][1] for at in (8, 13, 24, 29)), table()]

    def filmed(deck: str | EnrolledDeck) -> tuple[FilmCard, ...]:
        before: list[Before] = []
        for number, pixels in enumerate(frames):
            _, jpeg = cv2.imencode(".jpg", pixels)
            glance = live.glance(jpeg.tobytes(), number / 2, deck, before)
            before.append(Before(number / 2, glance.seen))
        return live.reading(before, (480, 640), {}, deck).cards

    strange = filmed("bergamasche")
    assert len(strange) == 2
    assert all(card.doubtful and card.embedding for card in strange)
    taught = EnrolledDeck(
        "bergamasche", "italian", ("7D", "3C"), unpack(card.embedding for card in strange), base="bergamasche"
    )
    again = filmed(taught)
    assert [(card.card and card.card.code, card.doubtful) for card in again] == [("7D", False), ("3C", False)]
    assert all(card.embedding for card in again)


def test_a_table_without_a_card_has_none() -> None:
    reading = film(io.BytesIO(encoded((number / 20, table()) for number in range(10))), "settebello")
    assert reading.cards == ()
    assert reading.stills == {}


def test_an_unknown_deck_is_refused_before_anything_is_read() -> None:
    with pytest.raises(UnknownDeck):
        film(b"", "bierdeckel")


def test_few_frames_are_looked_at_and_each_card_while_it_lies_still(pile: bytes) -> None:
    with opened(pile) as clip:
        chosen = [moment.frame.at for moment in moments(clip.frames())]
    assert len(chosen) <= 12
    for number in range(len(DEALT)):
        assert any(0.8 * number + 0.2 <= at <= 0.8 * (number + 1) for at in chosen)


def test_a_table_on_which_nothing_changes_is_looked_at_twice() -> None:
    still = table([("7D", (100, 240))])
    with opened(encoded((number / 20, still) for number in range(60))) as clip:
        assert len(list(moments(clip.frames()))) == 2


def test_of_a_table_on_which_nothing_changes_the_progress_is_told_to_the_end() -> None:
    told: list[FilmProgress] = []
    film(encoded([(number / 20, table()) for number in range(60)]), "settebello", progress=told.append)
    assert np.diff([each.at for each in told]).max() <= 0.3
    assert told[-1].at >= 2.5


def test_where_the_camera_passes_over_the_table_it_is_looked_at_again_and_again() -> None:
    wide = table(
        [(code, (90 + 140 * place, 240)) for place, code in enumerate(["7D", "3C", "10S", "4B", "2D", "9C"])],
        (960, 480),
    )

    def passing() -> list[tuple[float, np.ndarray]]:
        return [(step / 20, np.ascontiguousarray(wide[:, 12 * step : 12 * step + 360])) for step in range(50)]

    with opened(encoded(passing())) as clip:
        assert len(list(moments(clip.frames()))) >= 5


def test_where_the_camera_comes_nearer_slowly_it_is_looked_at_again_and_again() -> None:
    """From one frame to the next hardly anything changes: once such a film was looked at twice in five seconds."""
    cards = table([(code, (100 + 140 * place, 240)) for place, code in enumerate(["7D", "3C", "10S"])])

    def nearing() -> Iterator[tuple[float, np.ndarray]]:
        for step in range(150):
            near = cv2.getRotationMatrix2D((240, 240), 0, 1 + step / 600)
            yield step / 30, cv2.warpAffine(cards, near, (480, 640), borderMode=cv2.BORDER_REPLICATE)

    with opened(encoded(nearing())) as clip:
        assert len(list(moments(clip.frames()))) >= 8


def test_a_card_of_each_pack_is_counted_where_the_camera_passes_near_over_them() -> None:
    """Never are two cards seen twice together, so that only the motion of the pictures tells them apart."""
    laid = ["7D", "3C", "10S", "4B", "2D", "7D"]
    wide = table([(code, (90 + 150 * place, 200)) for place, code in enumerate(laid)], (960, 400))

    def passing(frames: int) -> Iterator[tuple[int, np.ndarray]]:
        for step in range(frames):
            left = round(720 * step / (frames - 1))
            yield step, np.ascontiguousarray(wide[:, left : left + 240])

    whole = film(encoded((step / 20, pixels) for step, pixels in passing(90)), "settebello", packs=2)
    before: list[Before] = []
    for step, pixels in passing(9):
        jpeg = cv2.imencode(".jpg", pixels)[1].tobytes()
        before.append(Before(step * 0.7, live.glance(jpeg, step * 0.7, "settebello", before, packs=2).seen))
    for reading in (whole, live.reading(before, (240, 400), {}, "settebello", packs=2)):
        assert sorted(card.card.code for card in reading.cards if card.card) == sorted(laid)


def test_a_frame_holds_its_picture_in_the_size_that_is_asked_for(pile: bytes) -> None:
    with opened(pile) as clip:
        frame: Frame = next(clip.frames())
        assert frame.pixels(200).shape == (200, 150, 3)
