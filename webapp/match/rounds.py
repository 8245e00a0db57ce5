"""Rounds: counted, corrected, undone, with optimistic locking between the phones at a table.

What the table enters for its next round is one draft, which every phone edits: its device is `SHARED`. A device has a
draft of its own for a correction, where it enters something for a round that another phone has counted meanwhile, or
for a next round that the others have begun already. What others have entered never goes with that.

Counting is idempotent: the token of every form that has counted is stored, so the same form sent twice (a double tap, a
retry after a lost connection) changes nothing, also after its round was corrected or undone. A draft that corrects a
round stores the version of the round that it started from. When the round has another version by then, counting the
draft is refused as `RoundTaken`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session, joinedload

from scoring.adjust import ADJUST
from scoring.problems import InvalidMatch
from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry, now
from webapp.decks import examples, learning
from webapp.entry.models import Draft
from webapp.games import game_of, round_entry
from webapp.games.adjusting import rows_of
from webapp.match import presence
from webapp.match.models import FORM, CountedForm, Match, Round, locked
from webapp.match.scoreboard import Scoreboard, parsed
from webapp.photos.store import delete_pictures

SHARED = ""
"""The device of a draft that belongs to the table."""

_DRAFTS = (
    select(Draft)
    .where(
        Draft.match_id == bindparam("match"),
        Draft.number == bindparam("number"),
        Draft.device.in_((bindparam("device"), SHARED)),
    )
    .options(joinedload(Draft.photos))
)


class RoundTaken(Exception):
    """Another phone has counted or corrected this round meanwhile. The draft is kept."""


class RoundGone(Exception):
    """The round that the draft corrects was undone meanwhile. The draft is kept."""


class NotNext(Exception):
    """A new round is not the next one, because earlier rounds were undone. The draft is kept."""


class WasUndone(Exception):
    """The form has counted its round before, and the round was undone since: it does not count again by itself."""


def find_draft(session: Session, match_id: int, number: int, device: str) -> Draft | None:
    """The draft of round `number` that `device` edits, with its photographs: its own, else the table's."""
    return next(iter(_drafts(session, match_id, number, device)), None)


def _drafts(session: Session, match_id: int, number: int, device: str) -> list[Draft]:
    """The device's own draft of a round and then the table's, as far as they exist."""
    values = {"match": match_id, "number": number, "device": device}
    return sorted(session.scalars(_DRAFTS, values).unique(), key=lambda draft: draft.device == SHARED)


def load_draft(match_id: int, number: int, device: str) -> Draft | None:
    """The draft of round `number` that `device` edits, with its photographs, to be read only."""
    return next(iter(load_drafts(match_id, number, device)), None)


def load_drafts(match_id: int, number: int, device: str) -> list[Draft]:
    """The same and then the table's, as far as they exist."""
    with database().reading() as session:
        return _drafts(session, match_id, number, device)


def way_used_last(match: Match, number: int) -> str:
    """The way in which the round before `number` was entered: the one that the next is begun in."""
    if not 2 <= number <= len(match.rounds) + 1:
        return game_of(match).way(match.way).name
    return game_of(match).draft_fields(match, match.rounds[number - 2].entry)[0]


def first_fields(match: Match, number: int) -> Entry:
    """What the draft of a round says before anything is entered."""
    last = match.rounds[number - 2].entry if 2 <= number <= len(match.rounds) + 1 else None
    return game_of(match).first_fields(match, Scoreboard(match).dealer(number), last)


def as_draft(match: Match, entry: Entry) -> dict[str, Any]:
    """The columns of a draft that says what a counted round says."""
    game = game_of(match)
    method, fields, rest_side = game.draft_fields(match, entry)
    rows = {str(place): row.as_draft() for place, row in enumerate(rows_of(fields))}
    fields = {name: value for name, value in fields.items() if name != ADJUST}
    piles = fields.get(game.field) or {}
    confirmed = {side: len(codes) for side, codes in piles.items()} if method == game.field else {}
    said = {"method": method, "entry": fields, "rest_side": rest_side, "rows": rows, "confirmed": confirmed}
    return {**said, "kept": {}, "entered_by": {}, "events": []}


