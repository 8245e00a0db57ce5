"""The second verdict on built-in Latin decks: doubts it may remove, results it must leave alone, and guesses."""

from dataclasses import replace

import numpy as np
import pytest

from vision.arrays import Floats
from vision.classification.classifier import Faces, Reading, read
from vision.classification.confidence import SIZE
from vision.classification.doubts import UNSURE
from vision.classification.few_shot import Examples
from vision.classification.index_reader import IndexReading
from vision.classification.prototypes import known
from vision.detection.detector import Detections
from vision.io.pyramid import Pyramid
from vision.nets.calibration import Calibration, Verdict, calibration
from vision.pipeline import deck_fit, second_pass
from vision.pipeline.recognition import told_from

PYRAMID = Pyramid(np.zeros((64, 64, 3), np.uint8))
CARD = np.array([[0.0, 0.0], [60.0, 0.0], [60.0, 100.0], [0.0, 100.0]])
SEVEN = 6  # of coins


def saying(chance: float) -> Calibration:
    """A calibration whose second verdict finds every name right with the same probability."""
    out = np.array([[0.0, 3.0], [0.0, np.log(chance / (1 - chance))]])
    verdict = Verdict(np.zeros(second_pass.SIZE), np.ones(second_pass.SIZE), np.zeros((1, second_pass.SIZE + 1)), out)
    return replace(calibration(), latin=verdict, sure_latin=0.98)


def drawn(pattern: str) -> Floats:
    """The embedding (1, 128) of a view of a card of a known pattern."""
    views = deck_fit._views()
    return views.unit[views.of == pattern][:1]


def one_card(
    similarity: float, right: float, visible: float = 1.0, numeral: int = -1, said: float = 0.991, stray: float = 0.0
) -> Reading:
    """A reading of one outline, named as a seven, that is `similarity` like its card."""
    found = replace(Detections.proposed(CARD[None], np.ones(1)), visible=np.array([visible]))
    alike = np.zeros((1, 40), np.float32)
    alike[0, SEVEN] = similarity
    shares = np.full((1, 40), 0.01 / 39, np.float32)
    shares[0, SEVEN] = 0.99
    flat = np.zeros(1, np.float32)
    ranked = np.full((1, 2, 10), 0.1, np.float32)
    if numeral >= 0:
        ranked[0, 0] = (1 - said) / 9
        ranked[0, 0, numeral] = said
    embedding, nothing = drawn("napoletane"), IndexReading.nothing(1, 40)
    faces = Faces(shares, shares, alike, flat, flat, embedding, ranked, np.array([stray], np.float32), nothing)
    strange, no = similarity < calibration().familiar, np.zeros(1, bool)
    return Reading(found, faces, (SEVEN,), np.ones(1), np.array([right]), np.zeros((1, SIZE)), strange, strange, no)


def judged(reading: Reading, chance: float, monkeypatch: pytest.MonkeyPatch, deck: str = "napoletane") -> float:
    now = saying(chance)
    monkeypatch.setattr(second_pass, "calibration", lambda: now)
    return float(second_pass.again(PYRAMID, reading, known(deck)).right[0])


