"""The names of decks: patterns, families where the pattern is not known, and what an enrolled deck may be called."""

import re
import secrets
from collections.abc import Mapping

from scoring.cards import FRENCH, ITALIAN, TAROT, TAROT_PIEMONTESE, Deck
from vision.errors import BadName

AUTO = "auto"  # the deck's name where the pile decides it
NAME = re.compile(r"[^\W_](?:[\w .'-]{0,38}[\w'])?")
PRIVATE = re.compile(r"(italian|french|tarot|piemontese)-[0-9a-f]{28}")

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
# Family -> the sets that lend prototypes of cards that have none of their own, as in weights trained without its scans.
LENDERS: Mapping[str, tuple[str, ...]] = {"italian": ("italian", *ITALIAN_PATTERNS), "piemontese": ("tarot",)}


def builtin_names() -> tuple[str, ...]:
    """The patterns that were trained, then the families."""
    return tuple(PATTERNS)


def family_of(name: str) -> str | None:
    """The family of the deck called `name`, one of FAMILIES; None where the name does not say it."""
    if private := PRIVATE.fullmatch(name):
        return private[1]
    return PATTERNS[name][0] if name in PATTERNS else None


def check_name(name: str) -> None:
    """Raise BadName for an invalid name of a deck to enrol."""
    if not NAME.fullmatch(name) or is_private(name) or name.casefold() in PATTERNS:
        raise BadName(name)


def private_name(family: str) -> str:
    """A new name for a deck of one device: its family, then random digits that nobody guesses."""
    return f"{family}-{secrets.token_hex(14)}"


def is_private(name: str) -> bool:
    """Whether this is the name of a deck of one device."""
    return PRIVATE.fullmatch(name) is not None
