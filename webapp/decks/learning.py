"""An enrolled deck improves with the piles that its owner confirms, where the owner has said that it may.

It stores numbers (`vision.decks.enrolled.met`), never a picture. It happens after the round is counted:
nothing that goes wrong here touches the round.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.cards import FRENCH, ITALIAN, as_italian
from vision import BadImage
from vision.arrays import Floats
from vision.decks import enrolled
from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry
from webapp.decks.models import EnrolledDeck
from webapp.entry.models import Draft
from webapp.games import game_of, layout_of
from webapp.match.models import Match
from webapp.photos.detections import Corners, detections_on
from webapp.photos.store import picture_of
from webapp.photos.work import reading

_FRENCH_FOR = {stands.code: card.code for card in FRENCH.cards if (stands := as_italian(card))}


@dataclass(frozen=True)
class ConfirmedPhoto:
    """The cards that a player has confirmed on one photograph.

    `picture`: its bytes. `cards`: the code and the four corners of each, in pixels of a photograph `width` wide.
    """

    picture: bytes
    width: int
    cards: tuple[tuple[str, Corners], ...]


@dataclass(frozen=True)
class ConfirmedRound:
    """The confirmed cards of a round for `deck`; their codes are those of the cards called `played`."""

    deck: str
    played: str
    photographs: tuple[ConfirmedPhoto, ...]


def confirmed(session: Session, draft: Draft | None, match: Match, entry: Entry, device: str) -> ConfirmedRound | None:
    """The confirmed cards in the draft of a round that is being counted; None where its deck is not to learn.

    `entry` is the round as it counts: a card that the player took out of a pile again is left out. `device` counts it:
    the draft may be the table's.
    """
    if draft is None or not draft.photos:
        return None
    piles = game_of(match).piles_of(match, entry)
    if not piles or not _learns(session, match.deck, device):
        return None
    photographs = []
    for photo in draft.photos:
        pile = set(piles.get(photo.side, ()))
        cards = [(each.answer, each.corners) for each in detections_on(photo) if each.answer and each.answer in pile]
        if cards and photo.checked and (picture := picture_of(photo.token)):
            photographs.append(ConfirmedPhoto(picture, photo.width, tuple(cards)))
    return ConfirmedRound(match.deck, layout_of(match).deck.name, tuple(photographs)) if photographs else None


def learn(counted: ConfirmedRound | None) -> None:
    """Improve the deck of a round by its confirmed cards."""
    if counted is None:
        return
    stored = enrolled.load(counted.deck)
    if stored is None or stored.base:  # of one that was met in a match the next match learns more (`examples`)
        return
    try:
        cards = [
            (enrolled_code(code, counted.played, stored.family), embedding)
            for photograph in counted.photographs
            for code, embedding in _embedded(photograph)
        ]
    except (BadImage, ValueError, reading.TooBusy) as wrong:  # the round counts all the same
        current_app.logger.warning("Nothing was learned from a pile: %r", wrong)
        return
    with database().writing() as session:
        query = select(EnrolledDeck).where(EnrolledDeck.deck == counted.deck, EnrolledDeck.learns)
        row = session.scalar(query.with_for_update())
        newest = enrolled.load(counted.deck)
        if row is not None and row.removed is None and newest is not None:
            enrolled.store(enrolled.met(newest, cards))


def _learns(session: Session, deck: str, device: str) -> bool:
    """Whether piles that `device` confirms improve a deck: it belongs to the device, and may learn."""
    query = select(EnrolledDeck.id).where(EnrolledDeck.deck == deck, EnrolledDeck.device == device)
    return session.scalar(query.where(EnrolledDeck.learns, EnrolledDeck.removed.is_(None))) is not None


def _embedded(photograph: ConfirmedPhoto) -> list[tuple[str, Floats]]:
    """The code and the unit embedding (128,) of each confirmed card."""
    corners = [quad for _, quad in photograph.cards]
    embeddings = reading.embeddings(photograph.picture, corners, photograph.width)
    return [(code, embedding) for (code, _), embedding in zip(photograph.cards, embeddings, strict=True)]


def enrolled_code(code: str, played: str, family: str) -> str:
    """The code that a deck of `family` has for a card of a pile.

    In a game of Italian cards (`played`) the pile names what the French cards on the table stand for.
    """
    return _FRENCH_FOR[code] if (played, family) == (ITALIAN.name, FRENCH.name) else code
