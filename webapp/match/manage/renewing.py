"""The links of a match are changed: the old ones open nothing, and only two phones keep what they had.

A match and its rematches lead to each other, so whoever may play in one may play in those that follow: the links of all
of them change together. The phone that changes them keeps its right, and the phone that started the match does, too:
else a guest with the link could keep the match for himself. Every other one opens the new link.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.base.storage import changed_links
from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.match import store
from webapp.match.models import Match, Visit


def renew(play_token: str, device: str) -> str | None:
    """Change the play link and the watch link of a match and its rematches; the match's play token then.

    Where the link was changed already, by a double tap or another phone, nothing changes: the answer is the present
    token for a device that plays in the match, else None, as for a link that never was.
    """
    with database().writing() as session:
        series = _series(session, play_token)
        found = next((match for match in series if match.play_token == play_token), None)
        if found is None:
            now_at = changed_links.successor(session, play_token)
            return now_at if now_at is not None and store.plays(session, device, now_at) else None
        store.visit(session, device, found, plays=True)
        for match in series:
            old, match.play_token, match.watch_token = match.play_token, new_token(), new_token()
            changed_links.change(session, old, match.play_token)
            match.version += 1
            _revoke(_visits(session, match, but=(device, match.device)))
        return found.play_token


def renew_watch(play_token: str, watch_token: str) -> bool:
    """Change the watch link of a match and its rematches alone; returns whether there is such a match.

    `watch_token`: as the page showed it. Where it was changed since, nothing happens.
    """
    with database().writing() as session:
        series = _series(session, play_token)
        found = next((match for match in series if match.play_token == play_token), None)
        if found is not None and found.watch_token == watch_token:
            for match in series:
                match.watch_token = new_token()
                match.version += 1
                _revoke([visit for visit in _visits(session, match) if not visit.plays])
        return found is not None


def _series(session: Session, play_token: str) -> Sequence[Match]:
    """The match of a play link and all of its series, deleted ones too, locked until the transaction ends."""
    named = session.execute(select(Match.id, Match.series).where(Match.play_token == play_token)).first()
    if named is None:
        return []
    query = select(Match).order_by(Match.id).with_for_update().execution_options(populate_existing=True)
    same = Match.series == named.series if named.series else Match.id == named.id
    found = session.scalars(query.where(same)).all()
    # A rematch that was made while the lock was waited for is of the series, too; now nobody makes another.
    series = next((match.series for match in found), None)
    return session.scalars(query.where(Match.series == series)).all() if series else found


def _visits(session: Session, match: Match, but: Sequence[str | None] = ()) -> Sequence[Visit]:
    query = select(Visit).where(Visit.match_id == match.id, Visit.revoked.is_(None))
    return session.scalars(query.where(Visit.device.not_in([each for each in but if each]))).all()


def _revoke(visits: Sequence[Visit]) -> None:
    """Let these devices open the new link before they see the match again."""
    for visit in visits:
        visit.revoked, visit.plays = store.PLAYED if visit.plays else store.WATCHED, False
