"""What becomes of a photograph that was sent of the cards of a suit: looked at, and kept with the enrolment."""

from __future__ import annotations

from sqlalchemy import select

from vision.pipeline.enrolment import Sheet
from webapp.base.storage.db import database
from webapp.decks.models import Enrolment
from webapp.decks.teaching import enrolments
from webapp.photos.models import Upload
from webapp.photos.work import jobs, reading

ENROLMENT_UPLOAD = "enrolment"


class EnrolmentUploads:
    """Uploads whose `place` is a suit."""

    def read_with(self, _upload: Upload) -> None:
        """Nothing is learned of a deck that is being enrolled."""

    def read(self, upload: Upload) -> tuple[bytes, Sheet]:
        """The cards on it, in their order."""
        return reading.look(upload.data or b"")

    def keep(self, upload: Upload, seen: tuple[bytes, Sheet]) -> bool:
        """Keep it in the place of an earlier one, unless the enrolment was finished or left meanwhile."""
        with database().writing() as session:
            token = session.scalar(select(Enrolment.token).where(Enrolment.id == upload.enrolment_id))
        return token is not None and enrolments.put(token, upload.place, upload.token, *seen)


jobs.register(ENROLMENT_UPLOAD, EnrolmentUploads())
