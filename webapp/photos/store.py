"""The pictures of photographs, stored in the database in the same transaction as their rows.

A picture is the JPEG written by `vision.io.photo`: upright, without EXIF. It is deleted when its round is counted, or
after `PHOTO_DAYS`.
"""

import shutil
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask import Flask, Response, abort, current_app, make_response
from sqlalchemy import ColumnElement, delete, select

from webapp.base.running import background
from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import is_token
from webapp.entry.models import Draft
from webapp.match.models import Match
from webapp.photos.models import Photo, Picture
from webapp.referee.models import Question

SECONDS_IN_BROWSER = 3600


def init_app(app: Flask) -> None:
    """Move picture files of older versions into the database when the server starts."""
    background.while_served(app, take_over_files, lambda: None)


def save(token: str, picture: bytes) -> None:
    with database().writing() as session:
        session.add(Picture(token=token, data=picture))


def picture_of(token: str) -> bytes | None:
    """The picture of a photograph; None if it was deleted or has expired."""
    young = Picture.created >= _oldest()
    with database().reading() as session:
        return session.scalar(select(Picture.data).where(Picture.token == token, young))


def send(token: str) -> Response:
    """Send a picture, or answer 404 if it has expired; the caller checks who may see it."""
    picture = picture_of(token)
    if picture is None:
        abort(404)
    answer = make_response(picture)
    answer.mimetype = "image/jpeg"
    # Anyone with the address may see it, but shared caches must not keep it.
    answer.cache_control.private = True
    answer.cache_control.max_age = SECONDS_IN_BROWSER
    return answer


def belongs(token: str, owner: Match | Question) -> bool:
    """Whether a photograph belongs to a question, or to a draft of the match: only its players may see it."""
    theirs: ColumnElement[bool]
    if isinstance(owner, Match):
        theirs = Photo.draft_id.in_(select(Draft.id).where(Draft.match_id == owner.id))
    else:
        theirs = Photo.question_id == owner.id
    with database().reading() as session:
        return session.scalar(select(Photo.id).where(Photo.token == token, theirs)) is not None


def delete_pictures(tokens: Iterable[str]) -> None:
    """Delete the pictures of photographs; missing ones are ignored."""
    if gone := list(tokens):
        with database().writing() as session:
            session.execute(delete(Picture).where(Picture.token.in_(gone)))


def prune() -> int:
    """Delete a batch of pictures older than `PHOTO_DAYS`; returns how many. The detections stay."""
    return database().delete_some(Picture, Picture.created < _oldest())


def _oldest() -> datetime:
    return now() - timedelta(days=current_app.config["PHOTO_DAYS"])


def take_over_files() -> None:
    """Move the picture files of an older version into the database.

    An update in the middle of a match thus keeps the photographs of the open round.
    """
    folder: Path = current_app.config["DATA_DIRECTORY"] / "photos"
    for file in folder.glob("*.jpg"):
        if is_token(file.stem):
            changed = datetime.fromtimestamp(file.stat().st_mtime, UTC).replace(tzinfo=None)
            with database().writing() as session:
                session.merge(Picture(token=file.stem, data=file.read_bytes(), created=changed))
            file.unlink(missing_ok=True)
    if not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
