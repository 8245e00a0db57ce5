"""Rounds deleted and inserted anywhere: later ones are renumbered, with everything keyed by their number.

All are scored again. The last deletion can be undone; an inserted round can be deleted.
"""

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from webapp.base.storage.db import database
from webapp.base.storage.orm import Entry
from webapp.base.storage.tokens import new_token
from webapp.decks.models import LearnedCard
from webapp.entry.models import Draft
from webapp.match.models import CountedForm, Entering, Match, Round, locked, renumbered
from webapp.photos.models import Upload
from webapp.photos.store import delete_pictures

NUMBERED = (Round, Draft, CountedForm, LearnedCard, Entering)
"""Tables whose rows are keyed by match and round number."""


def delete(match_id: int, number: int, save_token: str) -> bool:
    """Delete a round if its `save_token` is still the one on the page; returns whether it was deleted.

    A second tap, or a tap after another phone's change, does nothing. What is entered for it on any phone is deleted
    too; the board says so to a phone that sends more of it (`webapp.match.links`).
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
        said = {"number": number, "entry": found.entry, "dealt_from": match.dealt_from}
        match.taken_out = said if found.entry else None
        match.rounds.remove(found)
        _renumber(session, match, -number)
        return True


def put_back(match_id: int) -> int | None:
    """Undo the last deletion; returns the number of the round, or None if there is nothing to undo."""
    with database().writing() as session:
        match = locked(session, match_id)
        out = match.taken_out
        if out is None or out["number"] > len(match.rounds) + 1:
            return None
        _insert(session, match, out["number"], out["entry"])
        match.dealt_from = max(match.dealt_from, out.get("dealt_from", 1))
        match.taken_out = None
        return int(out["number"])


def put_before(match_id: int, number: int, save_token: str) -> bool:
    """Insert an empty round before round `number`; the table then completes it (`Scoreboard.open_number`)."""
    with database().writing() as session:
        match = locked(session, match_id)
        if not any(each.number == number and each.save_token == save_token for each in match.rounds):
            return False
        _insert(session, match, number, {})
        match.taken_out = None
        return True


def _insert(session: Session, match: Match, number: int, entry: Entry) -> None:
    _renumber(session, match, number)
    session.add(Round(match_id=match.id, number=number, entry=entry, save_token=new_token()))
    session.flush()
    session.expire(match, ["rounds"])


def _renumber(session: Session, match: Match, change: int) -> None:
    """Make a `change` of `Match.renumbered`, and renumber the round from which the dealer counts.

    Numbers are first made negative, so that no two rounds share one meanwhile.
    """
    session.flush()
    match.renumbered = [*match.renumbered, change]
    after, by = (change - 1, 1) if change > 0 else (-change, -1)
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
    for upload in session.scalars(select(Upload).where(Upload.match_id == match.id)):  # unread uploads
        if number := upload.about.get("number"):
            upload.about = {**upload.about, "number": renumbered(number, change)}
    if match.dealt_from > abs(change):
        match.dealt_from += by
    match.version += 1
    session.expire(match, ["rounds"])
