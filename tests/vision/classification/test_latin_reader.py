"""Unseen Latin decks: rank and suit are read apart, weighed with the namer, and only where the artwork is not known."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.arrays import Floats, Pixels
from vision.classification import latin_reader
from vision.classification.prototypes import known
from vision.detection.crops import NAME_MARGIN, NAME_SIZE, places
from vision.nets import sessions
from vision.nets.calibration import calibration
from vision.training.artwork.invented import HEIGHT, WIDTH, InventedDeck, Sources, rank_and_suit
from vision.training.artwork.own_deck import rasterise

CUT: Pixels = np.zeros((NAME_SIZE[1], NAME_SIZE[0], 3), np.uint8)


class Said:
    """A reader with these answers, whatever it is shown: a rank and a suit for each crop, then for each turned one."""

    def __init__(self, *answers: tuple[str, str]) -> None:
        self.logits = np.full((len(answers), 14), -3, np.float32)
        for row, (rank, suit) in enumerate(answers):
            self.logits[row, latin_reader.RANKS.index(rank)] = 3
            self.logits[row, 10 + latin_reader.SUITS.index(suit)] = 3

    def run(self, pictures: list[Pixels]) -> tuple[Floats]:
        assert len(pictures) == len(self.logits)
        return (self.logits,)


def named(code: str, probability: float) -> Floats:
    """A namer's answer: `code`, and the rest shared out."""
    cards = known("italian").cards
    shares = np.full((1, 40), (1 - probability) / 39, np.float32)
    shares[0, [card.code for card in cards].index(code)] = probability
    return shares


STRANGE = np.full((1, 1), calibration().strange - 0.1, np.float32)
FAMILIAR = np.full((1, 1), calibration().familiar + 0.1, np.float32)


def best(shares: Floats) -> str:
    return str(known("italian").cards[int(shares[0].argmax())])


def test_a_card_is_its_rank_and_its_suit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: Said(("7", "C"), ("7", "C")))
    shares = latin_reader.read([CUT], known("triestine"))
    assert best(shares) == "7C"
    assert float(shares.sum()) == pytest.approx(1, abs=1e-5)


def test_a_doubtful_namer_follows_the_reader_and_settles_what_its_two_ends_disagree_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: Said(("7", "C"), ("7", "C")))
    assert best(latin_reader.joined(named("6C", 0.2), STRANGE, [CUT], known("italian"))) == "7C"
    monkeypatch.setattr(sessions, "network", lambda _: Said(("7", "C"), ("2", "S")))
    for code in ("7C", "2S"):
        assert best(latin_reader.joined(named(code, 0.5), STRANGE, [CUT], known("italian"))) == code


@pytest.mark.parametrize("name", ["french", "tarot", "piemontese", "milanesi"])
def test_decks_of_other_suits_are_left_to_the_namer(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: pytest.fail("it must not be asked"))
    deck = known(name)
    shares = np.full((1, len(deck.cards)), 1 / len(deck.cards), np.float32)
    assert latin_reader.joined(shares, STRANGE, [CUT], deck) is shares


def test_a_pile_that_is_not_of_the_pattern_it_is_said_to_be_is_read_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: Said(("7", "C"), ("7", "C")))
    assert latin_reader.is_strange(STRANGE, known("spagnole"))
    assert best(latin_reader.joined(named("6C", 0.2), STRANGE, [CUT], known("spagnole"))) == "7C"
    monkeypatch.setattr(sessions, "network", lambda _: pytest.fail("it must not be asked"))
    shares = named("6C", 0.2)
    assert latin_reader.joined(shares, FAMILIAR, [CUT], known("spagnole")) is shares


def test_a_pile_that_looks_familiar_is_left_to_the_namer_under_any_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "network", lambda _: pytest.fail("it must not be asked"))
    shares = named("6C", 0.2)
    assert latin_reader.joined(shares, FAMILIAR, [CUT], known("italian")) is shares