def says_more(match: Match, draft: Draft, besides: Collection[str] = ()) -> bool:
    """Whether somebody has entered something in a draft, in other fields than `besides`."""
    first = first_fields(match, draft.number)
    fields = {name: value for name, value in draft.entry.items() if name not in besides and value != first.get(name)}
    said = [*fields.values(), draft.rows, draft.asked, draft.photos]
    return any(map(_says_something, said)) or draft.rest_side is not None


def _says_something(value: Any) -> bool:
    """Whether a field of a draft says more than an empty form does."""
    return any(map(_says_something, value.values())) if isinstance(value, dict) else bool(value)


def was_counted_by(match_id: int, token: str) -> bool:
    """Whether the form with `token` has counted its round already. Raises `WasUndone` where that was undone since."""
    with database().reading() as session:
        return _has_counted(session, match_id, token)


def _has_counted(session: Session, match_id: int, token: str) -> bool:
    form = session.info[FORM] if FORM in session.info else session.get(CountedForm, (match_id, token))
    if form is not None and form.undone:
        raise WasUndone
    return form is not None


def entry_of(draft: Draft, match: Match, method: str | None = None) -> Entry:
    """The contract's JSON of a draft as its round would count: without sides that are out before that round."""
    entry, before = round_entry(draft, match, method), Scoreboard(match, draft.number - 1).score
    return entry if before.finished or not before.out else game_of(match).without(entry, before.out)


def _check(match: Match, entries: Sequence[Entry], number: int) -> None:
    """Raise `InvalidMatch` where round `number` or one before it is wrong.

    What a later round lacks, because this one changes who plays it, is asked afterwards (`Scoreboard.open_number`).
    """
    try:
        parsed(match, entries)
    except InvalidMatch as invalid:
        wrong = [problem for problem in invalid.problems if problem.round is None or problem.round < number]
        if wrong:
            raise InvalidMatch(wrong) from None


def count(
    match_id: int, number: int, device: str, token: str, method: str, drafts: Sequence[Draft] | None = None
) -> int | None:
    """Count the draft that `device` edits as round `number`, or as its correction, and delete it.

    `method` is the way of entering that counts, where the round was entered in several. `drafts`: those of the round
    that the open transaction has loaded already, the one that counts first.

    Where that is a draft of its own, what the table has entered for the same round stays, to be asked about.

    Returns the number of the round that is open then (`Scoreboard.open_number`), None where all are scored. Raises
    `RoundTaken`, `RoundGone`, `NotNext`, `WasUndone`, and `scoring.problems.InvalidMatch` with every problem of the
    entry and of the rounds before it. Does nothing when `token` has counted the round before.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        counted = _counted(match, number)
        drafts = _drafts(session, match_id, number, device) if drafts is None else drafts
        draft = next(iter(drafts), None)
        if _has_counted(session, match_id, token):
            if counted is not None:
                _clear(session, match, drafts, counted.entry)  # the form sent twice may have made it again
            return None
        if refused := conflict(match, draft, number):
            raise refused
        entry = entry_of(draft, match, method) if draft else {}
        entries = [round_.entry for round_ in match.rounds if round_.number != number]
        entries.insert(number - 1, entry)
        _check(match, entries, number)
        confirmed = learning.confirmed(session, draft, match, entry, device)
        examples.keep_counted(session, match, number, draft, entry)
        if counted is None:
            match.rounds.append(Round(number=number, entry=entry, save_token=token))
        else:
            if counted.entry != entry:
                counted.corrected = now()
            counted.entry = entry
            counted.save_token = token
        session.add(CountedForm(match_id=match_id, token=token, number=number, undone=False))
        match.ended, match.taken_out = None, None  # the table plays on
        match.version += 1
        presence.end(session, match, device)
        _clear(session, match, drafts, entry, counts=draft)
        open_number = Scoreboard(match).open_number
    database().after_writing(partial(learning.learn, confirmed))
    return open_number


def conflict(match: Match, draft: Draft | None, number: int) -> RoundTaken | RoundGone | NotNext | None:
    """Why optimistic locking refuses the draft as round `number`, by the version it was begun from; None: it counts."""
    counted = _counted(match, number)
    corrects = draft.base_version if draft else None
    if counted is not None:
        return None if corrects == counted.version else RoundTaken()
    if corrects is not None:
        return RoundGone()
    return None if number == len(match.rounds) + 1 else NotNext()


def _counted(match: Match, number: int) -> Round | None:
    return next((round_ for round_ in match.rounds if round_.number == number), None)


def correct(match_id: int, number: int, device: str) -> None:
    """Make a draft that corrects a counted round; where `device` has one already, that is kept."""
    with database().writing() as session:
        match = locked(session, match_id)
        if find_draft(session, match_id, number, device) is None and number <= len(match.rounds):
            counted = match.rounds[number - 1]
            _open_draft(session, match, number, device, counted, base_version=counted.version)


def undo(match_id: int, device: str, number: int, save_token: str) -> bool:
    """Undo the last round; its entry becomes the table's draft, which can be counted again or corrected.

    Where the table has entered something else for that round, this stays, and the entry becomes a draft of `device`.
    Something else that `device` itself has entered stays its own; a correction that it has begun goes with the round.

    `number` and `save_token` are those of the round that the page showed. A second tap, or one after another phone's
    change, does nothing. Returns whether the round was undone.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        last = match.rounds[-1] if match.rounds else None
        if last is None or last.number != number or last.save_token != save_token:
            return False
        shared = False
        for draft in reversed(_drafts(session, match_id, number, device)):
            if draft.base_version is not None or shared or not _says_else(match, draft, last.entry):
                _delete_draft(session, draft)
            else:
                shared = draft.device == SHARED
        session.flush()
        _open_draft(session, match, number, device if shared else SHARED, last, base_version=None)
        match.rounds.remove(last)
        of_round = (CountedForm.match_id == match_id, CountedForm.number == number)
        session.execute(update(CountedForm).where(*of_round).values(undone=True))
        match.version += 1
        return True


