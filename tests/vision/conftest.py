"""Read-only fixtures for several tests of vision, made once in each process."""

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
    """Sources of invented decks if our own deck is the only one."""
    return Sources.of({"settebello": drawn})
