"""Rounds: counted, corrected, undone, with optimistic locking between phones.

The entry for the next round is one draft that every phone edits; its device is `SHARED`. A device has its own draft in
three cases: for a correction, for a round that another phone has just counted, and for one that others have begun.
Entries of other phones are never lost.

Counting is idempotent: the token of every counting form is stored. A form sent again changes nothing, even after its
round was corrected or undone. A correcting draft stores the version of the round it started from. If the round has
another version when the draft is counted, `Conflict` is raised.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session, joinedload

from scoring.adjust import ADJUST
from scoring.problems import InvalidMatch
from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry, now
from webapp.base.storage.tokens import new_token
from webapp.decks import examples
from webapp.entry.models import Draft
from webapp.games import game_of, round_entry
from webapp.games.adjusting import adjust_rows
from webapp.games.way import TYPED
from webapp.match import presence
from webapp.match.models import FORM, CountedForm, Match, Round, locked
from webapp.match.scoreboard import Scoreboard, parsed
from webapp.photos.models import Upload
from webapp.photos.store import delete_pictures

SHARED = ""
"""The device of the draft shared by the table."""
NO_VERSION = 0
"""`Draft.base_version` of a correction whose round was undone: no round counted later has it."""


class Conflict(Exception):
    """Another phone has counted, corrected or undone this round or earlier ones meanwhile. The draft is kept."""


class WasUndone(Exception):
    """The form has already counted its round, which was undone since; it does not count again automatically."""


def load_draft(match_id: int, number: int, device: str) -> Draft | None:
    """The draft of round `number` that `device` edits, with its photographs: its own, else the table's."""
    return next(iter(load_drafts(match_id, number, device)), None)


def load_drafts(match_id: int, number: int, device: str) -> list[Draft]:
    """The existing drafts of a round: the device's own, then the table's."""
    return _drafts(match_id, device, Draft.number == number)


def drafts_until(match_id: int, number: int, device: str) -> dict[int, Draft]:
    """The drafts that `device` edits of round `number` and earlier ones, by their numbers."""
    return {draft.number: draft for draft in reversed(_drafts(match_id, device, Draft.number <= number))}


def _drafts(match_id: int, device: str, numbers: ColumnElement[bool]) -> list[Draft]:
    of_rounds = (Draft.match_id == match_id, numbers, Draft.device.in_((device, SHARED)))
    with database().reading() as session:
        found = session.scalars(select(Draft).where(*of_rounds).options(joinedload(Draft.photos))).unique()
        return sorted(found, key=lambda draft: draft.device == SHARED)


def way_used_last(match: Match, number: int) -> str:
    """The way in which the round before `number` was entered, used to begin the next one."""
    if not 2 <= number <= len(match.rounds) + 1:
        return game_of(match).way(match.way).name
    return game_of(match).draft_fields(match, match.rounds[number - 2].entry)[0]


def first_fields(match: Match, number: int) -> Entry:
    """The fields of a new draft before anything is entered."""
    last = match.rounds[number - 2].entry if 2 <= number <= len(match.rounds) + 1 else None
    return game_of(match).first_fields(match, Scoreboard(match).dealer(number), last)


def as_draft(match: Match, entry: Entry) -> dict[str, Any]:
    """The columns of a draft with the content of a counted round."""
    game = game_of(match)
    method, fields, rest_side = game.draft_fields(match, entry)
    beside = game.way(method).draft_fields
    kept = {name: value for name, value in fields.items() if name in beside}
    fields = {name: value for name, value in fields.items() if name != ADJUST and name not in beside}
    piles = fields.get(game.field) or {}
    confirmed = {side: len(codes) for side, codes in piles.items()} if method == game.field else {}
    said = {"method": method, "entry": fields, "rest_side": rest_side, "confirmed": confirmed}
    return {**said, "kept": kept, "rows": adjust_rows(entry)}


def says_more(match: Match, draft: Draft, besides: Collection[str] = ()) -> bool:
    """Whether anything was entered in a draft, apart from the fields in `besides`."""
    first = first_fields(match, draft.number)
    fields = {name: value for name, value in draft.entry.items() if name not in besides and value != first.get(name)}
    said = [*fields.values(), draft.rows, draft.asked, draft.photos, draft.kept.get(TYPED)]
    return any(map(_says_something, said)) or draft.rest_side is not None


def _says_something(value: Any) -> bool:
    """Whether a field of a draft is not empty."""
    return any(map(_says_something, value.values())) if isinstance(value, dict) else bool(value)


