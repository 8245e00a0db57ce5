"""Enrolments in progress, stored after every step until they are finished or `PHOTO_DAYS` old.

An enrolment opens only by its token. Its pictures are re-encoded and stored like those of a pile
(`webapp.photos.store`). They are deleted at the end; one embedding for each card remains
(`webapp.base.storage.deck_files`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import numpy as np
from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from vision import Note
from vision.arrays import Floats
from vision.decks.indices import unread
from vision.nets.versions import namer_version
from vision.pipeline.enrolment import JOKERS, MOST_SEEN, Sheet, Shown, asked, cards_on, deck_of, place_among
from webapp.base.storage import deck_files
from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.decks import enrolled_decks
from webapp.decks.models import EnrolledDeck, Enrolment, EnrolmentPhoto
from webapp.photos.corners import Outline, is_same_card
from webapp.photos.store import delete_pictures, save

EMBEDDING = 128  # length of an embedding
MOST_ENROLMENTS = 4  # in progress on one device; a further one replaces the oldest


class Unfinished(Exception):
    """A photograph is missing, has a wrong number of cards, or is not confirmed."""


def begin(device: str, name: str, family: str) -> Enrolment:
    with database().writing() as session:
        for old in of_device(device)[MOST_ENROLMENTS - 1 :]:
            _delete(session, old)
        enrolment = Enrolment(token=new_token(), device=device, name=name, family=family, photos=[])
        session.add(enrolment)
        return enrolment


def of_device(device: str) -> list[Enrolment]:
    """The unfinished enrolments of `device`, latest first."""
    query = select(Enrolment).where(Enrolment.device == device, Enrolment.created >= _oldest())
    query = query.options(selectinload(Enrolment.photos)).order_by(Enrolment.id.desc())
    with database().reading() as session:
        return list(session.scalars(query))


def load(token: str) -> Enrolment | None:
    """The enrolment with its photographs, or None."""
    with database().reading() as session:
        return _find(session, token)


def put(token: str, suit: str, upload: str, picture: bytes, seen: Sheet) -> bool:
    """Store the photograph of a suit under the token `upload`, with the cards seen, replacing an earlier one.

    Returns False if the enrolment is gone.
    """
    with database().writing() as session:
        enrolment = _find(session, token, lock=True)
        if enrolment is None:
            return False
        for old in [photo for photo in enrolment.photos if photo.suit == suit]:
            enrolment.photos.remove(old)
            delete_pictures([old.token])
        session.flush()
        save(upload, picture)
        width, height = seen.size
        notes = [note.code for note in seen.notes]
        photo = EnrolmentPhoto(suit=suit, token=upload, width=width, height=height, notes=notes)
        photo.namer = namer_version()
        _write(photo, [[list(corner) for corner in corners] for corners in seen.corners], _rows(seen))
        enrolment.photos.append(photo)
        return True


def rearrange(token: str, suit: str, picture: str, places: Sequence[int]) -> None:
    """Keep only the cards at these `places` of a photograph, in this order; without any, delete the photograph.

    `picture` is the token of the photograph on the page; if another has replaced it, nothing happens.
    """
    with database().writing() as session:
        photo = _photo(_find(session, token, lock=True), suit, picture)
        if photo is None:
            return
        if not places:
            delete_pictures([photo.token])
            session.delete(photo)
            return
        _write(photo, [photo.corners[place] for place in places], _stored(photo)[list(places)])


def add(token: str, suit: str, picture: str, shown: Shown) -> int | None:
    """Add a missed card to a photograph at its place in reading order; returns its index.

    None if the photograph `picture` is gone, full, or already has that card.
    """
    with database().writing() as session:
        photo = _photo(_find(session, token, lock=True), suit, picture)
        if photo is None or not has_room(photo, shown.corners):
            return None
        place = place_among(photo.corners, shown.corners)
        corners = [*photo.corners[:place], shown.corners, *photo.corners[place:]]
        rows = _stored(photo)
        row = np.hstack([shown.embedding, unread(1)[0]])[: rows.shape[1]]
        _write(photo, corners, np.insert(rows, place, row, axis=0))
        return place


def has_room(photo: EnrolmentPhoto, outline: Outline) -> bool:
    """Whether a card can be added at `outline`: no card is there yet, and the number of cards is limited."""
    return len(photo.corners) < MOST_SEEN and not any(is_same_card(outline, corners) for corners in photo.corners)


def confirm(token: str, suit: str, picture: str) -> bool:
    """Confirm the names of all cards of a photograph; False if their number is wrong or the photograph was replaced."""
    with database().writing() as session:
        enrolment = _find(session, token, lock=True)
        photo = _photo(enrolment, suit, picture)
        if enrolment is None or photo is None or cards_on(enrolment.family, suit, len(photo.corners)) is None:
            return False
        photo.confirmed = True
        return True


def missing(enrolment: Enrolment) -> list[str]:
    """The suits whose photograph must still be taken or confirmed; jokers are optional."""
    confirmed = {photo.suit: photo.confirmed for photo in enrolment.photos}
    return [suit for suit in asked(enrolment.family) if not confirmed.get(suit, suit == JOKERS)]


def sheets_of(enrolment: Enrolment) -> Mapping[str, Sheet]:
    """The cards seen on each photograph, by suit, in deck order."""
    photos = {photo.suit: photo for photo in enrolment.photos}
    return {suit: _sheet(photos[suit]) for suit in asked(enrolment.family) if suit in photos}


def finish(token: str, device: str, name: str, *, club: bool) -> EnrolledDeck | None:
    """Store the deck for `device` or the whole club, and delete the enrolment with its photographs.

    Replaces a deck of the same name that this device enrolled before, also in its matches. Returns None if the
    enrolment is gone. Raises `Unfinished`, and the errors of `enrolled_decks.claim`.
    """
    with database().writing() as session:
        enrolment = _find(session, token, lock=True)
        if enrolment is None:
            return None
        if missing(enrolment):
            raise Unfinished
        row = enrolled_decks.claim(session, device, name, enrolment.family, club=club)
        deck = deck_of(row.deck, enrolment.family, sheets_of(enrolment))
        earlier = [photo.namer for photo in enrolment.photos if photo.namer != namer_version()]
        deck_files.store(replace(deck, namer=next(iter(earlier), namer_version())))
        _delete(session, enrolment)
        return row


def leave(token: str) -> None:
    with database().writing() as session:
        enrolment = _find(session, token, lock=True)
        if enrolment is not None:
            _delete(session, enrolment)


def forget_device(session: Session, device: str) -> None:
    query = select(Enrolment).where(Enrolment.device == device).options(selectinload(Enrolment.photos))
    for enrolment in session.scalars(query):
        _delete(session, enrolment)


def _sheet(photo: EnrolmentPhoto) -> Sheet:
    corners = tuple(tuple((float(x), float(y)) for x, y in card) for card in photo.corners)
    rows, notes = _stored(photo), tuple(map(Note, photo.notes))
    read = rows[:, EMBEDDING:] if rows.shape[1] > EMBEDDING else None
    return Sheet((photo.width, photo.height), corners, rows[:, :EMBEDDING], notes, read)


def _rows(seen: Sheet) -> Floats:
    """The stored row of each card, (N, 128 or more): its unit embedding, then the readings of its corners."""
    return seen.embeddings if seen.indices is None else np.hstack([seen.embeddings, seen.indices])


def _stored(photo: EnrolmentPhoto) -> Floats:
    return np.frombuffer(photo.embeddings, np.float32).reshape(len(photo.corners), -1)


def _write(photo: EnrolmentPhoto, corners: list[list[list[float]]], rows: Floats) -> None:
    """Set the cards of a photograph, which must then be confirmed again."""
    photo.corners, photo.embeddings = corners, rows.astype(np.float32).tobytes()
    photo.confirmed = False


def _photo(enrolment: Enrolment | None, suit: str, picture: str) -> EnrolmentPhoto | None:
    photos = enrolment.photos if enrolment else []
    return next((photo for photo in photos if (photo.suit, photo.token) == (suit, picture)), None)


def _find(session: Session, token: str, *, lock: bool = False) -> Enrolment | None:
    query = select(Enrolment).where(Enrolment.token == token, Enrolment.created >= _oldest())
    query = query.options(selectinload(Enrolment.photos))
    return session.scalar(query.with_for_update() if lock else query)


def _oldest() -> datetime:
    """Enrolments begun before this time are over: `webapp.photos.store.prune` has deleted their pictures."""
    return now() - timedelta(days=current_app.config["PHOTO_DAYS"])


def forget_old() -> int:
    """Delete a batch of expired enrolments with their pictures; returns how many."""

    def pictures(session: Session, old: Sequence[int]) -> None:
        delete_pictures(session.scalars(select(EnrolmentPhoto.token).where(EnrolmentPhoto.enrolment_id.in_(old))))

    return database().delete_some(Enrolment, Enrolment.created < _oldest(), first=pictures)


def _delete(session: Session, enrolment: Enrolment) -> None:
    delete_pictures(photo.token for photo in enrolment.photos)
    session.delete(enrolment)
