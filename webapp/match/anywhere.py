"""Rounds anywhere: one in the middle is deleted, or one put in between. Everything after is scored again on every read.

The rounds behind it are numbered anew, with all that goes by their number: drafts, the forms that have counted them,
and what their photographs taught. The table undoes the last deletion by one tap; a round that was put in is deleted.
"""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry
from webapp.base.storage.tokens import new_token
from webapp.decks.models import LearnedCard
from webapp.entry.models import Draft
from webapp.match.models import CountedForm, Match, Round, locked
from webapp.photos.models import Upload
from webapp.photos.store import delete_pictures

NUMBERED = (Round, Draft, CountedForm, LearnedCard)
"""The tables of a match that go by the number of a round."""


def delete(match_id: int, number: int, save_token: str) -> bool:
    """Delete a round; `save_token` is that of the round that the page showed. Returns whether it was deleted.

    A second tap, or one after another phone's change, does nothing.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        found = next((each for each in match.rounds if each.number == number), None)
        if found is None or found.save_token != save_token:
            return False
        for draft in session.scalars(select(Draft).where(Draft.match_id == match.id, Draft.number == number)):
            delete_pictures(photo.token for photo in draft.photos)
            session.delete(draft)
        of_round = (CountedForm.match_id == match.id, CountedForm.number == number)
        session.execute(update(CountedForm).where(*of_round).values(undone=True, number=0))
        match.taken_out = {"number": number, "entry": found.entry} if found.entry else None
        match.rounds.remove(found)
        _renumber(session, match, after=number, by=-1)
        return True


def put_back(match_id: int) -> int | None:
    """Undo the last deletion; the number of the round, None where there is nothing to put back."""
    with database().writing() as session:
        match = locked(session, match_id)
        out = match.taken_out
        if out is None or out["number"] > len(match.rounds) + 1:
            return None
        _insert(session, match, out["number"], out["entry"])
        match.taken_out = None
        return int(out["number"])


def put_before(match_id: int, number: int, save_token: str) -> bool:
    """Put a round without an entry before round `number`: the table completes it (`Scoreboard.open_number`)."""
    with database().writing() as session:
        match = locked(session, match_id)
        if not any(each.number == number and each.save_token == save_token for each in match.rounds):
            return False
        _insert(session, match, number, {})
        match.taken_out = None
        return True


def _insert(session: Session, match: Match, number: int, entry: Entry) -> None:
    _renumber(session, match, after=number - 1, by=1)
    session.add(Round(match_id=match.id, number=number, entry=entry, save_token=new_token()))
    session.flush()
    session.expire(match, ["rounds"])


def _renumber(session: Session, match: Match, after: int, by: int) -> None:
    """Number the rounds after `after` anew, who deals them with them.

    First below 0, so that no two rounds have the same number meanwhile.
    """
    session.flush()
    for table in NUMBERED:
        mine = table.match_id == match.id
        kept = {"saved": Round.saved} if table is Round else {"changed": Draft.changed} if table is Draft else {}
        for where, value in ((table.number > after, -(table.number + by)), (table.number < 0, -table.number)):
            session.execute(
                update(table)
                .where(mine, where)
                .values(number=value, **kept)
                .execution_options(synchronize_session=False)
            )
    for upload in session.scalars(select(Upload).where(Upload.match_id == match.id)):  # that are still to be read
        if (number := upload.about.get("number")) and number > after:
            upload.about = {**upload.about, "number": number + by}
    if match.dealt_from > after + 1:
        match.dealt_from += by
    match.version += 1
    session.expire(match, ["rounds"])
