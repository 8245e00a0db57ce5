"""A match takes the deck that its photographs show, or that somebody chooses: one enrolled after it began, too."""

from __future__ import annotations

from sqlalchemy import select

from vision.decks.catalogue import family_of
from webapp.base.storage.db import database
from webapp.decks.menu import as_label, decks_for, games_with
from webapp.entry.models import Draft
from webapp.games import deck_of, layout_of
from webapp.match.models import Match, Round
from webapp.photos.models import Photo


def take(match: Match, deck: str) -> bool:
    """Write another deck into a match that is locked for it; False where its cards have other codes."""
    if not _fits(match, deck):
        return False
    match.deck = deck
    match.version += 1
    return True


def others(match: Match, device: str) -> dict[str, str]:
    """The decks that `device` may choose for a match instead of the one that it has: name -> label."""
    offered = decks_for(match.game, device, match.deck)
    return {deck: label for deck, label in offered.items() if deck != match.deck and _fits(match, deck)}


def on_table(match: Match, device: str) -> tuple[str, dict[str, str]]:
    """The label of the deck that a match has, and the `others`."""
    return as_label(match.deck, decks_for(match.game, device, match.deck)), others(match, device)


def _fits(match: Match, deck: str) -> bool:
    """Whether the cards of a match keep their codes with `deck` on the table, or none was entered yet."""
    if match.game not in games_with(family_of(deck) or ""):
        return False
    return same_codes(match, deck) or _is_blank(match)


def same_codes(match: Match, deck: str) -> bool:
    """Whether the cards of a match keep their codes with `deck` on the table."""
    other = Match(game=match.game, deck=deck, sides=match.sides, players=match.players, options=match.options)
    return deck_of(match) == deck_of(other)


def _is_blank(match: Match) -> bool:
    """Whether no card of a match was entered yet."""
    with database().reading() as session:
        drafts = session.scalars(select(Draft).where(Draft.match_id == match.id)).all()
        counted = session.scalar(select(Round.id).where(Round.match_id == match.id).limit(1))
        photographed = session.scalar(select(Photo.id).join(Draft).where(Draft.match_id == match.id).limit(1))
        held = any(codes for draft in drafts for codes in layout_of(match, draft.entry).given(draft).values())
    return counted is None and photographed is None and not held
