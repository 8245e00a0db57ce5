"""Photographs: bounded, re-encoded, read by the recogniser, shown to the players of their match, and deleted.

The picture that is kept is the one `vision.image` wrote: turned upright, without the camera's metadata. It lies in the
data directory, never under `static`, and goes when its round is counted or after `PHOTO_DAYS`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Protocol

from flask import Flask, current_app
from sqlalchemy import select

from scoring.cards import FRENCH, Deck
from vision.decks import family_of
from vision.types import Recognition
from webapp.db import database
from webapp.findings import Finding, findings_of
from webapp.games import layout_of
from webapp.models import Draft, Match, Photo
from webapp.tokens import is_token

if TYPE_CHECKING:
    from vision.enrolment import Sheet
    from webapp.nearer import Shown
    from webapp.outlines import Outline


class TooMuchSeen(Exception):
    """Far more cards were seen than the deck has: whatever it shows, it is no pile to be asked about card by card."""


class TooBusy(Exception):
    """Every reader of photographs stayed busy for `PHOTO_PATIENCE` seconds."""


MOST_SEEN = 60


class Recogniser(Protocol):
    """What reads photographs: `app.extensions["recogniser"]`, `vision` unless a test puts another there."""

    def recognise(self, data: bytes, deck: str, packs: int = 1, as_family: str | None = None) -> Recognition:
        """Return the cards on the photograph, as `vision.recognise` does; raises `vision.image.BadImage`."""

    def upright(self, data: bytes, longest: int) -> bytes:
        """Return the photograph as a clean JPEG; raises `vision.image.BadImage`."""

    def deck_names(self) -> tuple[str, ...]:
        """Return the names of the decks that `recognise` takes."""

    def look(self, data: bytes) -> Sheet:
        """Return the cards of a deck that is being taught, as `vision.enrolment.look` does; raises `BadImage`."""

    def look_there(self, data: bytes, outline: Outline, width: int) -> Shown:
        """Return a card of such a deck that was missed, as `webapp.nearer.look_there` does; raises `BadImage`."""


class VisionRecogniser:
    """`vision` behind the `Recogniser` protocol, imported when first used: its models take a moment to load."""

    def recognise(self, data: bytes, deck: str, packs: int = 1, as_family: str | None = None) -> Recognition:
        """Read the photograph."""
        from vision.recognition import recognise

        return recognise(data, deck, packs=packs, as_family=as_family)

    def upright(self, data: bytes, longest: int) -> bytes:
        """Re-encode the photograph for display."""
        from vision.image import upright

        return upright(data, longest)

    def deck_names(self) -> tuple[str, ...]:
        """Return the patterns and families that are known."""
        from vision.decks import deck_names

        return deck_names()

    def look(self, data: bytes) -> Sheet:
        """Look at cards that are laid out in order."""
        from vision.enrolment import look

        return look(data)

    def look_there(self, data: bytes, outline: Outline, width: int) -> Shown:
        """Look at one card nearer."""
        from webapp.nearer import look_there

        return look_there(data, outline, width)


@dataclass
class PhotoReader:
    """The recogniser with a bound on how many photographs are read at once."""

    turns: BoundedSemaphore
    patience: float


def init_app(app: Flask) -> None:
    """Give `app` its recogniser and the directory of its photographs."""
    directory(app).mkdir(parents=True, exist_ok=True, mode=0o700)
    app.extensions.setdefault("recogniser", VisionRecogniser())
    app.extensions["photo_reader"] = PhotoReader(
        BoundedSemaphore(app.config["PHOTO_READERS"]), app.config["PHOTO_PATIENCE"]
    )


def directory(app: Flask) -> Path:
    """Return where the photographs lie."""
    folder: Path = app.config["DATA_DIRECTORY"] / "photos"
    return folder


def file_of(token: str) -> Path:
    """Return the file of a stored photograph."""
    return directory(current_app) / f"{token}.jpg"


def read(data: bytes, pattern: str, deck: Deck, packs: int = 1) -> tuple[bytes, Recognition]:
    """Return the clean picture and what is seen on it: cards of `deck`, printed in `pattern`, out of `packs`.

    A French pattern in a game of Italian cards is read as what its cards stand for.

    Raises `vision.image.BadImage` for what is no usable picture, `TooMuchSeen`, and `TooBusy` when no reader becomes
    free.
    """
    with _turn() as recogniser:
        picture = recogniser.upright(data, current_app.config["PHOTO_LONGEST_SIDE"])
        family = deck.name if family_of(pattern) == FRENCH.name and deck != FRENCH else None
        seen = recogniser.recognise(data, pattern, packs, family)
    if len(seen.cards) > MOST_SEEN:
        raise TooMuchSeen
    return picture, seen


def look(data: bytes) -> tuple[bytes, Sheet]:
    """Return the clean picture and the cards of a deck that is being taught, in their order.

    Raises `vision.image.BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _turn() as recogniser:
        return recogniser.upright(data, current_app.config["PHOTO_LONGEST_SIDE"]), recogniser.look(data)


def look_there(token: str, outline: Outline, width: int) -> Shown:
    """Return a card that was missed on a stored photograph `width` wide, drawn as `outline` where it was shown.

    Raises `vision.image.BadImage`, and `TooBusy` when no reader becomes free.
    """
    with _turn() as recogniser:
        return recogniser.look_there(file_of(token).read_bytes(), outline, width)


@contextmanager
def _turn() -> Iterator[Recogniser]:
    """Wait for one of the readers of photographs; raises `TooBusy`."""
    reader: PhotoReader = current_app.extensions["photo_reader"]
    if not reader.turns.acquire(timeout=reader.patience):
        raise TooBusy
    try:
        yield current_app.extensions["recogniser"]
    finally:
        reader.turns.release()


def is_kept(token: str) -> bool:
    """Say whether there is a photograph of this token already."""
    with database().reading() as session:
        return session.scalar(select(Photo.id).where(Photo.token == token)) is not None


def add(
    draft: Draft, match: Match, side: str, token: str, picture: bytes, seen: Recognition, replaces: str = ""
) -> None:
    """Keep a photograph of `side`'s pile with the draft and put the cards that it names into the pile.

    Kept once: a photograph of the same token changes nothing.
    A second photograph of the same pile adds its cards; one that is taken instead of another, whose token `replaces`
    is, takes the cards that only the other showed out first. Cards in another side's pile stay there until the player
    says otherwise.
    """
    if any(photo.token == token for photo in draft.photos):
        return
    layout = layout_of(match)
    if draft.rest_side == side:
        draft.rest_side = None
    draft.method = layout.field
    piles = layout.given(draft)
    pile = piles.get(side, [])
    for old in [photo for photo in draft.photos if photo.side == side and photo.token == replaces]:
        remove(draft, old.token)
        left = [photo.findings for photo in draft.photos if photo.side == side]
        pile = layout.with_answers(pile, [*left, old.findings], left)
    findings = findings_of(seen, side, layout.owners(layout.all_piles(match.sides, draft)))
    draft.entry = {**draft.entry, layout.field: layout.with_pile(piles, side, layout.with_seen(pile, findings))}
    draft.photos.append(kept(side, token, picture, seen, findings))


def kept(side: str, token: str, picture: bytes, seen: Recognition, findings: list[Finding]) -> Photo:
    """Store the picture of a photograph and return what the database keeps of it, which belongs to nothing yet.

    A note is kept as its code, with its value behind a colon where it has one: `far:60`.
    """
    file_of(token).write_bytes(picture)
    width, height = seen.size
    notes = [note.code if note.value is None else f"{note.code}:{note.value:g}" for note in seen.notes]
    return Photo(token=token, side=side, width=width, height=height, findings=findings, notes=notes, checked=False)


def remove(draft: Draft, token: str) -> None:
    """Throw a photograph away; the cards in the pile stay as they are."""
    for photo in [photo for photo in draft.photos if photo.token == token]:
        draft.photos.remove(photo)
        delete_files([token])


def belongs(match_id: int, token: str) -> bool:
    """Say whether the photograph `token` was taken for this match: only its players see it."""
    query = select(Photo.id).join(Draft, Photo.draft_id == Draft.id)
    with database().reading() as session:
        return session.scalar(query.where(Photo.token == token, Draft.match_id == match_id)) is not None


def delete_files(tokens: Iterable[str]) -> None:
    """Delete the files of photographs; one that is gone already is fine."""
    for token in tokens:
        file_of(token).unlink(missing_ok=True)


def cancel(upload: str) -> None:
    """Note that the photograph sent under this name, a token, is not wanted any more, though it is being read."""
    _cancelled(upload).touch()


def was_cancelled(upload: str | None) -> bool:
    """Say once whether the photograph sent under this name was cancelled while it was read."""
    if upload is None or not is_token(upload) or not _cancelled(upload).exists():
        return False
    _cancelled(upload).unlink(missing_ok=True)
    return True


def _cancelled(upload: str) -> Path:
    # A file: whatever process reads the photograph sees it.
    return directory(current_app) / f"{upload}.cancelled"


def prune(app: Flask) -> None:
    """Delete the files of photographs older than `PHOTO_DAYS`; what was read from them, and asked, stays."""
    oldest = time.time() - timedelta(days=app.config["PHOTO_DAYS"]).total_seconds()
    for file in (*directory(app).glob("*.jpg"), *directory(app).glob("*.cancelled")):
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)