def was_counted_by(match_id: int, token: str) -> bool:
    """Whether the form with `token` has already counted its round; raises `WasUndone` if that was undone since."""
    with database().reading() as session:
        return _has_counted(session, match_id, token)


def _has_counted(session: Session, match_id: int, token: str) -> bool:
    form = session.info[FORM] if FORM in session.info else session.get(CountedForm, (match_id, token))
    if form is not None and form.undone:
        raise WasUndone
    return form is not None


def entry_of(draft: Draft, match: Match, method: str | None = None) -> Entry:
    """The contract's JSON of a draft as it would count: without sides that were out before the round."""
    entry, before = round_entry(draft, match, method), Scoreboard(match, draft.number - 1).score
    return entry if before.finished or not before.out else game_of(match).without(entry, before.out)


def _check(match: Match, entries: Sequence[Entry], number: int) -> None:
    """Raise `InvalidMatch` if round `number` or an earlier one is wrong.

    Errors of later rounds, caused by a change of who plays them, are asked about afterwards (`Scoreboard.open_number`).
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
    """Count the draft that `device` edits as round `number` or its correction, and delete the draft.

    `method` is the way of entering that counts, if several were used. `drafts` are those already loaded in the open
    transaction, the one to count first. If that is the device's own draft, the table's different draft stays; the
    players are asked about it.

    Returns the number of the round then open (`Scoreboard.open_number`), None if all are scored. Raises `Conflict`,
    `WasUndone`, and `scoring.problems.InvalidMatch` with every problem of this and earlier rounds. Does nothing if
    `token` has already counted the round.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        counted = _counted(match, number)
        drafts = load_drafts(match_id, number, device) if drafts is None else drafts
        draft = next(iter(drafts), None)
        if _has_counted(session, match_id, token):
            if counted is not None:
                _clear(session, match, drafts, counted.entry)  # the repeated form may have created the draft again
            return None
        if conflicts(match, draft, number):
            raise Conflict
        entry = entry_of(draft, match, method) if draft else {}
        entries = [round_.entry for round_ in match.rounds if round_.number != number]
        entries.insert(number - 1, entry)
        _check(match, entries, number)
        examples.keep_counted(session, match, number, draft, entry, device)
        if counted is None:
            match.rounds.append(Round(number=number, entry=entry, save_token=token))
        else:
            if counted.entry and counted.entry != entry:
                counted.corrected = now()
            counted.entry = entry
            counted.save_token = token
        session.add(CountedForm(match_id=match_id, token=token, number=number, undone=False))
        match.ended, match.taken_out = None, None  # the match goes on
        match.version += 1
        presence.end(session, match, device)
        _clear(session, match, drafts, entry, counts=draft)
        return Scoreboard(match).open_number


def conflicts(match: Match, draft: Draft | None, number: int) -> bool:
    """Whether optimistic locking refuses to count the draft as round `number`.

    The round was changed since the draft was begun, or is no longer there, or is not the next one.
    """
    counted = _counted(match, number)
    corrects = draft.base_version if draft else None
    if counted is not None:
        return corrects != counted.version
    return corrects is not None or number != len(match.rounds) + 1


def _counted(match: Match, number: int) -> Round | None:
    return next((round_ for round_ in match.rounds if round_.number == number), None)


def correct(match_id: int, number: int, device: str) -> None:
    """Create a draft that corrects a counted round; an existing draft of `device` is kept."""
    with database().writing() as session:
        match = locked(session, match_id)
        if load_draft(match_id, number, device) is None and number <= len(match.rounds):
            session.add(new_draft(match, number, device, match.rounds[number - 1].version))


