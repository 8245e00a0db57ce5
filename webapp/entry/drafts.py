"""Drafts in the database: loaded under the lock of their match, changed by a fold over events, and stored."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webapp.base.storage.db import database
from webapp.entry.draft import VALUES, Entered, Event, fold, values_of
from webapp.entry.models import Draft
from webapp.games import round_entry
from webapp.match import presence, rounds
from webapp.match.models import CountedForm, Match, locked
from webapp.match.rounds import SHARED, first_fields, load_draft, way_used_last
from webapp.photos.store import delete_pictures


class NoSuchRound(Exception):
    """Nobody can have a page of this round: it is not the next one, and never was."""


def happened(match: Match, number: int, device: str, *events: Event) -> Draft | None:
    """Fold `events` into the draft that `device` edits, in one transaction. Raises `NoSuchRound`."""
    with database().writing() as session:
        now = locked(session, match.id)
        before = now.version
        draft = edited(session, now, number, device, load_draft(match.id, number, device), events)
        if match.version == before:
            match.version = now.version  # this one shows it already
        return draft


def edited(
    session: Session,
    match: Match,
    number: int,
    device: str,
    draft: Draft | None,
    events: Sequence[Event],
    ids: Sequence[str] = (),
    *,
    open_side: str | None = None,
    entering: str | None = None,
) -> Draft | None:
    """Fold `events` into `draft`, of a match that `session` has locked; without one some make it for the table.

    Where another phone has counted the round meanwhile, it is made for the device alone, from that round; None where
    that then says nothing else. `ids` and `open_side` as in `fold`. `entering`: the side whose cards `device` is
    entering now (`webapp.match.presence`). Raises `NoSuchRound`.
    """
    late = draft is None and 0 < number <= len(match.rounds)
    if draft is None and not late and not _was_next(session, match, number):
        raise NoSuchRound
    if draft is None and not events:
        return None
    if entering is not None:
        presence.note(session, match, number, device, entering)
    is_new = draft is None
    with session.no_autoflush:
        draft = draft or (rounds.counted_draft(match, number, device) if late else blank(match, number, SHARED))
        before = Entered.of(draft, match)
        after = fold(before, events, ids, open_side)
        delete_pictures(after.write_to(draft))
        if late:
            ways = {before.method, after.method}
            says_else = any(round_entry(after, match, way) != round_entry(before, match, way) for way in ways)
            if not (draft.photos or after.rows != before.rows or says_else):
                return None
        elif is_new or _said(after) != _said(before):
            match.version += 1  # the other phones show it
        session.add(draft)
    return draft


def _said(draft: Entered) -> object:
    """The values of a draft that are shown, to see whether an event has changed any."""
    shown = [getattr(draft, name) for name in VALUES if name not in ("entered_by", "events")]
    return shown, [values_of(photo) for photo in draft.photos]


def _was_next(session: Session, match: Match, number: int) -> bool:
    """Whether `number` is the next round, or was before rounds were undone: a phone may still have its page."""
    most = len(match.rounds)
    if number > most + 1:
        counted = select(func.max(CountedForm.number)).where(CountedForm.match_id == match.id)
        most = max(most, session.scalar(counted) or 0)
    return 1 <= number <= most + 1


def blank(match: Match, number: int, device: str) -> Draft:
    """A draft before anything is entered, not stored."""
    values = Entered(match, way_used_last(match, number), first_fields(match, number))
    draft = Draft(match_id=match.id, number=number, device=device, photos=[])
    values.write_to(draft)
    return draft


def keep_apart(match: Match, number: int, device: str) -> None:
    """Give `device` a draft of its own of the next round: what the table has begun of it stays as it is."""
    with database().writing() as session:
        now = locked(session, match.id)
        draft = load_draft(match.id, number, device)
        if number == len(now.rounds) + 1 and (draft is None or draft.device == SHARED):
            session.add(blank(match, number, device))
