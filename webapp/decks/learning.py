"""An enrolled deck improves with the piles that its owner confirms, where the owner has said that it may.

It stores numbers (`vision.decks.enrolled.met`), never a picture. It happens after the round is counted:
nothing that goes wrong here touches the round.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

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
from webapp.photos.work import reader, reading
from webapp.photos.work.readers import LEARNING, TooBusy

_FRENCH_FOR = {stands.code: card.code for card in FRENCH.cards if (stands := as_italian(card))}


Cards = tuple[tuple[str, Corners], ...]
"""The code and the four corners of each card on a photograph that a player has confirmed."""


def learn_from(session: Session, draft: Draft | None, match: Match, entry: Entry, device: str) -> None:
    """Let the deck of a round learn from its confirmed cards, once the round is counted.

    `entry` is the round as it counts: a card that the player took out of a pile again is left out. `device` counts it:
    the draft may be the table's. The pictures are taken along, for they go with the draft.
    """
    piles = game_of(match).piles_of(match, entry)
    own = (EnrolledDeck.deck == match.deck, EnrolledDeck.device == device, EnrolledDeck.removed.is_(None))
    learns = select(EnrolledDeck.id).where(*own, EnrolledDeck.learns)
    if draft is None or not draft.photos or not piles or session.scalar(learns) is None:
        return
    confirmed = []
    for photo in draft.photos:
        pile = set(piles.get(photo.side, ()))
        cards = [(each.answer, each.corners) for each in detections_on(photo) if each.answer and each.answer in pile]
        if cards and photo.checked and (picture := picture_of(photo.token)):
            confirmed.append((picture, photo.width, tuple(cards)))
    if confirmed:
        database().after_writing(partial(_learn, match.deck, layout_of(match).deck.name, confirmed))


def _learn(deck: str, played: str, confirmed: Iterable[tuple[bytes, int, Cards]]) -> None:
    """Improve a deck by the cards on photographs: (picture, width of the photograph in pixels, cards).

    Their codes are those of the cards called `played`.
    """
    stored = enrolled.load(deck)
    if stored is None or stored.base:  # of one that was met in a match the next match learns more (`examples`)
        return
    met: list[tuple[str, Floats]] = []
    try:
        for picture, width, cards in confirmed:
            embeddings = reading.run(LEARNING, reader.embeddings, picture, [corners for _, corners in cards], width)
            codes = [enrolled_code(code, played, stored.family) for code, _ in cards]
            met += zip(codes, embeddings, strict=True)
    except (BadImage, ValueError, TooBusy) as wrong:  # the round counts all the same
        current_app.logger.warning("Nothing was learned from a pile: %r", wrong)
        return
    with database().writing() as session:
        query = select(EnrolledDeck).where(EnrolledDeck.deck == deck, EnrolledDeck.learns)
        row = session.scalar(query.with_for_update())
        newest = enrolled.load(deck)
        if row is not None and row.removed is None and newest is not None:
            enrolled.store(enrolled.met(newest, met))


def enrolled_code(code: str, played: str, family: str) -> str:
    """The code that a deck of `family` has for a card of a pile.

    In a game of Italian cards (`played`) the pile names what the French cards on the table stand for.
    """
    return _FRENCH_FOR[code] if (played, family) == (ITALIAN.name, FRENCH.name) else code
