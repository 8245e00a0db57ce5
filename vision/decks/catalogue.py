"""The decks that recognition knows by name: patterns, families where the pattern is not known, and enrolled decks."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.cards import FRENCH, ITALIAN, TAROT, TAROT_PIEMONTESE, Deck
from vision.decks import enrolled

AUTO = "auto"  # the deck's name where the pile has to say it

FAMILIES: Mapping[str, Deck] = {"italian": ITALIAN, "french": FRENCH, "tarot": TAROT, "piemontese": TAROT_PIEMONTESE}

ITALIAN_PATTERNS = (
    "napoletane",
    "piacentine",
    "siciliane",
    "bergamasche",
    "trevisane",
    "triestine",
    "romagnole",
    "spagnole",
    "settebello",
)
# Pattern -> (family, the sets of prototypes in weights/prototypes.npz that it is compared with).
PATTERNS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    **{pattern: ("italian", (pattern,)) for pattern in (*ITALIAN_PATTERNS, "milanesi")},
    "italian": ("italian", ("italian", *ITALIAN_PATTERNS, "milanesi")),
    "french": ("french", ("french",)),
    "tarot": ("tarot", ("tarot",)),
    "piemontese": ("piemontese", ("piemontese",)),
}
# Pattern or family -> the width of its cards by their height; makers differ by a twentieth, French ones by more.
ASPECTS: Mapping[str, float] = {
    "napoletane": 0.61,
    "piacentine": 0.58,
    "siciliane": 0.62,
    "bergamasche": 0.54,
    "trevisane": 0.51,
    "triestine": 0.53,
    "romagnole": 0.53,
    "spagnole": 0.65,
    "settebello": 0.6,
    "milanesi": 0.56,
    "italian": 0.58,
    "french": 0.66,
    "tarot": 0.54,
    "piemontese": 0.58,
}
# Family -> the sets that lend a pattern the cards of which the weights have no prototype of its own: weights that were
# trained without its scans know nothing of it.
LENDERS: Mapping[str, tuple[str, ...]] = {"italian": ("italian", *ITALIAN_PATTERNS), "piemontese": ("tarot",)}


def builtin_names() -> tuple[str, ...]:
    """The patterns that were trained, then the families."""
    return tuple(PATTERNS)


def deck_names() -> tuple[str, ...]:
    """Every name that `recognise` takes: patterns, families, then the decks enrolled on this machine."""
    return builtin_names() + enrolled.names()


def family_of(name: str) -> str | None:
    """The family of the deck called `name`, one of FAMILIES; None for a deck that was never known."""
    if name == AUTO:
        return None
    return PATTERNS[name][0] if name in PATTERNS else enrolled.family(name)
