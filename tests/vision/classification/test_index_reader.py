"""Corner indices: rank and suit are read separately, from either end, and only if the deck has indices."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.cards import FRENCH
from vision.arrays import Array, Floats, Pixels
from vision.classification import index_reader
from vision.classification.prototypes import known
from vision.decks.indices import FRENCH_RANKS, FRENCH_SUITS, NOTHING, OUTPUTS, SUITS, taught, unread
from vision.detection.crops import INDEX_SIZE, index_places
from vision.detection.detector import Detections
from vision.io.pyramid import Pyramid
from vision.nets import sessions

QUAD: Array = np.array([[[40.0, 30.0], [170.0, 30.0], [170.0, 230.0], [40.0, 230.0]]])


def test_the_index_lies_inside_its_crop_and_the_other_corners_outside() -> None:
    width, height = INDEX_SIZE
    top_left, top_right, bottom_right, bottom_left = index_places()
    assert 0 < top_left[0] < width / 4
    assert 0 < top_left[1] < height / 4
    assert top_right[0] > width
    assert bottom_left[1] > height
    assert (bottom_right > (width, height)).all()


class Said:
    """A reader that sees the queen of hearts at one end, and a covered corner at the other."""

    def run(self, pictures: list[Pixels]) -> tuple[Floats]:
        logits = np.full((len(pictures), NOTHING + 1), -6, np.float32)
        logits[0, FRENCH_RANKS.index("Q")] = 6
        logits[0, SUITS.start + FRENCH_SUITS.index("H")] = 6
        logits[1, FRENCH_RANKS.index("4")] = 6
        logits[1, NOTHING] = 9
        return (logits,)


def test_rank_and_suit_of_the_end_that_is_seen_name_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", {"index": Said(), "letter": sessions.network("letter")}.__getitem__)
    deck = known("french")
    (shares,) = index_reader.look(Pyramid(np.zeros((260, 220, 3), np.uint8)), QUAD, deck).shares
    assert float(shares.sum()) == pytest.approx(1, abs=1e-5)
    assert str(deck.cards[int(shares.argmax())]) == "QH"
    assert shares.max() > 0.7
    assert shares.min() > 0  # the rest of the card may still overrule its index


class Star:
    """A reader that sees at both ends what stands in the corner of a joker."""

    def run(self, pictures: list[Pixels]) -> tuple[Floats]:
        logits = np.full((len(pictures), NOTHING + 1), -6, np.float32)
        logits[:, FRENCH_RANKS.index("JOKER")] = 6
        logits[:, SUITS.start] = 6  # any suit: a joker has none
        return (logits,)


def test_a_joker_is_known_by_its_corner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: Star())
    deck = known("french")
    (shares,) = index_reader.look(Pyramid(np.zeros((260, 220, 3), np.uint8)), QUAD, deck).shares
    assert str(deck.cards[int(shares.argmax())]) == "JOKER"
    assert shares.max() > 0.9


def read_as(*cards: str) -> Floats:
    """The reader's answers for corners in which it sees these cards."""
    rows = np.zeros((len(cards), OUTPUTS), np.float32)
    for row, code in zip(rows, cards, strict=True):
        row[FRENCH_RANKS.index(code[:-1])] = 1.0
        row[SUITS.start + FRENCH_SUITS.index(code[-1])] = 1.0
    return rows


def test_other_letters_are_known_by_what_they_are_taken_for() -> None:
    """Worked: if a knave lettered B is read as a king in its own photograph, a king in a corner may be either."""
    cards = tuple(FRENCH.parse(code) for code in ("10H", "JH", "KH"))
    said = taught(FRENCH, read_as("10H", "KH", "KH"), cards, (0, 1, 2))
    assert said is not None
    seen = taught(FRENCH, read_as("KH"), cards[2:], (0,))
    assert seen is not None
    assert (said @ seen[0]).tolist() == [0.0, 1.0, 1.0]


