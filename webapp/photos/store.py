"""The files of photographs: in the data directory, never under `static`.

A file is the JPEG that `vision.image` wrote: upright, without EXIF. It is deleted when its round is counted or after
`PHOTO_DAYS`.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from flask import Flask, Response, abort, current_app, send_file
from sqlalchemy import ColumnElement, select

from webapp.base.db import database
from webapp.base.models import Draft, Match, Photo, Question
from webapp.base.tokens import is_token


def init_app(app: Flask) -> None:
    """Make the directory of the photographs."""
    directory(app).mkdir(parents=True, exist_ok=True, mode=0o700)


def directory(app: Flask) -> Path:
    """The directory of the photographs."""
    folder: Path = app.config["DATA_DIRECTORY"] / "photos"
    return folder


def file_of(token: str) -> Path:
    """The file of a stored photograph."""
    return directory(current_app) / f"{token}.jpg"


def send(token: str) -> Response:
    """Send a picture, or answer 404 where its time is up; the caller checks who may see it."""
    if not file_of(token).exists() or file_of(token).stat().st_mtime < _oldest(current_app):
        abort(404)
    answer = send_file(file_of(token), mimetype="image/jpeg", max_age=3600)
    # Whoever knows the address may see it; a cache that others share must not keep it.
    answer.cache_control.public, answer.cache_control.private = False, True
    return answer


def is_kept(token: str) -> bool:
    """Whether a photograph with this token is stored."""
    with database().reading() as session:
        return session.scalar(select(Photo.id).where(Photo.token == token)) is not None


def belongs(token: str, owner: Match | Question) -> bool:
    """Whether a photograph is of a question, or of any player's draft in a match: others may not see it."""
    theirs: ColumnElement[bool]
    if isinstance(owner, Match):
        theirs = Photo.draft_id.in_(select(Draft.id).where(Draft.match_id == owner.id))
    else:
        theirs = Photo.question_id == owner.id
    with database().reading() as session:
        return session.scalar(select(Photo.id).where(Photo.token == token, theirs)) is not None


def delete_files(tokens: Iterable[str]) -> None:
    """Delete the files of photographs, as far as they exist."""
    for token in tokens:
        file_of(token).unlink(missing_ok=True)


def cancel(upload: str) -> None:
    """Cancel the upload with this token while its photograph is being read."""
    _cancelled(upload).touch()


def was_cancelled(upload: str | None) -> bool:
    """Whether the upload with this token was cancelled; answers True only once."""
    if upload is None or not is_token(upload) or not _cancelled(upload).exists():
        return False
    _cancelled(upload).unlink(missing_ok=True)
    return True


def _cancelled(upload: str) -> Path:
    # A file, which every server process sees.
    return directory(current_app) / f"{upload}.cancelled"


def _oldest(app: Flask) -> float:
    """Pictures from before are deleted, and shown no more."""
    return time.time() - timedelta(days=app.config["PHOTO_DAYS"]).total_seconds()


def prune(app: Flask) -> None:
    """Delete files older than `PHOTO_DAYS`; the detections stay."""
    oldest = _oldest(app)
    for file in (*directory(app).glob("*.jpg"), *directory(app).glob("*.cancelled")):
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)
