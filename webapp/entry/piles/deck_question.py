"""The question which deck is on the table: asked before a photographed round counts, where its pictures doubt the deck.

Once the table has said that the deck is right, the match is not asked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webapp.base.storage.db import database
from webapp.decks.menu import decks_for
from webapp.decks.switching import others
from webapp.entry.screen import EntryScreen
from webapp.games import CardWay, Way
from webapp.match.models import Match, locked
from webapp.photos.detections import detections_on
from webapp.photos.models import Photo
from webapp.words.photos import OTHER_DECK

MOST_UNSURE = 1 / 3
"""A pile of which a greater share of cards is unsure stops the round."""
_UNSURE, _NO_CARD = ("doubtful", "open"), ("dismissed", "gone")


@dataclass(frozen=True)
class DeckQuestion:
    """Whether the deck `now`, a label, is right: `other` is the pattern that fits the photographs better, or empty.

    `unsure` of the `cards` of `side`'s pile are unsure. `decks`: those that the match may change to, name -> label.
    """

    now: str
    other: str
    side: str
    unsure: int
    cards: int
    decks: Mapping[str, str]


def asked(screen: EntryScreen, way: Way) -> DeckQuestion | None:
    """The question that the round must answer before `way` counts it; None where its photographs doubt nothing."""
    match = screen.match
    if match.deck_said == match.deck or not isinstance(way, CardWay):
        return None
    piles = [(side, screen.photos(side)) for side in (pile.side for pile in screen.piles if pile.source == "given")]
    fits = Counter(name for _, photos in piles for photo in photos if (name := other_deck(photo)))
    unsure = [(side, *_unsure(photos)) for side, photos in piles if photos]
    worst = max(unsure, key=lambda found: found[1] / max(found[2], 1), default=None)
    if worst is None:
        return None
    decks = others(match, screen.device)
    other = next((name for name, _ in fits.most_common() if name in decks), "")
    side, doubts, cards = worst
    if not other and doubts <= MOST_UNSURE * cards:
        return None
    now = decks_for(match.game, screen.device, match.deck).get(match.deck, match.deck)
    return DeckQuestion(now, other, side, doubts, cards, decks)


def other_deck(photo: Photo) -> str:
    """The pattern that a photograph fits better than the deck that it was read with; empty where none does."""
    parted = [note.partition(":") for note in photo.notes]
    return next((name for code, _, name in parted if code == OTHER_DECK), "")


def is_right(match: Match, deck: str) -> None:
    """Store that the table said that `deck` is right; where the match has another by now, nothing was said of that."""
    with database().writing() as session:
        now = locked(session, match.id)
        if now.deck == deck:
            now.deck_said = match.deck_said = deck


def _unsure(photos: Sequence[Photo]) -> tuple[int, int]:
    """How many cards on the photographs of a pile are unsure, and how many there are."""
    states = [detection.state for photo in photos for detection in detections_on(photo)]
    return sum(state in _UNSURE for state in states), sum(state not in _NO_CARD for state in states)