@pytest.mark.parametrize("similarity", [0.45, 0.6])
def test_what_it_is_sure_of_is_marked_no_more(similarity: float, monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(one_card(similarity, 0.8), 0.99, monkeypatch) >= calibration().sure


def test_what_it_is_not_sure_of_stays_marked_and_what_was_sure_stays_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(one_card(0.6, 0.8), 0.97, monkeypatch) == UNSURE
    assert judged(one_card(0.45, 0.8), 0.97, monkeypatch) == UNSURE
    assert judged(one_card(0.6, 0.99), 0.5, monkeypatch) == 0.99


@pytest.mark.parametrize("pattern", ["french", "tarot", "piemontese"])
def test_no_name_of_a_pile_of_another_family_is_sure(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of French piles that were said to be Italian four names were wrong and unmarked."""
    sure = one_card(0.6, 0.99)
    other = replace(sure, faces=replace(sure.faces, embeddings=drawn(pattern)))
    assert judged(other, 0.999, monkeypatch, "italian") == UNSURE


def test_no_name_of_a_pile_like_no_known_drawings_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = one_card(0.6, 0.99)
    nothing = np.zeros((1, 128), np.float32)
    assert judged(replace(sure, faces=replace(sure.faces, embeddings=nothing)), 0.999, monkeypatch) == UNSURE


def test_a_pile_of_another_pattern_than_it_was_said_to_be_is_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(one_card(0.2, 0.8), 0.999, monkeypatch, "bergamasche") >= calibration().sure


def test_so_is_one_with_french_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(one_card(0.45, 0.8), 0.999, monkeypatch, "milanesi") == 0.8


def test_of_a_deck_whose_pattern_nobody_names_it_has_a_say(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(one_card(0.45, 0.8), 0.999, monkeypatch, "italian") >= calibration().sure
    # Like a view of a pattern, but not like what that was trained on: the first verdict's answer is not enough.
    sure, far = one_card(0.6, 0.99), drawn("napoletane") + drawn("french") / 2
    far /= np.linalg.norm(far)
    assert judged(replace(sure, faces=replace(sure.faces, embeddings=far)), 0.5, monkeypatch, "italian") == UNSURE


def test_where_cards_were_met_it_speaks_of_names_that_are_the_same_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, plain = saying(0.999), known("italian")
    monkeypatch.setattr(second_pass, "calibration", lambda: now)
    met = Examples(plain.cards, plain.embeddings[:40], (SEVEN,), plain.embeddings[:1])
    deck, reading = replace(plain, examples=met), one_card(0.45, 0.8)
    assert second_pass.again(PYRAMID, reading, deck).right[0] >= calibration().sure
    renamed = replace(reading, names=(SEVEN + 1,))
    assert second_pass.again(PYRAMID, renamed, deck).right[0] == 0.8
    # The certain names among the cards stay, near to a known pattern or not.
    certain = replace(renamed, certain=np.ones(1, bool), right=np.array([0.999]))
    assert second_pass.again(PYRAMID, certain, deck).right[0] == 0.999


def test_a_numeral_that_says_another_rank_of_a_card_half_covered_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert judged(one_card(0.6, 0.8, visible=0.5, numeral=3), 0.999, monkeypatch, "spagnole") == UNSURE
    assert judged(one_card(0.6, 0.8, visible=0.5, numeral=SEVEN), 0.999, monkeypatch, "spagnole") > UNSURE


def test_a_numeral_that_no_card_of_the_deck_bears_marks_a_card_seen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A printed nine under "7S": the pack has eights and nines."""
    assert judged(one_card(0.6, 0.8, stray=0.95), 0.999, monkeypatch, "spagnole") == UNSURE
    assert judged(one_card(0.6, 0.999, stray=0.95), 0.999, monkeypatch, "spagnole") == UNSURE
    assert judged(one_card(0.6, 0.8, stray=0.5), 0.999, monkeypatch, "spagnole") > UNSURE


def test_a_numeral_says_a_rank_clearly_or_not_at_all() -> None:
    assert [one_card(0.6, 0.8, numeral=3, said=said).faces.ranks.tolist() for said in (0.95, 0.85)] == [
        [[3, -1]],
        [[-1, -1]],
    ]


def test_the_second_verdict_weighs_how_likely_the_numeral_makes_the_rank() -> None:
    said = [one_card(0.6, 0.8, numeral=numeral) for numeral in (SEVEN, 3, -1)]
    said.append(one_card(0.6, 0.8, numeral=SEVEN, said=0.82))
    weighed = [second_pass.evidence(each, known("spagnole"))[0, second_pass.NUMERAL] for each in said]
    assert weighed == pytest.approx([0.99, -0.99, 0.0, 0.8])


def test_an_empty_table_is_no_pile() -> None:
    nothing = Detections.proposed(np.zeros((0, 4, 2)), np.zeros(0))
    reading = read(PYRAMID, nothing, known("napoletane"))
    assert not len(second_pass.again(PYRAMID, reading, known("napoletane")).found)


def test_a_name_is_guessed_on_strange_artwork_only_and_only_where_a_card_is() -> None:
    strange, known_one = one_card(0.2, 0.4), one_card(0.6, 0.4)
    assert told_from(strange) < 0.4
    assert told_from(known_one) > 0.4
    assert told_from(replace(strange, card=np.array([0.6]))) > 0.8
