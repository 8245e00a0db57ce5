"""Decks that the namer does not know exactly: the same cards, printed otherwise."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from scoring.cards import ITALIAN, codes
from vision.prototypes import known
from vision.training import trials
from vision.training.decks import Scan
from vision.training.printings import inventor, reprinted


def test_another_printing_has_the_same_cards_and_other_pictures(drawn: dict[str, Scan]) -> None:
    drawn = dict(list(drawn.items())[:6])
    first, again, other = (reprinted(drawn, np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert {key: scan.code for key, scan in first.items()} == {key: scan.code for key, scan in drawn.items()}
    for key in drawn:
        face = first[key].levels[0]
        assert face.shape == drawn[key].levels[0].shape
        assert (face == again[key].levels[0]).all()
        assert (face != other[key].levels[0]).any()


def test_an_invented_deck_has_forty_cards(drawn: dict[str, Scan]) -> None:
    deck = inventor({"settebello": drawn}, np.random.default_rng(1))()
    assert sorted(scan.code for scan in deck.values()) == sorted(codes(ITALIAN.cards))


def test_photographs_to_learn_the_second_verdict_from(drawn: dict[str, Scan], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials.scans, "load", lambda _folders: {"settebello": drawn})
    for trial in islice(trials.latin_trials([], 1, 6), 2):
        seen = [scan.code for scan in trial.scene.scans]
        assert len(seen) == len(set(seen))
        assert len(trial.names) == len(trial.reading.found) == len(trial.reading.evidence)
        assert trial.stranger == (trial.deck.name != "settebello")
        assert trial.deck.name in trials.STRANGERS
        assert trial.deck.family is known("settebello").family
