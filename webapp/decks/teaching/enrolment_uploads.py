"""Handles photographs of the cards of a suit: read, and stored with the enrolment."""

from __future__ import annotations

from sqlalchemy import select

from vision.pipeline.enrolment import Sheet
from webapp.base.storage.db import database
from webapp.decks.models import Enrolment
from webapp.decks.teaching import enrolments
from webapp.photos.models import Upload
from webapp.photos.work import jobs, reading

ENROLMENT_UPLOAD = "enrolment"


class EnrolmentUploads(jobs.Kind):
    """Uploads whose `place` is a suit."""

    def read(self, upload: Upload) -> tuple[bytes, Sheet]:
        """Find the cards on the photograph, in reading order."""
        return reading.look(upload.data or b"")

    def keep(self, upload: Upload, seen: tuple[bytes, Sheet]) -> bool:
        """Store the result, replacing an earlier one, unless the enrolment was finished or left meanwhile."""
        with database().writing() as session:
            token = session.scalar(select(Enrolment.token).where(Enrolment.id == upload.enrolment_id))
        return token is not None and enrolments.put(token, upload.place, upload.token, *seen)


jobs.register(ENROLMENT_UPLOAD, EnrolmentUploads())
