"""Changes the links of a match: the old links open nothing, and only two phones keep their access.

A match leads to its rematches, so their links change together. Two phones keep their rights: the one that changes the
links, and the one that started the match. Otherwise a guest could take over. All others must open the new link.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from webapp.base.storage import tokens
from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.match import store
from webapp.match.models import Match, Visit


def renew(play_token: str, device: str) -> str | None:
    """Change the play and watch links of a match and its rematches; returns the new play token of the match.

    If the link was already changed, by a double tap or another phone, nothing changes. Then the result is the current
    token for a device that plays in the match, otherwise None, as for an unknown link.
    """
    with database().writing() as session:
        series = _series(session, play_token)
        found = next((match for match in series if match.play_token == play_token), None)
        if found is None:
            now_at = tokens.successor(session, play_token)
            return now_at if now_at is not None and store.plays(session, device, now_at) else None
        store.visit(session, device, found, plays=True)
        for match in series:
            old, match.play_token, match.watch_token = match.play_token, new_token(), new_token()
            tokens.change(session, old, match.play_token)
            match.version += 1
            _revoke(_visits(session, match, but=(device, match.device)))
        return found.play_token


def renew_watch(play_token: str, watch_token: str) -> bool:
    """Change only the watch link of a match and its rematches; returns whether the match exists.

    `watch_token` is the one shown on the page; if it has changed since, nothing happens.
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
    """All matches of the series of a play link, including deleted ones, locked until the transaction ends."""
    named = session.execute(select(Match.id, Match.series).where(Match.play_token == play_token)).first()
    if named is None:
        return []
    query = select(Match).order_by(Match.id).with_for_update().execution_options(populate_existing=True)
    same = Match.series == named.series if named.series else Match.id == named.id
    found = session.scalars(query.where(same)).all()
    # A rematch may have been created while waiting for the lock; from now on none can be.
    series = next((match.series for match in found), None)
    return session.scalars(query.where(Match.series == series)).all() if series else found


def _visits(session: Session, match: Match, but: Sequence[str | None] = ()) -> Sequence[Visit]:
    query = select(Visit).where(Visit.match_id == match.id, Visit.revoked.is_(None))
    return session.scalars(query.where(Visit.device.not_in([each for each in but if each]))).all()


def _revoke(visits: Sequence[Visit]) -> None:
    """Require these devices to open the new link before they see the match again."""
    for visit in visits:
        visit.revoked, visit.plays = store.PLAYED if visit.plays else store.WATCHED, False
