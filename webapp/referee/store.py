"""Questions to the referee in the database: stored at every tap, decided, listed in the history of their match."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from flask import current_app
from sqlalchemy import Select, delete, select, update
from sqlalchemy.orm import Session, selectinload
from sqlalchemy.orm.attributes import set_committed_value

from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry, now
from webapp.base.storage.tokens import new_token
from webapp.match.models import Match, locked
from webapp.photos.models import Photo
from webapp.photos.store import delete_pictures
from webapp.referee.kinds import kind_named, view_of
from webapp.referee.models import Question

LONGEST_DECISION = 200
LISTED = 30


def put(match: Match | None, device: str, ask: str, game: str, deck: str, entry: Entry) -> Question:
    with database().writing() as session:
        question = Question(
            token=new_token(),
            match_id=match.id if match else None,
            device=device,
            ask=ask,
            game=game,
            deck=deck,
            entry=entry,
            photos=[],
        )
        session.add(question)
        return question


def forget_old() -> int:
    """Delete a batch of questions without a match older than `QUESTION_DAYS`; returns how many."""
    oldest = now() - timedelta(days=current_app.config["QUESTION_DAYS"])

    def pictures(session: Session, old: Sequence[int]) -> None:
        delete_pictures(session.scalars(select(Photo.token).where(Photo.question_id.in_(old))))

    return database().delete_some(Question, Question.match_id.is_(None), Question.created < oldest, first=pictures)


def forget_device(session: Session, device: str) -> None:
    """Delete the questions of `device` without a match; those about a match stay, without an owner."""
    alone = select(Question.id).where(Question.device == device, Question.match_id.is_(None))
    delete_pictures(session.scalars(select(Photo.token).where(Photo.question_id.in_(alone))))
    session.execute(delete(Photo).where(Photo.question_id.in_(alone)))
    session.execute(delete(Question).where(Question.device == device, Question.match_id.is_(None)))
    session.execute(update(Question).where(Question.device == device).values(device=""))


_QUESTIONS = select(Question, Match.options).outerjoin(Match, Match.id == Question.match_id)


def _find(session: Session, token: str, match_id: int | None) -> Question | None:
    of_match = Question.match_id.is_(None) if match_id is None else Question.match_id == match_id
    query = _QUESTIONS.where(Question.token == token, of_match).options(selectinload(Question.photos))
    return next(iter(_found(session, query)), None)


def _found(session: Session, query: Select[Question, dict[str, Any]]) -> list[Question]:
    """The questions with every field that their kinds expect, and the house rules of their matches.

    Migrations do not change entries of older versions.
    """
    found = []
    for question, options in session.execute(query):
        kind = kind_named(question.game, question.ask)
        of_match = {} if question.match_id is None else {"options": options}
        empty = kind.empty(view_of(question)) if kind else {}
        set_committed_value(question, "entry", {**empty, **question.entry, **of_match})
        found.append(question)
    return found


def by_id(question_id: int | None) -> Question | None:
    """The question with this id; None if it was deleted."""
    with database().reading() as session:
        return next(iter(_found(session, _QUESTIONS.where(Question.id == question_id))), None)


def load(token: str, match_id: int | None) -> Question | None:
    """The question with its photographs; None unless it is about this match (or none, if that is None)."""
    with database().reading() as session:
        return _find(session, token, match_id)


def edit_question(token: str, match_id: int | None, edit: Callable[[Question], None]) -> Question | None:
    """Apply `edit` to a question in one transaction; returns None if there is no such question."""
    with database().writing() as session:
        if match_id is not None:
            locked(session, match_id)
        question = _find(session, token, match_id)
        if question is not None:
            edit(question)
        return question


def decide(token: str, match_id: int | None, choice: str | None, text: str) -> None:
    """Store the table's decision; without choice and text it is deleted.

    Increments the version of the match, so that every phone shows it.
    """
    with database().writing() as session:
        match = locked(session, match_id) if match_id is not None else None
        question = _find(session, token, match_id)
        if question is None:
            return
        question.choice = choice or None
        question.decision = text[:LONGEST_DECISION] or None
        question.decided = now() if choice or text else None
        if match is not None:
            match.version += 1


def asked(match_id: int) -> list[Question]:
    """The latest questions about a match, latest first."""
    query = _QUESTIONS.where(Question.match_id == match_id).order_by(Question.id.desc()).limit(LISTED)
    with database().reading() as session:
        return _found(session, query)


def decided(match_id: int) -> list[Question]:
    """The decided questions about a match, in the order of the decisions."""
    query = _QUESTIONS.where(Question.match_id == match_id, Question.decided.is_not(None))
    with database().reading() as session:
        return _found(session, query.order_by(Question.decided, Question.id))
