"""Rounds: counted once, corrected, taken back. Two phones never overwrite each other unasked.

A form carries a token. A round remembers the token that saved it, so the same form sent twice (a double tap, a retry
after a lost connection) finds its own work done. Any other save of a round that exists is refused as `RoundTaken`
unless it corrects the very version that it started from.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from scoring.match import parse_match
from webapp.base.db import database
from webapp.base.locking import locked
from webapp.base.models import Draft, Match, Round
from webapp.decks import learning
from webapp.games import game_of, round_entry
from webapp.match.scoreboard import document
from webapp.photos.store import delete_files


class RoundTaken(Exception):
    """Another phone has counted or corrected this round meanwhile; the draft is kept."""


class RoundGone(Exception):
    """The round that the draft corrects was taken back meanwhile; the draft is kept."""


class NotNext(Exception):
    """A new round that is not the next one: rounds before it were taken back; the draft is kept."""


def find_draft(session: Session, match_id: int, number: int, device: str) -> Draft | None:
    """Return what `device` has entered for round `number`, with its photographs."""
    query = select(Draft).where(Draft.match_id == match_id, Draft.number == number, Draft.device == device)
    return session.scalar(query.options(selectinload(Draft.photos)))


def load_draft(match_id: int, number: int, device: str) -> Draft | None:
    """What `device` has entered for round `number` with its photographs, or None."""
    with database().reading() as session:
        return find_draft(session, match_id, number, device)


def is_saved(match_id: int, number: int, token: str) -> bool:
    """Say whether the form with `token` has saved round `number` already."""
    with database().reading() as session:
        query = select(Round.save_token).where(Round.match_id == match_id, Round.number == number)
        return session.scalar(query) == token


def count(match_id: int, number: int, device: str, token: str, method: str) -> None:
    """Count the draft of `device` as round `number`, or as its correction, and delete the draft.

    `method`: the way that counts, where it was entered by several.

    Raises `RoundTaken`, `RoundGone`, `NotNext`, and `scoring.problems.InvalidMatch` with every problem of the entry.
    Does nothing when `token` has saved the round before.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        counted = next((round_ for round_ in match.rounds if round_.number == number), None)
        draft = find_draft(session, match_id, number, device)
        if counted is not None and counted.save_token == token:
            _delete_draft(session, draft)  # the same form, sent twice, may have opened it again
            return
        _refuse_conflict(match, counted, draft, number)
        entry = round_entry(draft, match, method) if draft else {}
        entries = [round_.entry for round_ in match.rounds if round_.number != number]
        entries.insert(number - 1, entry)
        parse_match(document(match, entries))
        confirmed = learning.confirmed(session, draft, match, entry)
        if counted is None:
            match.rounds.append(Round(number=number, entry=entry, save_token=token))
        else:
            counted.entry = entry
            counted.save_token = token
        match.version += 1
        _delete_draft(session, draft)
    learning.learn(confirmed)


def _refuse_conflict(match: Match, counted: Round | None, draft: Draft | None, number: int) -> None:
    corrects = draft.base_version if draft else None
    if counted is None:
        if corrects is not None:
            raise RoundGone
        if number != len(match.rounds) + 1:
            raise NotNext
    elif corrects != counted.version:
        raise RoundTaken


def correct(match_id: int, number: int, device: str) -> None:
    """Open a correction of a counted round: a draft that says what the round says; an open one is kept."""
    with database().writing() as session:
        match = locked(session, match_id)
        if find_draft(session, match_id, number, device) is None and number <= len(match.rounds):
            counted = match.rounds[number - 1]
            _open_draft(session, match, number, device, counted, base_version=counted.version)


def undo(match_id: int, device: str, number: int, save_token: str) -> bool:
    """Take the last round back; its entry becomes the draft of `device`, so it can be put back or corrected.

    Only the very round that the page showed is taken back: a second tap, or one after another phone's change, does
    nothing. Returns whether the round was taken back.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        last = match.rounds[-1] if match.rounds else None
        if last is None or last.number != number or last.save_token != save_token:
            return False
        _delete_draft(session, find_draft(session, match_id, number, device))
        session.flush()
        _open_draft(session, match, number, device, last, base_version=None)
        match.rounds.remove(last)
        match.version += 1
        return True


def replace_counted(match_id: int, number: int, device: str) -> None:
    """After `RoundTaken`: let the draft correct the round as it is now, so that counting it replaces that."""
    with database().writing() as session:
        match = locked(session, match_id)
        draft = find_draft(session, match_id, number, device)
        if draft is not None:
            there = number <= len(match.rounds)
            draft.base_version = match.rounds[number - 1].version if there else None


def move_to_next(match_id: int, number: int, device: str) -> int:
    """After a conflict: make the draft of round `number` the draft of the next round; return that round's number.

    A draft that waits there gives way: the one on screen is what the player has just entered.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        next_number = len(match.rounds) + 1
        draft = find_draft(session, match_id, number, device)
        if draft is not None and number != next_number:
            _delete_draft(session, find_draft(session, match_id, next_number, device))
            session.flush()
            draft.number = next_number
        if draft is not None:
            draft.base_version = None
        return next_number


def discard(match_id: int, number: int, device: str) -> None:
    """Throw away what `device` has entered for round `number`; what is counted stays."""
    with database().writing() as session:
        _delete_draft(session, find_draft(session, match_id, number, device))


def _open_draft(
    session: Session, match: Match, number: int, device: str, counted: Round, base_version: int | None
) -> None:
    method, entry, rest_side = game_of(match).draft_fields(match, counted.entry)
    session.add(
        Draft(
            match_id=match.id,
            number=number,
            device=device,
            method=method,
            entry=entry,
            rest_side=rest_side,
            base_version=base_version,
        )
    )


def _delete_draft(session: Session, draft: Draft | None) -> None:
    if draft is not None:
        delete_files(photo.token for photo in draft.photos)
        session.delete(draft)
