"""What several tests of vision look at and none of them changes, made once a process."""

from __future__ import annotations

import pytest

from scoring.cards import ITALIAN
from vision.training.artwork.invented import Sources
from vision.training.artwork.own_deck import rasterise
from vision.training.synthesis.scans import Scan, scan_of


@pytest.fixture(scope="session")
def drawn() -> dict[str, Scan]:
    """Our own deck as scans, by card code."""
    return {card.code: scan_of("settebello", card.code, rasterise(card.code, 300)) for card in ITALIAN.cards}


@pytest.fixture(scope="session")
def sources(drawn: dict[str, Scan]) -> Sources:
    """What decks can be invented from when our own deck is all there is."""
    return Sources.of({"settebello": drawn})
