"""A deck improves with the piles that its owner confirms, where the owner has said that it may.

What is stored are numbers, one direction a card at most (`vision.enrolled.met`), never a picture. It happens after the
round is counted, and nothing that goes wrong here touches the round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.cards import FRENCH, ITALIAN, as_italian
from vision import enrolled
from vision.arrays import Floats
from vision.image import BadImage
from webapp.db import database
from webapp.games import layout_of
from webapp.models import Draft, Entry, Match, TaughtDeck
from webapp.services.photos import file_of

_FRENCH_FOR = {stands.code: card.code for card in FRENCH.cards if (stands := as_italian(card))}


@dataclass(frozen=True)
class Confirmed:
    """Cards that a player has confirmed on one photograph: its `picture`, the `width` in pixels that corners are
    measured on, and for each card its code and corners.
    """

    picture: bytes
    width: int
    cards: tuple[tuple[str, list[list[float]]], ...]


@dataclass(frozen=True)
class Experience:
    """What a round has to teach about the deck it was played with; the codes are those of the deck `cards`."""

    deck: str
    cards: str
    photographs: tuple[Confirmed, ...]


def gathered(session: Session, draft: Draft | None, match: Match, entry: Entry) -> Experience | None:
    """Return what the draft of a round that is being counted has to teach; None where its deck is not to learn.

    `entry` is the round as it counts: what a player took out of a pile again was no such card.
    """
    layout = layout_of(match)
    piles = entry.get(layout.field)
    if draft is None or not isinstance(piles, dict) or not _learns(session, match.deck, draft.device):
        return None
    photographs = []
    for photo in draft.photos:
        pile = set(piles.get(photo.side, ()))
        cards = [(each["answer"], each["corners"]) for each in photo.findings if each["answer"] in pile]
        file = file_of(photo.token)
        if cards and photo.checked and file.exists():
            photographs.append(Confirmed(file.read_bytes(), photo.width, tuple(cards)))
    return Experience(match.deck, layout.deck.name, tuple(photographs)) if photographs else None


def learn(experience: Experience | None) -> None:
    """Improve the deck by what was gathered."""
    if experience is None:
        return
    stored = enrolled.load(experience.deck)
    if stored is None:
        return
    try:
        cards = [
            (_own_code(code, experience.cards, stored.family), direction)
            for photograph in experience.photographs
            for code, direction in _looked_at(photograph)
        ]
    except (BadImage, ValueError) as wrong:  # the round counts all the same
        current_app.logger.warning("A pile taught nothing: %s", wrong)
        return
    with database().writing() as session:
        query = select(TaughtDeck).where(TaughtDeck.deck == experience.deck, TaughtDeck.learns)
        row = session.scalar(query.with_for_update())
        newest = enrolled.load(experience.deck)
        if row is not None and row.removed is None and newest is not None:
            enrolled.store(enrolled.met(newest, cards))


def _learns(session: Session, deck: str, device: str) -> bool:
    """Say whether piles that `device` confirms improve a deck: it is its own, and it has said so."""
    query = select(TaughtDeck.id).where(TaughtDeck.deck == deck, TaughtDeck.device == device, TaughtDeck.learns)
    return session.scalar(query.where(TaughtDeck.removed.is_(None))) is not None


def _looked_at(photograph: Confirmed) -> list[tuple[str, Floats]]:
    """Return the code, as the pile has it, and the direction of each confirmed card."""
    from vision.enrolment import embeddings_of  # its networks take a moment to load

    corners = np.array([quad for _, quad in photograph.cards], np.float64)
    found = embeddings_of(photograph.picture, corners, photograph.width)
    return [(code, direction) for (code, _), direction in zip(photograph.cards, found, strict=True)]


def _own_code(code: str, played: str, family: str) -> str:
    """Return the code that a taught deck of `family` has for a card of the deck `played`.

    In a game of Italian cards the pile names what the French cards stand for.
    """
    return _FRENCH_FOR[code] if (played, family) == (ITALIAN.name, FRENCH.name) else code
