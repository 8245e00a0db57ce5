"""Questions to the referee: put, kept at every tap, decided, and listed in the history of their match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta

from flask import current_app
from sqlalchemy import delete, select
from sqlalchemy.orm import Session, selectinload

from vision.types import Recognition
from webapp.db import database
from webapp.findings import NO_CARD, Choice, Finding, answered, findings_of, is_open, with_choice
from webapp.models import Entry, Match, Photo, Question, now
from webapp.questions.page import layout_of
from webapp.services.photos import delete_files, kept
from webapp.services.rounds import locked
from webapp.tokens import new_token

LONGEST_DECISION = 200
LISTED = 30


def put(match: Match | None, device: str, ask: str, game: str, deck: str, entry: Entry) -> Question:
    """Store a new question of `device`, about `match` or about none; old ones about none go."""
    with database().writing() as session:
        _prune(session)
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


def _prune(session: Session) -> None:
    """Delete the questions without a match that are older than `QUESTION_DAYS`: nobody would find them again."""
    oldest = now() - timedelta(days=current_app.config["QUESTION_DAYS"])
    old = select(Question.id).where(Question.match_id.is_(None), Question.created < oldest)
    delete_files(session.scalars(select(Photo.token).where(Photo.question_id.in_(old))))
    session.execute(delete(Photo).where(Photo.question_id.in_(old)))
    session.execute(delete(Question).where(Question.match_id.is_(None), Question.created < oldest))


def _find(session: Session, token: str, match_id: int | None) -> Question | None:
    query = select(Question).where(Question.token == token).options(selectinload(Question.photos))
    query = query.where(Question.match_id.is_(None) if match_id is None else Question.match_id == match_id)
    return session.scalar(query)


def load(token: str, match_id: int | None) -> Question | None:
    """Return the question with its photographs, if it is one about this match, or about none where that is None."""
    with database().reading() as session:
        return _find(session, token, match_id)


def change(token: str, match_id: int | None, edit: Callable[[Question], None]) -> Question | None:
    """Apply `edit` to a question in one transaction; None when there is no such question."""
    with database().writing() as session:
        if match_id is not None:
            locked(session, match_id)
        question = _find(session, token, match_id)
        if question is not None:
            edit(question)
        return question


def decide(token: str, match_id: int | None, choice: str | None, text: str) -> None:
    """Write down what the table decided; with neither a choice nor words the decision is taken back.

    The match counts it as a change, so that every phone shows it.
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
    """Return the questions about a match, the latest first."""
    query = select(Question).where(Question.match_id == match_id).order_by(Question.id.desc()).limit(LISTED)
    with database().reading() as session:
        return list(session.scalars(query))


def decided(match_id: int) -> list[Question]:
    """Return what the table of a match has decided, in that order."""
    query = select(Question).where(Question.match_id == match_id, Question.decided.is_not(None))
    with database().reading() as session:
        return list(session.scalars(query.order_by(Question.decided, Question.id)))


def add_photo(
    question: Question, place: str, token: str, picture: bytes, seen: Recognition, replaces: str = ""
) -> None:
    """Keep a photograph of one place of the question, and put the cards that it names there.

    Kept once: a photograph of the same token changes nothing.
    `replaces`: the token of a photograph of the place that it is taken instead of, whose cards go with it.
    """
    if any(photo.token == token for photo in question.photos):
        return
    layout = layout_of(question)
    held: list[str] = question.entry.get(place) or []
    for old in [photo for photo in question.photos if photo.side == place and photo.token == replaces]:
        remove_photo(question, old.token)
        left = _seen(question, place)
        held = layout.with_answers(held, [*left, old.findings], left)
    findings = findings_of(seen, place, {})
    question.photos.append(kept(place, token, picture, seen, findings))
    _set_place(question, place, layout.with_seen(held, findings))


def remove_photo(question: Question, token: str) -> None:
    """Throw a photograph away; the cards stay as they are."""
    for photo in [photo for photo in question.photos if photo.token == token]:
        question.photos.remove(photo)
        delete_files([token])


def answer_photos(question: Question, answers: Mapping[str, Mapping[int, str]]) -> None:
    """Write what was answered about the photographs (token -> index -> code) into them and into their places."""
    codes = {card.code for card in layout_of(question).deck.cards}
    for photo in question.photos:
        if photo.token in answers:
            _see_anew(question, photo, photo.findings, answered(photo.findings, answers[photo.token], codes))


def choose(question: Question, choice: Choice) -> None:
    """Write down which card a player said lies where in a photograph, and mend the place that it shows."""
    layout = layout_of(question)
    if choice.code != NO_CARD and not layout.ordered([choice.code]):
        return
    for photo in question.photos:
        if photo.token == choice.token:
            size = (photo.width, photo.height)
            before, after = with_choice(photo.findings, size, choice, layout.copies(choice.code))
            _see_anew(question, photo, before, after)


def _see_anew(question: Question, photo: Photo, before: list[Finding], after: list[Finding]) -> None:
    """Let a photograph say `after` instead of `before`, and its place with it."""
    if after == before:
        return
    others = [other.findings for other in question.photos if other.side == photo.side and other is not photo]
    held = question.entry.get(photo.side) or []
    photo.findings = after
    _set_place(question, photo.side, layout_of(question).with_answers(held, [*others, before], [*others, after]))


def _seen(question: Question, place: str) -> list[list[Finding]]:
    return [photo.findings for photo in question.photos if photo.side == place]


def _set_place(question: Question, place: str, codes: list[str]) -> None:
    question.entry = {**question.entry, place: codes}


def open_answers(question: Question) -> int:
    """Return how many cards on the photographs have no answer yet."""
    return sum(is_open(finding) for photo in question.photos for finding in photo.findings)
