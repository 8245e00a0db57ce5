"""Handles photographs sent for a field of a question: read with its deck, stored with the question."""

from sqlalchemy.orm import selectinload

from vision.decks.catalogue import AUTO
from vision.decks.enrolled import Candidates, EnrolledDeck
from webapp.base.storage.db import database
from webapp.decks import examples
from webapp.decks.menu import candidates, decks_for
from webapp.match.models import Match
from webapp.photos import holders, uploads
from webapp.photos.filming.films import ReadPhoto
from webapp.photos.models import Upload
from webapp.photos.store import save
from webapp.photos.work import jobs, reading
from webapp.photos.work.reading import Refused
from webapp.photos.work.recogniser import Expected
from webapp.referee import store as questions
from webapp.referee.kinds import deck_named, kind_named, view_of
from webapp.referee.models import Question
from webapp.referee.screen import QuestionScreen

QUESTION_UPLOAD = "question"


class QuestionUploads(jobs.Kind):
    """Uploads whose `place` is a field of a question."""

    def expected(self, upload: Upload) -> Expected:
        """The cards to expect: those of the question, or of all possible decks, with the examples of its match."""
        question = questions.by_id(upload.question_id)
        if question is None:
            raise Refused(uploads.FAILED)  # its question, and so the upload, is deleted
        layout = view_of(question).layout
        return reading.expected(upload.pattern, layout.deck, layout.packs, _deck(question, upload))

    def keep(self, upload: Upload, seen: ReadPhoto) -> bool:
        """Store the result with the question, unless it was deleted meanwhile."""
        question = questions.by_id(upload.question_id)
        if question is None:
            return False

        def add(question: Question) -> None:
            if all(photo.token != seen.token for photo in question.photos):
                save(seen.token, seen.picture)
            if kind := kind_named(question.game, question.ask):
                holders.add(QuestionScreen(question, kind), upload.place, seen)

        return questions.edit_question(question.token, question.match_id, add) is not None


def _deck(question: Question, upload: Upload) -> EnrolledDeck | Candidates | None:
    """The deck of a question with the examples of its match, or the possible decks."""
    with database().reading() as session:
        match = session.get(Match, upload.match_id, options=[selectinload(Match.rounds)]) if upload.match_id else None
    if match:
        return examples.read_with(match, upload.pattern, upload.device)
    if upload.pattern != AUTO:
        return None
    offered = decks_for(question.game, upload.device)
    return candidates(deck for deck in offered if deck_named(question, deck) == view_of(question).deck)


jobs.register(QUESTION_UPLOAD, QuestionUploads())
