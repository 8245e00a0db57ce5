"""Decks that the namer does not know exactly: the same cards, printed otherwise."""

from itertools import islice

import numpy as np
import pytest

from scoring.cards import ITALIAN, codes
from tests.shares import THOROUGH
from vision.classification.prototypes import known
from vision.training.artwork.printings import inventor, played_with, reprinted
from vision.training.release import trials
from vision.training.synthesis.scans import Scan


def test_another_printing_has_the_same_cards_and_other_pictures(drawn: dict[str, Scan]) -> None:
    drawn = dict(list(drawn.items())[:6])
    first, again, other = (reprinted(drawn, np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert {key: scan.code for key, scan in first.items()} == {key: scan.code for key, scan in drawn.items()}
    for key in drawn:
        face = first[key].levels[0]
        assert face.shape == drawn[key].levels[0].shape
        assert (face == again[key].levels[0]).all()
        assert (face != other[key].levels[0]).any()


def test_a_share_of_the_packs_is_printed_by_somebody_else(drawn: dict[str, Scan]) -> None:
    deck, rng = list(drawn.values())[:3] + list(drawn.values())[:1], np.random.default_rng(5)
    assert played_with(deck, rng, 0.0) is deck
    other = played_with(deck, rng, 1.0)
    assert [scan.code for scan in other] == [scan.code for scan in deck]
    assert all((mine.levels[0] != its.levels[0]).any() for mine, its in zip(other, deck, strict=True))
    # One pack is one printing: a card that is in it twice looks the same twice.
    assert (other[0].levels[0] == other[3].levels[0]).all()
    pack = deck[:1]
    assert 4 < sum(played_with(pack, rng, 0.4) is not pack for _ in range(30)) < 20


def test_an_invented_deck_has_forty_cards(drawn: dict[str, Scan]) -> None:
    deck = inventor({"settebello": drawn}, np.random.default_rng(1))()
    assert sorted(scan.code for scan in deck.values()) == sorted(codes(ITALIAN.cards))


@pytest.mark.skipif(not THOROUGH, reason="three seconds: THOROUGH")
def test_photographs_to_learn_the_second_verdict_from(drawn: dict[str, Scan], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials.scans, "load", lambda _folders: {"settebello": drawn})
    for trial in islice(trials.latin_trials([], 1, 6), 1):
        seen = [scan.code for scan in trial.scene.scans]
        assert len(seen) == len(set(seen))
        assert len(trial.names) == len(trial.reading.found) == len(trial.reading.evidence)
        assert trial.stranger == (trial.deck.name != "settebello")
        assert trial.deck.name in trials.STRANGERS
        assert trial.deck.family is known("settebello").family
