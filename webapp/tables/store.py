"""Tables in the database: created, opened by link, renamed, removed; their matches and seasons."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import Any

from sqlalchemy import Select, delete, select, update
from sqlalchemy.orm import Session, selectinload

from webapp.base.storage import tokens
from webapp.base.storage.db import database
from webapp.base.storage.orm import now, stored
from webapp.games import GAMES
from webapp.match.models import Match, Visit
from webapp.match.store import to_think_again
from webapp.tables.models import OurTable, TableMatch, TableSeason, TableVisit
from webapp.tables.played import Played, played

LISTED = 20
MOST_SEASONS = 100


@dataclass(frozen=True)
class Season:
    """A season by `number`, from 1: matches begun from `since` until before `until`; None means no limit."""

    number: int
    since: datetime | None
    until: datetime | None

    def has(self, when: datetime) -> bool:
        """Whether a match begun at this time belongs to the season."""
        return (self.since is None or self.since <= when) and (self.until is None or when < self.until)


def seasons_of(table: OurTable) -> list[Season]:
    """The seasons of a table in order; empty if none was ever begun."""
    began = [season.began for season in table.seasons]
    if not began:
        return []
    ends = [None, *began, None]
    return [Season(number, since, until) for number, (since, until) in enumerate(pairwise(ends), 1)]


def make(name: str, device: str, form_token: str) -> OurTable:
    """Create a table and list it for `device`. Idempotent: a form submitted twice makes one table."""
    with database().writing() as session:
        # The form's token becomes the link's, so submitting again finds the table.
        token = tokens.usable(form_token, partial(_knows, device))
        new = OurTable(token=token, name=name, device=device, seasons=[])
        table = stored(session, new, OurTable.token == token)
        record_visit(device, table.id)
        return table


def _knows(device: str, token: str) -> bool:
    """Whether `device` has opened the table of this link."""
    with database().reading() as session:
        return session.scalar(_opened(device).where(OurTable.token == token)) is not None


def renew(token: str, device: str) -> str | None:
    """Change the link of a table; returns its new token.

    `device` and the device that created the table keep access; all others must open the new link. If the link was
    already changed, the result is the current token for a device that knows the table, otherwise None.
    """
    with database().writing() as session:
        table = session.scalar(select(OurTable).where(OurTable.token == token).with_for_update())
        if table is None:
            return tokens.successor_for(token, partial(_knows, device))
        keep = [each for each in (device, table.device) if each]
        session.execute(delete(TableVisit).where(TableVisit.table_id == table.id, TableVisit.device.not_in(keep)))
        record_visit(device, table.id)
        table.token = tokens.replaced(token)
        return table.token


def forget_old() -> int:
    """Delete a batch of removed tables whose time for restoring is over; returns how many. Their matches stay."""
    return database().delete_some(OurTable, OurTable.removed < now() - to_think_again())


def _tables() -> Select[OurTable]:
    return select(OurTable).options(selectinload(OurTable.seasons))


def by_token(token: str) -> OurTable | None:
    """The table of a link, including a removed one that is not yet deleted."""
    with database().reading() as session:
        found = session.scalar(_tables().where(OurTable.token == token))
    if found is None or (found.removed is not None and found.removed < now() - to_think_again()):
        return None
    return found


def known_to(device: str) -> list[OurTable]:
    """The tables that `device` has opened, latest first, without removed ones."""
    query = _opened(device).where(OurTable.removed.is_(None)).order_by(TableVisit.seen.desc(), OurTable.id.desc())
    with database().reading() as session:
        return list(session.scalars(query.limit(LISTED)))


def of_match(match_id: int, device: str) -> OurTable | None:
    """The table of a match that `device` knows; None if there is none or it was removed."""
    query = _opened(device).join(TableMatch, TableMatch.table_id == OurTable.id)
    with database().reading() as session:
        return session.scalar(query.where(TableMatch.match_id == match_id, OurTable.removed.is_(None)))


def _opened(device: str) -> Select[OurTable]:
    """The tables that `device` has opened, with its visits, including removed ones."""
    return _tables().join(TableVisit, (TableVisit.table_id == OurTable.id) & (TableVisit.device == device))


def record_visit(device: str, table_id: int) -> None:
    """Record that `device` opened the table, so that its start page lists it."""
    key = TableVisit.device == device, TableVisit.table_id == table_id
    with database().noting() as session:
        stored(session, TableVisit(device=device, table_id=table_id), *key).seen = now()


def forget(device: str, table_id: int) -> None:
    """Remove a table from the start page of `device`; its link still opens it."""
    with database().writing() as session:
        session.execute(delete(TableVisit).where(TableVisit.device == device, TableVisit.table_id == table_id))


def forget_device(session: Session, device: str) -> None:
    """Delete the visits of `device` and its name on tables it created; the tables stay."""
    session.execute(delete(TableVisit).where(TableVisit.device == device))
    session.execute(update(OurTable).where(OurTable.device == device).values(device=None))


def change(table_id: int, **values: Any) -> None:
    """Rename a table (`name`), remove it (`removed`: no list has it, its matches keep their place) or restore it."""
    with database().writing() as session:
        session.execute(update(OurTable).where(OurTable.id == table_id).values(**values))


def change_seasons(table_id: int, seasons: int, *, back: bool) -> None:
    """Begin a season, or with `back` delete the last one, whose matches then belong to the one before.

    `seasons` is their number on the page, so that a second tap does nothing.
    """
    with database().writing() as session:
        table = session.get_one(OurTable, table_id, with_for_update=True)
        if len(seasons_of(table)) != seasons:
            return
        if not back and len(table.seasons) < MOST_SEASONS:
            table.seasons.append(TableSeason(began=now()))
        elif back and table.seasons:
            table.seasons.pop()


def put(match_id: int, token: str, device: str) -> bool:
    """Put a match on a table that `device` knows, replacing another table; returns whether that worked."""
    with database().writing() as session:
        table = session.scalar(_opened(device).where(OurTable.token == token, OurTable.removed.is_(None)))
        if table is not None:
            new = TableMatch(match_id=match_id, table_id=table.id)
            stored(session, new, TableMatch.match_id == match_id).table_id = table.id
        return table is not None


def take_off(match_id: int) -> None:
    with database().writing() as session:
        session.execute(delete(TableMatch).where(TableMatch.match_id == match_id))


def put_new(session: Session, match: Match, token: str, device: str) -> None:
    """Put a new match on the table it was started from, or on that of its series."""
    if session.get(TableMatch, match.id) is not None or put(match.id, token, device) or not match.series:
        return
    before = select(TableMatch.table_id).join(Match, Match.id == TableMatch.match_id)
    table = session.scalar(before.where(Match.series == match.series).order_by(Match.id.desc()).limit(1))
    if table is not None:
        session.add(TableMatch(match_id=match.id, table_id=table))


@dataclass(frozen=True)
class OnTable:
    """A match on a table with its links; `play_token` only if this device may play."""

    played: Played
    watch_token: str
    play_token: str | None


def matches_on(table_id: int, device: str) -> list[OnTable]:
    """The matches of a table, latest first. Rounds of cached ones are not read again."""
    on_table = select(TableMatch.match_id).where(TableMatch.table_id == table_id)
    return _folded(select(Match).where(Match.id.in_(on_table)), device)


def with_rematches(match: Match, device: str) -> list[OnTable]:
    """A match and its whole series, latest first."""
    same = Match.id == match.id if match.series is None else Match.series == match.series
    return _folded(select(Match).where(same), device)


def of_device(device: str) -> list[OnTable]:
    """All matches that a device has opened, latest first."""
    opened = select(Visit.match_id).where(Visit.device == device, Visit.revoked.is_(None))
    return _folded(select(Match).where(Match.id.in_(opened)), device)


def loose(device: str) -> list[OnTable]:
    """The matches that a device plays in and that are on no table, latest first."""
    plays = select(Visit.match_id).where(Visit.device == device, Visit.revoked.is_(None), Visit.plays)
    on_table = select(TableMatch.match_id)
    return _folded(select(Match).where(Match.id.in_(plays), Match.id.not_in(on_table)).limit(LISTED), device)


def take_in(ticked: Sequence[str], table: OurTable, device: str) -> None:
    """Put the matches of these play links on a table, unless they are on one; no more than a page lists."""
    with database().writing() as session:
        loose = Match.play_token.in_(ticked[:LISTED]), Match.id.not_in(select(TableMatch.match_id))
        for match_id in session.scalars(select(Match.id).where(*loose)):
            put(match_id, table.token, device)


def _folded(matches: Select[Match], device: str) -> list[OnTable]:
    shown = matches.where(Match.removed.is_(None), Match.game.in_(GAMES))
    plays = select(Visit.match_id).where(Visit.device == device, Visit.plays)
    with database().reading() as session:
        mine = {*session.scalars(plays)}
        return [  # rounds are loaded only of matches that are not in the cache
            OnTable(played(match), match.watch_token, match.play_token if match.id in mine else None)
            for match in session.scalars(shown.order_by(Match.created.desc(), Match.id.desc()))
        ]
