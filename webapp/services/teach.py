"""Teaching a deck: photograph by photograph, kept at every step until the deck is kept or `PHOTO_DAYS` have passed.

A teaching opens with its token only. Its pictures are re-encoded like those of a pile (`webapp.services.photos`) and go
when the deck is kept; what stays of them then is one direction a card (`vision.enrolled`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import numpy as np
from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from vision import enrolled
from vision.enrolment import JOKERS, MOST_SEEN, Sheet, asked, cards_on, deck_of
from vision.types import Note
from webapp.db import database
from webapp.models import TaughtDeck, Teaching, TeachingSheet, now
from webapp.nearer import Shown
from webapp.outlines import Outline, is_same_card, place_among
from webapp.services.photos import delete_files, file_of
from webapp.services.taughtdecks import keep_row
from webapp.tokens import new_token

MOST_TEACHINGS = 4  # begun and not finished, on one device: an older one gives way


class Unfinished(Exception):
    """A photograph is missing, has a wrong number of cards, or was not confirmed."""


def begin(device: str, name: str, family: str) -> Teaching:
    """Begin to teach a deck on `device`."""
    with database().writing() as session:
        _prune(session)
        for old in _of_device(session, device)[MOST_TEACHINGS - 1 :]:
            _delete(session, old)
        teaching = Teaching(token=new_token(), device=device, name=name, family=family, sheets=[])
        session.add(teaching)
        return teaching


def drafts_of(device: str) -> list[Teaching]:
    """Return what `device` has begun to teach and not finished, the latest first."""
    with database().reading() as session:
        return _of_device(session, device)


def load(token: str) -> Teaching | None:
    """Return a teaching with its photographs, or None."""
    with database().reading() as session:
        return _find(session, token)


def put(token: str, suit: str, picture: bytes, sheet: Sheet) -> None:
    """Keep a photograph with what was seen on it, in the place of an earlier one of the same suit."""
    with database().writing() as session:
        teaching = _find(session, token, locked=True)
        if teaching is None:
            return
        for old in [each for each in teaching.sheets if each.suit == suit]:
            teaching.sheets.remove(old)
            delete_files([old.token])
        session.flush()
        name = new_token()
        file_of(name).write_bytes(picture)
        width, height = sheet.size
        teaching.sheets.append(
            TeachingSheet(
                suit=suit,
                token=name,
                width=width,
                height=height,
                corners=[[list(corner) for corner in corners] for corners in sheet.corners],
                directions=sheet.embeddings.astype(np.float32).tobytes(),
                notes=[note.code for note in sheet.notes],
                confirmed=False,
            )
        )


def rearrange(token: str, suit: str, picture: str, places: Sequence[int]) -> None:
    """Keep the cards at `places` of a photograph only, in that order; `picture` is its token as the page showed it.

    Without any place the photograph goes altogether.
    """
    with database().writing() as session:
        row = _sheet_row(_find(session, token, locked=True), suit)
        if row is None or row.token != picture:
            return
        if not places:
            delete_files([row.token])
            session.delete(row)
            return
        picked = sheet_of(row).picked(places)
        row.corners = [row.corners[place] for place in places]
        row.directions = picked.embeddings.tobytes()
        row.confirmed = False


def add(token: str, suit: str, picture: str, shown: Shown) -> int | None:
    """Put a card that a photograph missed where it lies among the others; returns its index there.

    None where the photograph, `picture` its token as the page showed it, is gone, full, or has that card already.
    """
    with database().writing() as session:
        row = _sheet_row(_find(session, token, locked=True), suit)
        if row is None or row.token != picture or not has_room(row, shown.corners):
            return None
        place = place_among(row.corners, shown.corners)
        directions = np.frombuffer(row.directions, np.float32).reshape(-1, len(shown.direction))
        row.corners = [*row.corners[:place], shown.corners, *row.corners[place:]]
        row.directions = np.insert(directions, place, shown.direction, axis=0).tobytes()
        row.confirmed = False
        return place


def has_room(row: TeachingSheet, outline: Outline) -> bool:
    """Say whether a photograph takes one card more there: it has no frame about that place, nor far too many."""
    return len(row.corners) < MOST_SEEN and not any(is_same_card(outline, corners) for corners in row.corners)


def confirm(token: str, suit: str, picture: str) -> bool:
    """Note that every card of a photograph has its right name; returns whether the page showed what is there."""
    with database().writing() as session:
        teaching = _find(session, token, locked=True)
        row = _sheet_row(teaching, suit)
        if teaching is None or row is None or row.token != picture:
            return False
        if cards_on(teaching.family, suit, len(row.corners)) is None:
            return False
        row.confirmed = True
        return True


def missing(teaching: Teaching) -> list[str]:
    """Return the suits that still want a photograph or a confirmation; a photograph of jokers is optional."""
    there = {row.suit: row.confirmed for row in teaching.sheets}
    return [suit for suit in asked(teaching.family) if not there.get(suit, suit == JOKERS)]


def sheets_of(teaching: Teaching) -> Mapping[str, Sheet]:
    """Return what was seen on each photograph, suit by suit."""
    rows = {row.suit: row for row in teaching.sheets}
    return {suit: sheet_of(rows[suit]) for suit in asked(teaching.family) if suit in rows}


def sheet_of(row: TeachingSheet) -> Sheet:
    """Return what was seen on a stored photograph."""
    corners = tuple(tuple((float(x), float(y)) for x, y in card) for card in row.corners)
    directions = np.frombuffer(row.directions, np.float32).reshape(len(corners), -1)
    return Sheet((row.width, row.height), corners, directions, tuple(map(Note, row.notes)))


def keep(token: str, device: str, name: str, *, club: bool) -> TaughtDeck | None:
    """Keep the deck for `device` or for the whole club, and throw the photographs away.

    One of the same name that this device taught before is replaced, where it lies and for its matches. None when there
    is no such teaching (any more). Raises `Unfinished`, and what `taughtdecks.keep_row` raises.
    """
    with database().writing() as session:
        teaching = _find(session, token, locked=True)
        if teaching is None:
            return None
        if missing(teaching):
            raise Unfinished
        row = keep_row(session, device, name, teaching.family, club=club)
        enrolled.store(deck_of(row.deck, teaching.family, sheets_of(teaching)))
        _delete(session, teaching)
        return row


def leave(token: str) -> None:
    """Throw a teaching away with its photographs."""
    with database().writing() as session:
        teaching = _find(session, token, locked=True)
        if teaching is not None:
            _delete(session, teaching)


def _sheet_row(teaching: Teaching | None, suit: str) -> TeachingSheet | None:
    return next((row for row in teaching.sheets if row.suit == suit), None) if teaching else None


def _find(session: Session, token: str, *, locked: bool = False) -> Teaching | None:
    query = select(Teaching).where(Teaching.token == token, Teaching.created >= _oldest())
    query = query.options(selectinload(Teaching.sheets))
    return session.scalar(query.with_for_update() if locked else query)


def _of_device(session: Session, device: str) -> list[Teaching]:
    query = select(Teaching).where(Teaching.device == device, Teaching.created >= _oldest())
    return list(session.scalars(query.options(selectinload(Teaching.sheets)).order_by(Teaching.id.desc())))


def _oldest() -> datetime:
    """Return since when teachings go on: the pictures of older ones are gone."""
    return now() - timedelta(days=current_app.config["PHOTO_DAYS"])


def _prune(session: Session) -> None:
    """Delete what was begun so long ago that its pictures are gone."""
    query = select(Teaching).where(Teaching.created < _oldest()).options(selectinload(Teaching.sheets))
    for old in session.scalars(query):
        _delete(session, old)


def _delete(session: Session, teaching: Teaching) -> None:
    delete_files(row.token for row in teaching.sheets)
    session.delete(teaching)
