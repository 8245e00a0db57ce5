"""Which letter is printed in a corner: asked of few corners, and learned from decks with letters of any country."""

import numpy as np
import pytest

from vision.arrays import Array, Floats, Pixels
from vision.classification import index_reader, letter_reader
from vision.classification.prototypes import known
from vision.decks.indices import FRENCH_RANKS, NOTHING, OUTPUTS
from vision.io.pyramid import Pyramid
from vision.nets import sessions
from vision.training.artwork.lettered import ENGLISH, LETTERS, answer, some_letters

BLANK = Pyramid(np.zeros((260, 220, 3), np.uint8))
QUAD: Array = np.array([[40.0, 30.0], [170.0, 30.0], [170.0, 230.0], [40.0, 230.0]])
KING, SEVEN, COVERED = (
    (FRENCH_RANKS.index("K"), 0.0),
    (FRENCH_RANKS.index("7"), 0.0),
    (0, 1.0),
)


class Index:
    """A reader of indices that says of each corner a rank, and how likely nothing is to be read."""

    def __init__(self, *corners: tuple[int, float]) -> None:
        self.corners = corners

    def run(self, pictures: list[Pixels]) -> tuple[Floats]:
        logits = np.full((len(pictures), OUTPUTS), -9, np.float32)
        for row, (rank, nothing) in enumerate(self.corners):
            logits[row, rank], logits[row, NOTHING] = 9, 9 if nothing else -9
        return (logits,)


class Letter:
    """A letter reader that says B, and counts what it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def run(self, pictures: list[Pixels]) -> tuple[Floats]:
        self.asked += len(pictures)
        return (np.where(np.array(letter_reader.ANSWERS) == "B", 9, -9)[None].repeat(len(pictures), axis=0),)


def test_only_corners_that_seem_to_bear_a_letter_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Letter()
    # First corners of a king, a seven and a king turned upside down, then their second ones.
    index = Index(KING, SEVEN, COVERED, COVERED, COVERED, KING)
    monkeypatch.setattr(sessions, "network", {"index": index, "letter": reader}.__getitem__)
    looked = index_reader.look(BLANK, QUAD[None].repeat(3, axis=0), known("french"))
    assert reader.asked == 2
    jack = [FRENCH_RANKS.index("J")]
    assert looked.printed[[0, 2], jack * 2].min() > 0.97
    assert not looked.printed[1].any()


def letters(*printed: str, sure: float = 0.98) -> Floats:
    rows = np.full(
        (len(printed), len(letter_reader.ANSWERS)), (1 - sure) / (len(letter_reader.ANSWERS) - 1), np.float32
    )
    for row, letter in enumerate(printed):
        rows[row, letter_reader.ANSWERS.index(letter)] = sure
    return rows


def ranks_of(*printed: str, believed: str = "") -> list[str]:
    """The ranks that letters of one pile mean; the index reader believes the ranks `believed`, or anything."""
    said = np.full((len(printed), len(FRENCH_RANKS)), 1 / len(FRENCH_RANKS), np.float32)
    for row, rank in enumerate(believed):
        said[row] = 0.1 / len(FRENCH_RANKS)
        said[row, FRENCH_RANKS.index(rank)] = 0.9
    _, likely = letter_reader.ranks(letters(*printed), said)
    return [FRENCH_RANKS[int(row.argmax())] for row in likely]


@pytest.mark.parametrize("alphabet", letter_reader.ALPHABETS)
def test_letters_of_every_country_mean_knave_queen_and_king(alphabet: tuple[str, str, str]) -> None:
    assert ranks_of(*alphabet) == ["J", "Q", "K"]


def test_an_r_is_a_king_though_its_index_is_like_that_of_a_knave() -> None:
    assert ranks_of("R", believed="J") == ["K"]
    assert ranks_of("R", "V", "D", "R", believed="JJQJ") == ["K", "J", "Q", "K"]


def test_on_a_deck_of_v_d_and_r_a_j_is_misread() -> None:
    pile = letters("V", "D", "R", "J")
    believed = np.full((4, len(FRENCH_RANKS)), 1 / len(FRENCH_RANKS), np.float32)
    printed, _ = letter_reader.ranks(pile, believed)
    assert printed[3].max() < 0.1
    assert letter_reader.ranks(letters("J"), believed[:1])[0].max() > 0.7


def test_a_corner_without_a_letter_says_nothing() -> None:
    printed, likely = letter_reader.ranks(
        letters(letter_reader.NONE), np.full((1, len(FRENCH_RANKS)), 0.07, np.float32)
    )
    assert printed.max() < 0.01
    assert np.ptp(likely) < 0.01


def test_no_letter_is_looked_for_on_a_tarot_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", {"index": Index(KING, COVERED)}.__getitem__)  # no other is asked
    assert not index_reader.look(BLANK, QUAD[None], known("tarot")).printed.any()


def test_no_corner_is_no_answer() -> None:
    assert letter_reader.read([]).shape == (0, len(letter_reader.ANSWERS))


def test_the_reader_answers_with_probabilities() -> None:
    (said,) = letter_reader.read([np.full((64, 48, 3), 255, np.uint8)])
    assert float(said.sum()) == pytest.approx(1, abs=1e-5)
    assert letter_reader.ANSWERS[int(said.argmax())] == letter_reader.NONE


@pytest.mark.parametrize(
    ("code", "country", "printed"),
    [
        *(
            ("KS", ENGLISH, "K"),
            ("10H", ENGLISH, "10"),
            ("AS", ENGLISH, letter_reader.NONE),
            ("7D", ENGLISH, letter_reader.NONE),
        ),
        *(("JS", ("A", "B", "D", "K"), "B"), ("KS", ("1", "V", "D", "R"), "R")),
        *(("KS", ("T", "В", "Д", "К"), "K"), ("JC", ("E", "Kn", "D", "K"), letter_reader.OTHER)),
        *(("AS", ("1", "V", "D", "R"), letter_reader.NONE), ("JOKER", ENGLISH, "JOKER")),
    ],
)
def test_what_is_printed_on_a_card(code: str, country: tuple[str, str, str, str], printed: str) -> None:
    assert answer(code, country) == printed


def test_decks_get_letters_of_countries_any_others_and_their_own() -> None:
    rng = np.random.default_rng(5)
    drawn = [some_letters(rng) for _ in range(60)]
    assert ENGLISH in drawn
    assert any(each in LETTERS for each in drawn)
    assert any(each not in (*LETTERS, ENGLISH) for each in drawn)