def test_a_pile_that_is_a_little_like_several_patterns_is_of_none() -> None:
    """Each card of a strange deck has its like among nine patterns; all cards of a known deck have it in one."""
    one = np.array([[0.65, 0.2, 0.1], [0.6, 0.1, 0.3], [0.62, 0.3, 0.2]], np.float32)
    several = np.array([[0.65, 0.2, 0.1], [0.1, 0.6, 0.3], [0.3, 0.2, 0.62]], np.float32)
    assert not latin_reader.is_strange(one, known("italian"))
    assert latin_reader.is_strange(several, known("italian"))


@settings(deadline=None)
@given(st.lists(st.floats(-1, 1, width=32), min_size=2, max_size=9))
def test_the_likelier_a_pile_the_less_strange(similarity: list[float]) -> None:
    pile = np.array(similarity, np.float32)[:, None]
    assert 0 <= latin_reader.strangeness(np.minimum(pile + 0.02, 1)) <= latin_reader.strangeness(pile) <= 1


def test_french_suits_are_not_read() -> None:
    with pytest.raises(ValueError, match="no deck of Latin suits"):
        latin_reader.read([CUT], known("french"))


def test_no_card_no_answer() -> None:
    nothing = np.zeros((0, 40), np.float32)
    assert latin_reader.joined(nothing, nothing, [], known("italian")) is nothing


@settings(deadline=None)
@given(
    arrays(np.float32, (6, 14), elements=st.floats(-60, 60, width=32)),
    arrays(np.float32, (3, 40), elements=st.floats(0.0078125, 1, width=32)),
    arrays(np.float32, (3, 40), elements=st.floats(-1, 1, width=32)),
)
def test_whatever_is_said_the_answer_is_a_probability(logits: Floats, shares: Floats, similarity: Floats) -> None:
    shares = shares / shares.sum(axis=1, keepdims=True)
    reader = Said(*[("1", "D")] * 6)
    reader.logits = logits
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "network", lambda _: reader)
        together = latin_reader.joined(shares, similarity, [CUT] * 3, known("italian"))
    assert together.shape == (3, 40)
    assert (together > 0).all()
    assert together.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)


def test_an_invented_deck_is_the_same_for_the_same_seed_and_another_for_another(
    sources: Sources,
) -> None:
    first, again, other = (InventedDeck(sources, seed).card(5, "C") for seed in (3, 3, 4))
    assert first.shape == (HEIGHT, WIDTH, 3)
    assert (first == again).all()
    assert (first != other).any()


def test_every_card_of_an_invented_deck_can_be_printed(sources: Sources) -> None:
    deck = InventedDeck(sources, 11, scanned=0)
    cards = [deck.card(rank, suit) for suit in "DCSB" for rank in range(1, 11)]
    assert all(card.std() > 3 for card in cards)


@pytest.mark.parametrize(
    ("deck", "code", "place"),
    [
        ("napoletane-b", "10S", (10, "S")),
        ("tarocco-piemontese-suits", "KB", (10, "B")),
        ("tarocco-piemontese-suits", "QB", None),
        ("tarocco-piemontese-suits", "9B", None),
        ("french-anglo", "7H", None),
    ],
)
def test_what_a_scan_counts_as_in_a_deck_of_forty(deck: str, code: str, place: tuple[int, str] | None) -> None:
    assert rank_and_suit(deck, code) == place


def test_the_trained_reader_reads_our_own_drawn_deck() -> None:
    deck = known("italian")
    (left, top), _, (right, bottom), _ = np.round(places(NAME_SIZE, NAME_MARGIN)).astype(int)
    cuts = []
    for card in deck.cards:
        cut = np.full((NAME_SIZE[1], NAME_SIZE[0], 3), (60, 90, 50), np.uint8)
        face = cv2.resize(rasterise(card.code, 300), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        cut[top:bottom, left:right] = face
        cuts.append(cut)
    right_ones = sum(deck.cards[place] == card for card, place in zip(deck.cards, read_best(cuts), strict=True))
    assert right_ones >= 36


def read_best(cuts: list[Pixels]) -> list[int]:
    return [int(place) for place in latin_reader.read(cuts, known("italian")).argmax(axis=1)]
