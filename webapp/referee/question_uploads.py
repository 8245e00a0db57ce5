"""Handles photographs sent for a field of a question: read with its deck, stored with the question."""

from __future__ import annotations

from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from vision.decks.enrolled import EnrolledDeck
from webapp.base.storage.db import database
from webapp.decks import examples
from webapp.match.models import Match
from webapp.photos.holders import ReadPhoto
from webapp.photos.models import Upload
from webapp.photos.work import jobs
from webapp.referee import store as questions
from webapp.referee.models import Question
from webapp.referee.questions.kind import layout_of

QUESTION_UPLOAD = "question"


class QuestionUploads:
    """Uploads whose `place` is a field of a question."""

    def read(self, upload: Upload) -> ReadPhoto:
        """Read the cards, with the deck of the question."""
        question = _question(upload)
        if question is None:
            raise LookupError
        return jobs.read_cards(upload, layout_of(question), self.taught(upload))

    def taught(self, upload: Upload) -> EnrolledDeck | None:
        """The deck with the cards learned in the question's match."""
        with database().reading() as session:
            match = (
                session.get(Match, upload.match_id, options=[selectinload(Match.rounds)]) if upload.match_id else None
            )
        return examples.taught(match, upload.pattern) if match else None

    def keep(self, upload: Upload, seen: ReadPhoto) -> bool:
        """Store the result with the question, unless it was deleted meanwhile."""
        question = _question(upload)
        if question is None:
            return False
        add = partial(questions.add_photo, place=upload.place, read=seen)
        return questions.edit_question(question.token, question.match_id, add) is not None


def _question(upload: Upload) -> Question | None:
    with database().reading() as session:
        return session.scalar(select(Question).where(Question.id == upload.question_id))


jobs.register(QUESTION_UPLOAD, QuestionUploads())
