"""Matches in the database: created, found by their links, and listed for the devices that opened them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from webapp.base.db import database
from webapp.base.models import Match, Visit, now
from webapp.base.tokens import new_token

LISTED = 20
CREATED = "match_created"


@dataclass(frozen=True)
class NewMatch:
    """A match to be stored, as the form of a new match says."""

    game: str
    options: dict[str, Any]
    sides: list[str]
    players: list[str]
    first_dealer: int
    deck: str


def create(new: NewMatch, device: str, form_token: str) -> Match:
    """Store a match and list it for `device`. Idempotent: the same form sent twice makes one match.

    `form_token` was made with the form and becomes the play token, so that sending it again finds the match.
    """
    with database().writing() as session:
        match = session.scalar(select(Match).where(Match.play_token == form_token))
        if match is None:
            match = Match(
                play_token=form_token,
                watch_token=new_token(),
                game=new.game,
                options=new.options,
                sides=new.sides,
                players=new.players,
                first_dealer=new.first_dealer,
                deck=new.deck,
            )
            session.add(match)
            session.flush()
            for also in current_app.extensions.get(CREATED, ()):
                also(session, match)
        _record_visit(session, device, match.id, plays=True)
        return match


def also_when_created(app: Flask, also: Callable[[Session, Match], None]) -> None:
    """Let a room above this one do something in the transaction in which a match is made."""
    app.extensions[CREATED] = (*app.extensions.get(CREATED, ()), also)


def by_play_token(token: str) -> Match | None:
    """The match that a play link opens, with its rounds."""
    with database().reading() as session:
        return session.scalar(select(Match).where(Match.play_token == token).options(selectinload(Match.rounds)))


def by_watch_token(token: str) -> Match | None:
    """The match that a watch link opens, with its rounds."""
    with database().reading() as session:
        return session.scalar(select(Match).where(Match.watch_token == token).options(selectinload(Match.rounds)))


def record_visit(device: str, match_id: int, *, plays: bool) -> None:
    """Note that `device` opened the match, so that its start page lists it."""
    with database().writing() as session:
        _record_visit(session, device, match_id, plays=plays)


def _record_visit(session: Session, device: str, match_id: int, *, plays: bool) -> None:
    visit = session.get(Visit, (device, match_id))
    if visit is None:
        session.add(Visit(device=device, match_id=match_id, plays=plays))
    else:
        visit.plays = visit.plays or plays
        visit.seen = now()


def visited(device: str) -> list[tuple[Match, bool]]:
    """(Match, whether it may play there) of the matches that `device` opened, the latest first."""
    query = (
        select(Match, Visit.plays)
        .join(Visit, Visit.match_id == Match.id)
        .where(Visit.device == device)
        .order_by(Visit.seen.desc(), Match.id.desc())
        .limit(LISTED)
        .options(selectinload(Match.rounds))
    )
    with database().reading() as session:
        return [(match, plays) for match, plays in session.execute(query)]
