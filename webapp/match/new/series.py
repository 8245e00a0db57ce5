"""A match and its rematches: the next match of the same people, and who has won how many of them this evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.match import rounds, store
from webapp.match.models import Match, locked
from webapp.match.scoreboard import Scoreboard

ANOTHER_EVENING = timedelta(hours=6)
"""After so long a pause the next match is one of another evening: nobody need know where on earth the table stands."""


@dataclass(frozen=True)
class Evening:
    """What a board says of the other matches of its series.

    `wins`: how many each side has won this evening, by its name in this match; empty while there was only one match.
    `following` is the match that the table went on with, None where this is the latest.
    """

    wins: dict[str, int]
    following: Match | None


def evening_of(match: Match) -> Evening:
    """The tally of the evening that `match` was played on, and the match that came after it."""
    if match.series is None:
        return Evening({}, None)
    with database().reading() as session:
        series = _series(session, match.series)
    played = next((evening for evening in evenings(series) if match.id in [each.id for each in evening]), [])
    wins = tally(match.sides, played) if len(played) > 1 else {}
    return Evening(wins, _following(match, series))


def evenings(series: Sequence[Match]) -> list[list[Match]]:
    """The matches of a series, in the order in which they began, parted where the table paused for long."""
    ordered = sorted(series, key=lambda match: (match.created, match.id))
    parts = [ordered[:1]] if ordered else []
    for before, after in pairwise(ordered):
        if after.created - last_change(before) > ANOTHER_EVENING:
            parts.append([])
        parts[-1].append(after)
    return parts


def last_change(match: Match) -> datetime:
    """When something was last counted in a match."""
    return max([match.created, *(round_.saved for round_ in match.rounds)])


def tally(sides: Sequence[str], played: Iterable[Match]) -> dict[str, int]:
    """How many of the matches `played` each side has won. They sit in the same seats; names may have changed."""
    wins = dict.fromkeys(sides, 0)
    for match in played:
        winners = Scoreboard(match).score.winners
        for side, name in zip(sides, match.sides, strict=False):
            wins[side] += name in winners
    return wins


def rematch(match_id: int, device: str) -> Match:
    """The next match of the same people, by the same rules, with the next dealer: made once, whoever asks for it.

    Where the table has gone on already, that is the latest match of the series. A match that is not over has no
    rematch: it is given back itself.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        series = _series(session, match.series) if match.series else []
        following = _following(match, series)
        if following is None:
            following = _repeated(session, match, new_token()) if Scoreboard(match).score.finished else match
        store.visit(session, device, following, plays=True)
        return following


def again(match_id: int, device: str, form_token: str) -> Match:
    """A new match like this one, as the next of its series. Idempotent: the same form sent twice makes one match."""
    with database().writing() as session:
        match = locked(session, match_id)
        token = store.usable(session, form_token, device)
        made = session.scalar(select(Match).where(Match.play_token == token))
        if made is None:
            made = _repeated(session, match, token)
        store.visit(session, device, made, plays=True)
        return made


def _repeated(session: Session, match: Match, token: str) -> Match:
    """Store the next match of the series of `match`, and let its board know."""
    dealer = Scoreboard(match).dealer_of_rematch
    new = store.NewMatch(
        match.game,
        match.options,
        match.sides,
        match.players,
        dealer,
        match.deck,
        match.deck_said,
        match.colours,
        rounds.way_used_last(match, len(match.rounds) + 1),
    )
    match.series = match.series or new_token()
    match.version += 1
    return store.add(session, new, token, device=match.device, series=match.series)


def _series(session: Session, series: str) -> list[Match]:
    query = select(Match).where(Match.series == series, Match.removed.is_(None)).order_by(Match.id)
    return list(session.scalars(query.options(selectinload(Match.rounds))))


def _following(match: Match, series: Sequence[Match]) -> Match | None:
    """The latest match after `match`; None where that is the latest itself."""
    return next((each for each in reversed(series) if each.id > match.id), None)
