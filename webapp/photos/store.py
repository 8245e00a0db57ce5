"""The pictures of photographs, in the database: a row and its picture come and go in one transaction.

A picture is the JPEG that `vision.io.photo` wrote: upright, without EXIF. It is deleted when its round is counted or
after `PHOTO_DAYS`.
"""

from __future__ import annotations

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
    """Take over the files that older versions kept pictures in, when the server starts."""
    background.while_served(app, take_over_files, lambda: None)


def save(token: str, picture: bytes) -> None:
    with database().writing() as session:
        session.add(Picture(token=token, data=picture))


def picture_of(token: str) -> bytes | None:
    """The picture of a photograph; None where it was deleted, or its time is up whether or not it was."""
    young = Picture.created >= _oldest()
    with database().reading() as session:
        return session.scalar(select(Picture.data).where(Picture.token == token, young))


def send(token: str) -> Response:
    """Send a picture, or answer 404 where its time is up; the caller checks who may see it."""
    picture = picture_of(token)
    if picture is None:
        abort(404)
    answer = make_response(picture)
    answer.mimetype = "image/jpeg"
    # Whoever knows the address may see it; a cache that others share must not keep it.
    answer.cache_control.private = True
    answer.cache_control.max_age = SECONDS_IN_BROWSER
    return answer


def belongs(token: str, owner: Match | Question) -> bool:
    """Whether a photograph is of a question, or of any player's draft in a match: others may not see it."""
    theirs: ColumnElement[bool]
    if isinstance(owner, Match):
        theirs = Photo.draft_id.in_(select(Draft.id).where(Draft.match_id == owner.id))
    else:
        theirs = Photo.question_id == owner.id
    with database().reading() as session:
        return session.scalar(select(Photo.id).where(Photo.token == token, theirs)) is not None


def delete_pictures(tokens: Iterable[str]) -> None:
    """Delete the pictures of photographs, as far as they exist."""
    if gone := list(tokens):
        with database().writing() as session:
            session.execute(delete(Picture).where(Picture.token.in_(gone)))


def prune() -> int:
    """Delete some of the pictures older than `PHOTO_DAYS`, and say how many; the detections stay."""
    return database().delete_some(Picture, Picture.created < _oldest())


def _oldest() -> datetime:
    return now() - timedelta(days=current_app.config["PHOTO_DAYS"])


def take_over_files() -> None:
    """Take the pictures that an older version kept as files into the database, and delete the files.

    Who updates in the middle of an evening finds every photograph of the open round where it was.
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
