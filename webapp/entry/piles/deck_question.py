"""The question which deck is on the table: asked where the photographs of a round doubt it.

A deck of which another is surely seen stops the round until somebody has looked; so do cards that are unsure. Once the
table has said that the deck is right, the match is not asked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vision.decks.catalogue import AUTO
from webapp.base.storage.db import database
from webapp.decks.menu import as_label, decks_for, others
from webapp.entry.screen import EntryScreen
from webapp.games import CardWay, Way
from webapp.match.models import Match, locked
from webapp.photos.detections import detections_on
from webapp.photos.models import Photo
from webapp.words.photos import BETWEEN, OTHER_DECK, parted

MOST_UNSURE = 1 / 3
"""A pile of which a greater share of cards is unsure stops the round."""
_UNSURE, _NO_CARD = ("doubtful", "open"), ("dismissed", "gone")


@dataclass(frozen=True)
class DeckQuestion:
    """Which deck lies on the table: `now`, a label, or one of `pictured`, which fit the photographs; name -> label.

    `unsure` of the `cards` of `side`'s pile are unsure. `decks`: all that the match may change to. `said`: it has one.
    """

    now: str
    said: bool
    pictured: Mapping[str, str]
    decks: Mapping[str, str]
    side: str
    unsure: int
    cards: int


def on_pile(screen: EntryScreen, side: str) -> DeckQuestion | None:
    """The question that the photographs of `side`'s pile ask: another deck fits better, or one of two."""
    return _asked(screen, [(side, screen.photos(side))], most=1)


def asked(screen: EntryScreen, way: Way) -> DeckQuestion | None:
    """The question that the round must answer before `way` counts it; None where its photographs doubt nothing."""
    if not isinstance(way, CardWay):
        return None
    given = [pile.side for pile in screen.piles if pile.source == "given"]
    found = _asked(screen, [(side, screen.photos(side)) for side in given], most=MOST_UNSURE)
    # Between two decks a card that is sure is the same in both.
    return None if found and not found.said and not found.unsure else found


def _asked(screen: EntryScreen, piles: Iterable[tuple[str, Sequence[Photo]]], most: float) -> DeckQuestion | None:
    match, photographed = screen.match, [(side, photos) for side, photos in piles if photos]
    if match.deck_said == match.deck or not photographed:
        return None
    decks = others(match, screen.device)
    fits = Counter(name for _, photos in photographed for photo in photos for name in shown(photo) if name in decks)
    side, doubts, cards = max(
        ((side, *_unsure(photos)) for side, photos in photographed), key=lambda pile: pile[1] / max(pile[2], 1)
    )
    if not fits and (match.deck == AUTO or doubts <= most * cards):
        return None
    now = as_label(match.deck, decks_for(match.game, screen.device, match.deck))
    pictured = {name: decks[name] for name, _ in fits.most_common(1 if match.deck != AUTO else 2)}
    return DeckQuestion(now, match.deck != AUTO, pictured, decks, side, doubts, cards)


def shown(photo: Photo) -> list[str]:
    """The decks that a photograph fits better than the one that it was read with: one, or two that it may be."""
    return [name for code, names in parted(photo.notes) if code in (OTHER_DECK, BETWEEN) for name in names.split(",")]


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
