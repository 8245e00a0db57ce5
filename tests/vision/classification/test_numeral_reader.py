"""Corner numerals: read from the visible end; the whole pile decides the meaning of a court's number."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.arrays import Array, Floats, Pixels
from vision.classification import latin_reader, numeral_reader
from vision.classification.index_reader import IndexReading
from vision.classification.prototypes import known
from vision.decks.indices import FRENCH_RANKS
from vision.detection.crops import INDEX_SIZE, NUMERAL_PART, index_places
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.training.artwork.invented import Sources
from vision.training.artwork.numbered import FAINT, NumberedDeck, contrast, own_mark, varied
from vision.training.synthesis.scans import Scan, scan_of

QUAD: Array = np.array([[[40.0, 30.0], [170.0, 30.0], [170.0, 230.0], [40.0, 230.0]]])
PICTURE = Pyramid(np.zeros((260, 220, 3), np.uint8))
NONE = np.full(numeral_reader.NUMERALS, 1 / numeral_reader.NUMERALS, np.float32)


class Said:
    """A reader that sees these numerals in the corners; 0: none."""

    def __init__(self, *corners: int) -> None:
        self.corners = corners

    def run(self, pictures: list[Pixels]) -> tuple[Floats]:
        logits = np.full((len(pictures), numeral_reader.NUMERALS + 1), -6, np.float32)
        for row, number in enumerate(self.corners):
            logits[row, number - 1 if number else numeral_reader.NOTHING] = 6
        return (logits,)


def corner(number: int) -> Floats:
    """The evidence of a pile's corner that almost certainly shows `number`."""
    shares = np.full(numeral_reader.NUMERALS, 0.002, np.float32)
    shares[number - 1] = 1 - 12 * 0.002
    return shares


def test_a_numeral_fills_its_crop_better_than_an_index_would() -> None:
    width, height = INDEX_SIZE
    numeral, index = index_places(NUMERAL_PART), index_places()
    assert 0 < numeral[0][0] < width / 4
    assert 0 < numeral[0][1] < height / 4
    assert numeral[1][0] - numeral[0][0] > 1.2 * (index[1][0] - index[0][0])