def test_indices_that_mean_nothing_to_the_reader_are_not_read() -> None:
    cards = tuple(FRENCH.parse(code) for code in ("10H", "JH", "KH"))
    assert taught(FRENCH, read_as("10H", "KS", "2C"), cards, (0, 1, 2)) is None
    assert taught(FRENCH, unread(3), cards, (0, 1, 2)) is None
    assert taught(FRENCH, None, cards, (0, 1, 2)) is None


@pytest.mark.parametrize("name", ["napoletane", "settebello", "italian", "piemontese"])
def test_a_deck_without_indices_is_left_as_it_is(name: str) -> None:
    deck = known(name)
    (shares,) = index_reader.look(Pyramid(np.zeros((260, 220, 3), np.uint8)), QUAD, deck).shares
    assert np.allclose(shares, 1 / len(deck.cards))


def test_a_photographed_fan_is_read_by_its_indices() -> None:
    photo = Path(__file__).parents[3].parent / "shared" / "photos" / "french-table" / "01.jpg"
    if not photo.exists():
        pytest.skip("needs ../shared/photos")
    from vision.detection.detector import detect

    pixels = cv2.imread(str(photo), cv2.IMREAD_COLOR)
    assert pixels is not None
    pyramid = Pyramid(np.asarray(pixels, np.uint8))
    quads = detect(pyramid).quads
    shares = index_reader.look(pyramid, quads, known("french")).shares
    assert (shares.max(axis=1) > 0.5).mean() > 0.7


def test_an_index_is_clear_where_one_corner_says_it_and_the_other_does_not_deny_it() -> None:
    """Rows: said by one, other covered; said by both; the other says another; nothing there; two cards look like it."""
    named = np.full((10, 3), 0.01, np.float32)
    nothing = np.zeros((10, 1), np.float32)
    for row, card in ((0, 1), (1, 1), (6, 1), (2, 1), (7, 2), (3, 1), (4, 1)):
        named[row, card] = 0.97
    named[4, 2] = 0.97
    nothing[[5, 3, 8, 9]] = 1.0
    printed = np.zeros((10, 14), np.float32)
    assert index_reader.IndexReading.of(named, nothing, printed).clear.tolist() == [1, 1, -1, -1, -1]
    assert index_reader.IndexReading.of(named / 2, nothing, printed).clear.tolist() == [-1, -1, -1, -1, -1]


def test_the_letter_is_that_of_the_end_that_is_likelier_to_bear_an_index() -> None:
    """Rows: only the first end bears one, only the second, hardly either."""
    named = np.full((6, 2), 0.5, np.float32)
    nothing = np.array([[0.1], [0.9], [0.8], [0.9], [0.2], [0.9]], np.float32)
    printed = np.eye(6, 14, dtype=np.float32)
    assert (index_reader.IndexReading.of(named, nothing, printed).printed == printed[[0, 4, 2]]).all()


@pytest.mark.parametrize(("first", "kept"), [("10C", 1), ("2D", 2), ("", 1)], ids=["the same", "another", "nothing"])
def test_an_outline_across_two_cards_stays_by_the_index_that_only_it_shows(
    first: str, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ten lay on a two: the outline of both was left out as that of the ten, and the two was lost in silence."""
    deck = known("french")
    named: Floats = np.full((4, len(deck.cards)), 0.001, np.float32)
    for end, code in enumerate(("10C", first or "2D", "10C", "10C")):
        named[end, [card.code for card in deck.cards].index(code)] = 0.4 if end == 1 and first == "2D" else 0.95
    nothing = np.array([[0.0], [0.05 if first else 0.95], [0.0], [0.0]], np.float32)
    said = index_reader.IndexReading.of(named, nothing, np.zeros((4, len(FRENCH_RANKS)), np.float32))
    monkeypatch.setattr(index_reader, "look", lambda *_: said)
    quads = np.array([[(0, top), (255, top), (255, 390), (0, 390)] for top in (70, 0)], float)
    found = Detections.proposed(quads, np.array([0.99, 0.7]))
    assert len(index_reader.distinct(Pyramid(np.zeros((400, 300, 3), np.uint8)), found, deck)[0]) == kept
