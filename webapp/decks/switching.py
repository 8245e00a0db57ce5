"""A match takes the deck that its photographs show, or that somebody chooses: one enrolled after it began, too."""

from __future__ import annotations

from sqlalchemy import select

from vision.decks.catalogue import family_of
from webapp.base.storage.db import database
from webapp.decks.menu import as_label, decks_for, games_with
from webapp.entry.models import Draft
from webapp.games import deck_of, layout_of
from webapp.match.models import Match, Round, Visit, locked
from webapp.photos.models import Photo

MOST_MATCHES = 5


def matches_for(deck: str, device: str) -> list[Match]:
    """The matches, last opened first, that `device` plays in and whose photographs could be read with `deck`."""
    query = (
        select(Match)
        .join(Visit, Visit.match_id == Match.id)
        .where(Visit.device == device, Visit.plays, Match.game.in_(_games(deck)), Match.deck != deck)
        .order_by(Visit.seen.desc())
        .limit(MOST_MATCHES)
    )
    with database().reading() as session:
        return [match for match in session.scalars(query) if _fits(match, deck)]


def switch(match_id: int, device: str, deck: str) -> bool:
    """Read the photographs of a match with `deck` from now on; False where `device` does not play in it."""
    with database().writing() as session:
        match = locked(session, match_id)
        visit = session.get(Visit, (device, match_id))
        return visit is not None and visit.plays and take(match, deck)


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
    if match.game not in _games(deck):
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


def _games(deck: str) -> list[str]:
    return games_with(family_of(deck) or "")
