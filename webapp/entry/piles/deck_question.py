"""The question which deck is on the table, asked if the photographs of a round cast doubt on it.

If another deck fits clearly better, or many cards are unsure, the round is not counted before a player answers. Once
the table has confirmed the deck, it is not asked again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.decks.catalogue import AUTO
from webapp.base.storage.db import database
from webapp.decks.menu import as_label, decks_for, others
from webapp.entry.screen import EntryScreen
from webapp.match.models import Match, locked
from webapp.photos.detections import detections_on
from webapp.photos.models import Photo
from webapp.words.photos import BETWEEN, OTHER_DECK, parted

MOST_UNSURE = 1 / 3
"""If a greater share of a pile's cards is unsure, the question is asked before the round counts."""
_UNSURE, _NO_CARD = ("doubtful", "open"), ("dismissed", "gone")


@dataclass(frozen=True)
class DeckQuestion:
    """Which deck lies on the table: `now` (a label), or one of `pictured`, the decks that fit (name -> label)?

    `unsure` of the `cards` of `side`'s pile are unsure. `decks`: all decks the match may change to. `said`: the match
    has a deck.
    """

    now: str
    said: bool
    pictured: Mapping[str, str]
    decks: Mapping[str, str]
    side: str
    unsure: int
    cards: int


def asked(screen: EntryScreen, side: str | None = None) -> DeckQuestion | None:
    """The deck question for the page of `side`'s pile: another deck fits better, or two fit.

    Without a side: the question to answer before the round counts, also asked if many cards of a pile are unsure.
    """
    match, given = screen.match, [pile.side for pile in screen.piles if pile.source == "given"]
    photographed = [(each, screen.photos(each)) for each in ([side] if side else given) if screen.photos(each)]
    if match.deck_said == match.deck or not photographed:
        return None
    decks, said = others(match, screen.device), match.deck != AUTO
    fits = Counter(name for _, photos in photographed for photo in photos for name in shown(photo) if name in decks)
    worst, doubts, cards = max(
        ((each, *_unsure(photos)) for each, photos in photographed), key=lambda pile: pile[1] / max(pile[2], 1)
    )
    is_unsure = said and not side and doubts > MOST_UNSURE * cards
    # With two possible decks, sure cards have the same name in both.
    if not (fits or is_unsure) or not (side or said or doubts):
        return None
    now = as_label(match.deck, decks_for(match.game, screen.device, match.deck))
    pictured = {name: decks[name] for name, _ in fits.most_common(1 if said else 2)}
    return DeckQuestion(now, said, pictured, decks, worst, doubts, cards)


def shown(photo: Photo) -> list[str]:
    """The decks that fit a photograph better than the one it was read with: one, or two possible ones."""
    return [name for code, names in parted(photo.notes) if code in (OTHER_DECK, BETWEEN) for name in names.split(",")]


def is_right(match: Match, deck: str) -> None:
    """Store that the table confirmed `deck`, unless the match has another deck by now."""
    with database().writing() as session:
        now = locked(session, match.id)
        if now.deck == deck:
            now.deck_said = match.deck_said = deck


def _unsure(photos: Sequence[Photo]) -> tuple[int, int]:
    """(Number of unsure cards, number of cards) on the photographs of a pile."""
    states = [detection.state for photo in photos for detection in detections_on(photo)]
    return sum(state in _UNSURE for state in states), sum(state not in _NO_CARD for state in states)
