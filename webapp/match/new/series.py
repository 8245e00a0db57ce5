"""A series: a match and its rematches, and how many of them each side has won this evening."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from webapp.base.storage import tokens
from webapp.base.storage.db import database
from webapp.base.storage.tokens import new_token
from webapp.decks.menu import first_deck, same_codes
from webapp.match import rounds, store
from webapp.match.models import Match, locked
from webapp.match.scoreboard import Scoreboard

ANOTHER_EVENING = timedelta(hours=6)
"""Pause after which the next match counts as another evening; needs no time zone."""


@dataclass(frozen=True)
class Tonight:
    """The part of a board about the other matches of its series.

    `wins`: side of this match -> matches won this evening; empty if there was only one match. `following` is the match
    that came after; None if this is the latest.
    """

    wins: dict[str, int]
    following: Match | None


def tonight(match: Match) -> Tonight:
    """The wins of the evening of `match`, and the match that came after it."""
    if match.series is None:
        return Tonight({}, None)
    with database().reading() as session:
        series = _series(session, match.series)
    played = next((evening for evening in evenings(series) if match.id in [each.id for each in evening]), [])
    wins = tally(match.sides, played) if len(played) > 1 else {}
    return Tonight(wins, _following(match, series))


def evenings(series: Sequence[Match]) -> list[list[Match]]:
    """The matches of a series in the order they began, split at long pauses."""
    ordered = sorted(series, key=lambda match: (match.created, match.id))
    parts = [ordered[:1]] if ordered else []
    for before, after in pairwise(ordered):
        if after.created - last_change(before) > ANOTHER_EVENING:
            parts.append([])
        parts[-1].append(after)
    return parts


def last_change(match: Match) -> datetime:
    """The time when something was last counted in a match."""
    return max([match.created, *(round_.saved for round_ in match.rounds)])


def tally(sides: Sequence[str], played: Iterable[Match]) -> dict[str, int]:
    """Number of the matches `played` that each side has won, by seat; names may have changed."""
    wins = dict.fromkeys(sides, 0)
    for match in played:
        winners = Scoreboard(match).score.winners
        for side, name in zip(sides, match.sides, strict=False):
            wins[side] += name in winners
    return wins


def rematch(match_id: int, device: str) -> Match:
    """The next match of the same people, with the same rules and the next dealer; created once, whoever asks.

    If the table has already gone on, this is the latest match of the series. An unfinished match has no rematch: it is
    returned itself.
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
    """A new match like this one, as the next of its series. Idempotent: a form submitted twice makes one match."""
    with database().writing() as session:
        match = locked(session, match_id)
        token = tokens.usable(form_token, partial(store.plays, device))
        made = session.scalar(select(Match).where(Match.play_token == token))
        if made is None:
            made = _repeated(session, match, token)
            first = first_deck(match.game, device)
            if not match.deck_said and same_codes(match, first):  # photographs of another evening decide the deck again
                made.deck = first
        store.visit(session, device, made, plays=True)
        return made


def _repeated(session: Session, match: Match, token: str) -> Match:
    """Store the next match in the series of `match`, and change the version of its board."""
    same = (Match.game, Match.options, Match.sides, Match.players, Match.deck, Match.deck_said, Match.colours)
    new = Match(**{column.key: getattr(match, column.key) for column in same})
    new.first_dealer, new.way = Scoreboard(match).dealer_of_rematch, rounds.way_used_last(match, len(match.rounds) + 1)
    new.series = match.series = match.series or new_token()
    match.version += 1
    return store.add(session, new, token, match.device)


def _series(session: Session, series: str) -> list[Match]:
    query = select(Match).where(Match.series == series, Match.removed.is_(None)).order_by(Match.id)
    return list(session.scalars(query.options(selectinload(Match.rounds))))


def _following(match: Match, series: Sequence[Match]) -> Match | None:
    """The latest match after `match`; None if there is none."""
    return next((each for each in reversed(series) if each.id > match.id), None)