def add_to_last(match_id: int, number: int, save_token: str, words: str) -> None:
    """Add to the last round the addition that its game offers under these words (`Game.afterwards`).

    A second tap does nothing, nor does one after a correction that changed the offer.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        last = match.rounds[-1] if match.rounds else None
        board = Scoreboard(match)
        if last is None or (last.number, last.save_token) != (number, save_token) or not board.is_scored(number):
            return
        for offered in board.game.afterwards(board):
            if offered.words == words:
                last.entry, last.save_token = {**last.entry, **offered.fields}, new_token()
                match.version += 1
                return


def undo(match_id: int, device: str, number: int, save_token: str) -> bool:
    """Undo the last round: its entry, as `device` has begun to correct it, becomes the table's draft.

    If the table has a different draft for that round, that one stays, and the entry becomes a draft of `device`. A
    different draft of `device` also stays. `number` and `save_token` are those of the round on the page: a second tap,
    or one after another phone's change, does nothing. Returns whether the round was undone.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        last = match.rounds[-1] if match.rounds else None
        if last is None or last.number != number or last.save_token != save_token:
            return False
        shared, entered = False, new_draft(match, number, device)
        for draft in reversed(load_drafts(match_id, number, device)):
            if draft.base_version == last.version:
                entered = draft
            elif draft.base_version is not None or shared or not _says_else(match, draft, last.entry):
                _delete_draft(session, draft)
            else:
                shared = draft.device == SHARED
        session.flush()
        entered.device, entered.base_version = device if shared else SHARED, None
        begun = (Draft.match_id == match_id, Draft.number == number, Draft.base_version.is_not(None))
        session.execute(update(Draft).where(*begun).values(base_version=NO_VERSION))  # of other phones
        session.add(entered)
        match.rounds.remove(last)
        of_round = (CountedForm.match_id == match_id, CountedForm.number == number)
        session.execute(update(CountedForm).where(*of_round).values(undone=True))
        # An imported round has no form; phones may still show the page of the round after it (`draft.was_next`).
        session.merge(CountedForm(match_id=match_id, token=save_token, number=number, undone=True))
        match.version += 1
        return True


def replace_counted(match_id: int, number: int, device: str) -> None:
    """After `Conflict`: base the draft on the current version of the round, so that counting replaces it."""
    with database().writing() as session:
        match = locked(session, match_id)
        draft = load_draft(match_id, number, device)
        if draft is not None:
            if number <= len(match.rounds):
                draft.device, draft.base_version = device, match.rounds[number - 1].version
            else:
                _begin(session, match, draft, number, device)


def move_to_next(match_id: int, number: int, device: str) -> int:
    """After a conflict: make the draft of round `number` a draft of the next round; returns its number.

    It becomes the table's draft. If others have already begun the next round, their draft stays, and this one becomes
    the device's own. It stays where it is if the device has such a draft already, which is counted first.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        next_number = len(match.rounds) + 1
        draft = load_draft(match_id, number, device)
        if draft is not None:
            _begin(session, match, draft, next_number, device)
        return next_number


def discard(match_id: int, number: int, device: str) -> None:
    """Delete the draft of round `number` that `device` edits; a counted round stays."""
    with database().writing() as session:
        _delete_draft(session, load_draft(match_id, number, device))


def new_draft(match: Match, number: int, device: str, base_version: int | None = None) -> Draft:
    """A draft of `device`, not stored: with the content of a counted round, or before anything is entered."""
    counted = _counted(match, number)
    begun = {"method": way_used_last(match, number), "entry": first_fields(match, number)}
    values = as_draft(match, counted.entry) if counted else begun
    return Draft(match_id=match.id, number=number, device=device, base_version=base_version, **values)


def _begin(session: Session, match: Match, draft: Draft, number: int, device: str) -> None:
    """Make a draft one of new round `number`: the table's, or the device's own if others have begun that round.

    Nothing happens if the device itself has another draft of that round.
    """
    keeper = SHARED
    for other in load_drafts(match.id, number, device):
        if other is draft:
            continue
        if not says_more(match, other):
            _delete_draft(session, other)
        elif other.device == SHARED:
            keeper = device
        else:
            return
    session.flush()
    for upload in session.scalars(select(Upload).where(Upload.match_id == match.id)):  # its unread photographs
        is_its = upload.about.get("number") == draft.number and keeper in (SHARED, upload.device)
        if is_its and load_draft(match.id, draft.number, upload.device) is draft:
            upload.about = {**upload.about, "number": number}
    draft.number, draft.device, draft.base_version = number, keeper, None


def _clear(
    session: Session, match: Match, drafts: Iterable[Draft], counted: Entry, counts: Draft | None = None
) -> None:
    """Delete the draft that `counts` and the device's own.

    The table's draft stays if it differs from the counted entry.
    """
    for draft in drafts:
        if draft is counts or draft.device != SHARED or not _says_else(match, draft, counted):
            _delete_draft(session, draft)
    session.flush()


def _says_else(match: Match, draft: Draft, counted: Entry) -> bool:
    """Whether a draft contains entries that differ from the counted round."""
    return says_more(match, draft) and round_entry(draft, match) != counted


def _delete_draft(session: Session, draft: Draft | None) -> None:
    if draft is not None:
        delete_pictures(photo.token for photo in draft.photos)
        if draft in session.new:  # created by the same form that counts it
            session.expunge(draft)
        elif draft in session:
            session.delete(draft)
