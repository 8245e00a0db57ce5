"""What several tests of vision look at and none of them changes, made once a process."""

from __future__ import annotations

import os

import cv2
import pytest

from scoring.cards import ITALIAN
from vision.training.decks import Scan, scan_of
from vision.training.invented import Sources
from vision.training.own_deck import rasterise

if "PYTEST_XDIST_WORKER" in os.environ:
    cv2.setNumThreads(1)  # the networks, too, take as many threads; the workers share the cores already


@pytest.fixture(scope="session")
def drawn() -> dict[str, Scan]:
    """Our own deck as scans, by card code."""
    return {card.code: scan_of("settebello", card.code, rasterise(card.code, 300)) for card in ITALIAN.cards}


@pytest.fixture(scope="session")
def sources(drawn: dict[str, Scan]) -> Sources:
    """What decks can be invented from when our own deck is all there is."""
    return Sources.of({"settebello": drawn})
