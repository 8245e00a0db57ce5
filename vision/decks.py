"""The decks that recognition knows by name: patterns, and families for when the pattern is not known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring.cards import FRENCH, ITALIAN, TAROT, TAROT_PIEMONTESE, Card, Deck
from vision import enrolled, models
from vision.models import Floats

FAMILIES: Mapping[str, Deck] = {"italian": ITALIAN, "french": FRENCH, "tarot": TAROT, "piemontese": TAROT_PIEMONTESE}

# Pattern -> (deck of cards, the sets of directions that are compared with). The last sets of a pattern help out with
# what the earlier ones do not have: no network has seen a Triestine deck or the trumps of the Tarocco Piemontese.
ITALIAN_PATTERNS = ("napoletane", "piacentine", "siciliane", "bergamasche", "trevisane", "spagnole", "settebello")
_SETS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    **{pattern: ("italian", (pattern,)) for pattern in (*ITALIAN_PATTERNS, "milanesi")},
    "triestine": ("italian", ("italian", *ITALIAN_PATTERNS)),
    "italian": ("italian", ("italian", *ITALIAN_PATTERNS, "milanesi")),
    "french": ("french", ("french",)),
    "tarot": ("tarot", ("tarot",)),
    "piemontese": ("piemontese", ("piemontese", "tarot")),
}


class UnknownDeck(ValueError):
    """No deck of that name; `name` is what was asked for."""

    code = "unknown_deck"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class KnownDeck:
    """A deck as the namer sees it: `directions` (N, 128), and for each of them the card it belongs to."""

    name: str
    family: Deck
    cards: tuple[Card, ...]
    owners: tuple[int, ...]  # index into `cards`, one a direction
    directions: Floats

    def likeness(self, embeddings: Floats) -> Floats:
        """Cosine (M, len(cards)) between each unit embedding (M, 128) and the likest drawing of each card."""
        best = np.full((len(self.cards), len(embeddings)), -1, np.float32)
        np.maximum.at(best, np.array(self.owners), (embeddings @ self.directions.T).T)
        return best.T

    def probabilities(self, embeddings: Floats, scale: float) -> Floats:
        """Probability (M, len(cards)) of each card for each unit embedding, if it is one of this deck at all."""
        logits = scale * embeddings @ self.directions.T
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        total = np.zeros((len(self.cards), len(embeddings)), np.float32)
        np.add.at(total, np.array(self.owners), weights.T)
        shares: Floats = (total / total.sum(axis=0)).T
        return shares


def builtin_names() -> tuple[str, ...]:
    """The patterns that were trained, then the families."""
    return tuple(_SETS)


def deck_names() -> tuple[str, ...]:
    """Every name that `known` accepts: patterns, families, then the decks taught on this machine."""
    return tuple(_SETS) + enrolled.names()


def family_of(name: str) -> str | None:
    """The family of the deck called `name`, one of FAMILIES; None for a deck that was never known."""
    return _SETS[name][0] if name in _SETS else enrolled.family(name)


def known(name: str) -> KnownDeck:
    """The deck called `name`; raises UnknownDeck."""
    if name not in _SETS:
        taught = enrolled.load(name)
        if taught is None:
            raise UnknownDeck(name)
        return _taught(taught)
    family_name, sets = _SETS[name]
    family = FAMILIES[family_name]
    stored = models.prototypes()
    place = {card.code: index for index, card in enumerate(family.cards)}
    owners: list[int] = []
    rows: list[Floats] = []
    for one in sets:
        for code, direction in zip(stored.codes[one], stored.directions[one], strict=True):
            foreign_suit = one == "tarot" and name == "piemontese" and not code.startswith(("T", "FOOL"))
            if code in place and not foreign_suit:
                owners.append(place[code])
                rows.append(direction)
    return KnownDeck(name, family, family.cards, tuple(owners), np.stack(rows))


def _taught(deck: enrolled.EnrolledDeck) -> KnownDeck:
    """A deck from the user's own photographs; a card nobody photographed, such as a joker, is not among its cards."""
    family = FAMILIES[deck.family]
    cards = tuple(card for card in family.cards if card.code in deck.codes)
    place = {card.code: index for index, card in enumerate(cards)}
    return KnownDeck(deck.name, family, cards, tuple(place[code] for code in deck.codes), deck.improved)