def replace_counted(match_id: int, number: int, device: str) -> None:
    """After `RoundTaken`: make the draft a correction of the current version, so that counting it replaces that."""
    with database().writing() as session:
        match = locked(session, match_id)
        draft = find_draft(session, match_id, number, device)
        if draft is not None:
            if number <= len(match.rounds):
                draft.device, draft.base_version = device, match.rounds[number - 1].version
            else:
                _begin(session, match, draft, number, device)


def move_to_next(match_id: int, number: int, device: str) -> int:
    """After a conflict: make the draft of round `number` that of the next one; returns its number.

    It becomes the table's draft. Where others have begun the next round already, theirs stays and this is the device's
    own, in the place of one that it had for that round: what the player has just entered goes first.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        next_number = len(match.rounds) + 1
        draft = find_draft(session, match_id, number, device)
        if draft is not None:
            _begin(session, match, draft, next_number, device)
        return next_number


def discard(match_id: int, number: int, device: str) -> None:
    """Delete the draft of round `number` that `device` edits; a counted round stays."""
    with database().writing() as session:
        _delete_draft(session, find_draft(session, match_id, number, device))


def _open_draft(
    session: Session, match: Match, number: int, device: str, counted: Round, base_version: int | None
) -> None:
    values = as_draft(match, counted.entry)
    session.add(Draft(match_id=match.id, number=number, device=device, base_version=base_version, **values))


def _begin(session: Session, match: Match, draft: Draft, number: int, device: str) -> None:
    """Make a draft that of a new round `number`: the table's, or where others have begun it, the device's own."""
    keeper = SHARED
    for other in _drafts(session, match.id, number, device):
        if other is draft:
            continue
        if other.device == SHARED and says_more(match, other):
            keeper = device
        else:
            _delete_draft(session, other)
    session.flush()
    draft.number, draft.device, draft.base_version = number, keeper, None


def _clear(
    session: Session, match: Match, drafts: Iterable[Draft], counted: Entry, counts: Draft | None = None
) -> None:
    """Of the `drafts` of a round delete the one that `counts` and the device's own.

    The table's stays where it says else than was counted.
    """
    for draft in drafts:
        if draft is counts or draft.device != SHARED or not _says_else(match, draft, counted):
            _delete_draft(session, draft)
    session.flush()


def _says_else(match: Match, draft: Draft, counted: Entry) -> bool:
    """Whether something was entered in a draft of which what was counted does not tell."""
    return says_more(match, draft) and round_entry(draft, match) != counted


def _delete_draft(session: Session, draft: Draft | None) -> None:
    if draft is not None:
        delete_pictures(photo.token for photo in draft.photos)
        if draft in session.new:  # made by the same form that counts it
            session.expunge(draft)
        else:
            session.delete(draft)
