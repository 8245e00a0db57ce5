"""Marks which phone is entering the cards of which side, so that other phones show it.

Entering a round without cards, by who won what or by numbers, covers the whole round: its side is `WHOLE`. Phones are
not named; pages say "another phone". A mark expires some time after its last use, and ends when the pile is confirmed
or left.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, select
from sqlalchemy.orm import Session

from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.match.models import MARK, Entering, Match, locked

WHOLE = ""
"""The side of a mark for the whole round."""
LAPSES = timedelta(seconds=75)
STALE = timedelta(seconds=20)
"""Time for which a mark is not written again."""

_HERE = select(func.count()).where(Entering.match_id == Match.id, Entering.seen > bindparam("since"))
_LINKS = (Match.__table__.c.play_token, Match.__table__.c.watch_token)
STATE = {
    column.name: select(Match.version, _HERE.scalar_subquery()).where(column == bindparam("token")) for column in _LINKS
}
"""Link column -> the query of polls, built once because building takes longer than running.

Parameters are `token`, and `since`, the time before which marks have expired; `state_of` reads its row.
"""


def since() -> datetime:
    """The time before which marks have expired."""
    return now() - LAPSES


def mark(match_id: int, number: int, device: str, side: str) -> None:
    """Store that `device` is entering the cards of `side`, or everything (`WHOLE`), in round `number`."""
    here = (Entering.number == number, Entering.side == side, Entering.seen > now() - STALE)
    if database().cheaply(_marks(match_id).where(Entering.device == device, *here)) is not None:
        return
    with database().noting() as session:
        note(session, locked(session, match_id), number, device, side)


def note(session: Session, match: Match, number: int, device: str, side: str) -> None:
    """Store the mark in the transaction of `session`, which has locked the match."""
    known = session.info[MARK] if MARK in session.info else session.get(Entering, (match.id, device))
    here = known is not None and (known.number, known.side) == (number, side)
    if known is None:
        session.info[MARK] = Entering(match_id=match.id, device=device, number=number, side=side, seen=now())
        session.add(session.info[MARK])
    elif not here or known.seen <= now() - STALE:
        here = here and known.seen >= since()
        known.number, known.side, known.seen = number, side, now()
    if not here:
        match.version += 1


def leave(match_id: int, device: str) -> None:
    """Delete the mark of `device`."""
    if database().cheaply(_marks(match_id).where(Entering.device == device)) is None:
        return
    with database().noting() as session:
        match = locked(session, match_id)
        end(session, match, device)
        match.version += 1


def end(session: Session, match: Match, device: str) -> None:
    """Delete the mark in the transaction of `session`, which also increments the version of the match."""
    if session.info.get(MARK, True) is not None:
        session.execute(delete(Entering).where(Entering.match_id == match.id, Entering.device == device))


def forget_lapsed() -> int:
    """Delete expired marks, all at once; returns 0."""
    with database().writing() as session:
        session.execute(delete(Entering).where(Entering.seen < since()))
    return 0


def marks(match: Match) -> Sequence[Entering]:
    with database().reading() as session:
        return session.scalars(_marks(match.id).where(Entering.seen > since())).all()


def _marks(match_id: int) -> Select[Entering]:
    return select(Entering).where(Entering.match_id == match_id)


def sides_in(marks: Iterable[Entering], number: int, but: str) -> Sequence[str]:
    """The sides that phones other than `but` are entering; `WHOLE` if one enters the round without cards."""
    return tuple({mark.side for mark in marks if mark.number == number and mark.device != but})


def shown_with(match: Match, marks: Sequence[Entering]) -> str:
    """The state that a page shows, for its next poll, as of when these were loaded."""
    return state_of((match.version, len(marks)))


def state_of(row: Sequence[Any]) -> str:
    """The state in a row of `STATE`."""
    return f"{row[0]}.{row[1]}"