def test_the_number_on_a_french_card_is_read_at_the_end_that_bears_an_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first two of three outlines are asked, which bear it at their first and second ends."""
    reader = Said(7, 9)
    monkeypatch.setattr(sessions, "network", lambda _: reader)
    blank = IndexReading.nothing(3, len(known("french").cards))
    there = np.array([[0.9, 0.1], [0.2, 0.9], [0.9, 0.9]], np.float32)
    index = replace(blank, there=there)
    asked = np.array([True, True, False])
    printed = numeral_reader.printed(PICTURE, QUAD.repeat(3, axis=0), index, asked).printed
    assert printed[0, FRENCH_RANKS.index("7")] == printed[0].max() > 0.9
    assert printed[1, FRENCH_RANKS.index("9")] == printed[1].max() > 0.9
    assert not printed[2].any()
    assert not index.printed.any()
    assert numeral_reader.printed(PICTURE, QUAD.repeat(3, axis=0), index, np.zeros(3, bool)) is index


@pytest.mark.parametrize("corners", [(11, 0), (0, 11), (11, 11)])
def test_one_end_is_enough(corners: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: Said(*corners))
    (likely,) = numeral_reader.read(PICTURE, QUAD)
    assert likely.argmax() == 10
    assert likely.max() > 0.6
    assert likely.min() > 0  # the rest of the card may still overrule a corner


def test_where_there_is_none_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: Said(0, 0))
    assert numeral_reader.read(PICTURE, QUAD)[0] == pytest.approx(NONE, abs=1e-3)
    assert numeral_reader.read(PICTURE, QUAD[:0]).shape == (0, numeral_reader.NUMERALS)


def best_ranks(numbers: list[int], believed: Floats | None = None, pattern: str = "") -> list[int]:
    """The rank (8 knave, 9 knight, 10 king) that each corner of a pile most likely says; 0 reads nothing."""
    pile = np.stack([corner(number) if number else NONE for number in numbers])
    if believed is None:
        believed = np.full((len(numbers), 10), 0.1, np.float32)
    return [int(rank) + 1 for rank in numeral_reader.ranks(pile, believed, pattern)[0].argmax(axis=1)]


def test_spanish_decks_count_their_courts_from_ten() -> None:
    figures = np.full((3, 10), 0.02, np.float32)
    figures[2, 7] = 0.82  # one court that is probably a knave, with a 10
    assert best_ranks([11, 12, 10], figures) == [9, 10, 8]


@pytest.mark.parametrize(("pattern", "rank"), [("spagnole", 9), ("triestine", 8)])
def test_where_the_pattern_says_how_it_counts_one_card_is_enough(pattern: str, rank: int) -> None:
    assert best_ranks([11], pattern=pattern) == [rank]


def test_triestine_decks_count_their_courts_from_eleven() -> None:
    assert best_ranks([11, 12, 13]) == [8, 9, 10]


def test_decks_that_count_on_from_seven() -> None:
    assert best_ranks([8, 9, 7]) == [8, 9, 7]


@pytest.mark.parametrize(
    ("pattern", "number", "stray"), [("spagnole", 9, True), ("spagnole", 12, False), ("triestine", 9, True)]
)
def test_a_numeral_that_no_card_of_the_deck_bears_is_none_of_its_ranks(pattern: str, number: int, stray: bool) -> None:
    believed = np.full((1, 10), 0.1, np.float32)
    (said,) = numeral_reader.ranks(corner(number)[None], believed, pattern)[1]
    assert (said > 0.9) == stray
    assert numeral_reader.ranks(NONE[None], believed, pattern)[1] < 0.5


def test_a_pip_card_is_its_number_whatever_the_courts() -> None:
    assert best_ranks([1, 2, 3, 4, 5, 6, 7]) == [1, 2, 3, 4, 5, 6, 7]


def test_numerals_choose_the_rank_and_leave_the_suit() -> None:
    deck = known("italian")
    shares = np.full((1, 40), 0.2 / 37, np.float32)
    for code, share in {"3S": 0.2, "5S": 0.5, "5B": 0.1}.items():
        shares[0, [card.code for card in deck.cards].index(code)] = share
    (said,), *_ = latin_reader.numbered(shares, corner(3)[None], deck, strange=True)
    assert str(deck.cards[int(said.argmax())]) == "3S"


def test_a_misread_numeral_does_not_overrule_a_picture_that_is_clearly_known() -> None:
    # A king of cups, surely so by its picture, whose 13 is read as the knave's 11 at both ends.
    deck = known("triestine")
    codes = [card.code for card in deck.cards]
    shares = np.full((1, 40), 0.005 / 38, np.float32)
    shares[0, codes.index("10C")], shares[0, codes.index("8C")] = 0.99, 0.005
    misread = np.full((1, 13), 0.0004, np.float32)
    misread[0, 10] = 1.0
    on_known, on_strange = (
        latin_reader.numbered(shares, misread, deck, strange=strange)[0][0] for strange in (False, True)
    )
    assert codes[int(on_known.argmax())] == "10C"
    assert codes[int(on_strange.argmax())] == "8C"


@pytest.mark.parametrize("seed", range(4))
def test_a_numeral_lies_where_it_is_said_to_lie_at_both_ends(
    seed: int, drawn: dict[str, Scan], sources: Sources
) -> None:
    deck = NumberedDeck("numbered", sources, {"settebello": drawn}, np.random.default_rng(seed))
    assert len(deck.scans) == 40
    assert 27 <= len(deck.marks) <= 40  # courts and aces may go without
    for code, (number, (left, top, right, bottom)) in deck.marks.items():
        assert deck.any or number == int(code[:-1]) - 1 or number in {7, 8, 9, 10, 11, 12}
        face = deck.scans[code].levels[0][..., :3]
        high, wide = face.shape[:2]
        box = slice(round(top * high), round(bottom * high)), slice(round(left * wide), round(right * wide))
        for end in (face, face[::-1, ::-1]):
            assert float(end[box].std()) > 4, code


def test_a_numeral_that_cannot_be_made_out_has_no_contrast() -> None:
    paper = np.full((64, 48, 3), 220, np.uint8)
    part = (0.03, 0.03, 0.16, 0.16)
    printed = paper.copy()
    cv2.putText(printed, "7", (12, 48), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (30, 30, 30), 2)
    assert contrast(printed, part) > 2 * FAINT
    assert contrast(paper, part) < FAINT
    for seed in range(20):  # however it looks another time, it is a picture of the same size
        other = varied(printed, np.random.default_rng(seed))
        assert other.shape == printed.shape
        assert other.dtype == np.uint8
        assert contrast(other, part) > FAINT


@pytest.mark.parametrize(
    ("deck", "code", "mark"),
    [
        ("spagnole-fournier", "7C", 7),
        ("spagnole-fournier", "8C", 10),
        ("spagnole-fournier", "10C", 12),
        ("debian-paris", "10H", 10),
        ("debian-paris", "KH", 0),
        ("debian-paris", "JOKER", 0),
        ("tarot-nouveau", "T12", 12),
        ("tarot-nouveau", "T15", None),
        ("settebello", "6D", 6),
        ("settebello", "9D", 0),
        ("napoletane-b", "6D", 0),
        ("trevisane", "6D", None),
    ],
)
def test_what_real_decks_print_in_their_corners(deck: str, code: str, mark: int | None) -> None:
    found = own_mark(scan_of(deck, code, np.full((90, 60, 3), 255, np.uint8)))
    if mark is None:
        assert found is None
    else:
        assert found is not None
        assert found[0] == (mark - 1 if mark else numeral_reader.NOTHING)


@given(
    arrays(np.float32, (3, 13), elements=st.floats(2**-9, 1, width=32)),
    arrays(np.float32, (3, 40), elements=st.floats(2**-9, 1, width=32)),
    st.booleans(),
)
def test_whatever_is_read_the_answer_is_a_probability(corners: Floats, shares: Floats, strange: bool) -> None:
    corners /= corners.sum(axis=1, keepdims=True)
    shares /= shares.sum(axis=1, keepdims=True)
    said, *_ = latin_reader.numbered(shares, corners, known("italian"), strange=strange)
    assert (said > 0).all()
    assert said.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)
