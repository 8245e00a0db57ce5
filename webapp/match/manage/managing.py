"""Changes a match while it is played: names, rules, dealer, end. Each function is one transaction.

Every change increments the version of the match, so that all boards show it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from scoring.game import GAMES, round_shape
from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.entry.models import Draft
from webapp.games import deck_of
from webapp.match.manage.renaming import QUESTIONS, Names, rename_draft, renamed
from webapp.match.models import Entering, Match, locked
from webapp.match.scoreboard import Scoreboard
from webapp.match.store import changing
from webapp.referee.models import Question
from webapp.words.wording import sides_of

COLOURS = 8
"""Number of colours, each with a shape, that a side may choose from (static/base/base.css)."""


def rename_players(match_id: int, before: Sequence[str], after: Sequence[str]) -> bool:
    """Rename all players, in seat order, and the sides wherever they are named.

    `before` are the names shown on the page; if another phone has changed them since, nothing happens and the result is
    False.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        if list(before) != match.players:
            return False
        sides = sides_of(after, len(match.sides))
        names = {old: new for old, new in zip(match.sides, sides, strict=True) if old != new}
        match.players = list(after)
        if names:
            match.sides = sides
            _rename_rounds(session, match, names)
            for question in session.scalars(select(Question).where(Question.match_id == match.id)):
                current_app.extensions[QUESTIONS](question, names)
        match.version += 1
        return True


def _rename_rounds(session: Session, match: Match, names: Names) -> None:
    """Rename in rounds and drafts; an open correction still matches the version of its round."""
    versions, shape = {}, round_shape(GAMES[match.game])
    for round_ in match.rounds:
        versions[round_.number] = round_.version
        round_.entry = renamed(shape, round_.entry, names)
        flag_modified(round_, "saved")  # keeps the time when the round was played
    if match.taken_out:
        match.taken_out = {**match.taken_out, "entry": renamed(shape, match.taken_out["entry"], names)}
    session.flush()
    now_at = {round_.number: round_.version for round_ in match.rounds}
    for draft in session.scalars(select(Draft).where(Draft.match_id == match.id)):
        rename_draft(draft, match.game, names)
        if draft.base_version is not None and draft.base_version == versions.get(draft.number):
            draft.base_version = now_at[draft.number]
    for device in session.scalars(select(Entering).where(Entering.match_id == match.id)):
        device.side = names.get(device.side, device.side)


def choose_colour(match_id: int, seat: int, colour: int) -> None:
    """Give the side at `seat` a colour; a side that had this colour gets the old one in exchange."""
    with changing(match_id) as match:
        now_has = list(match.colours or range(len(match.sides)))
        swapped = [now_has[seat] if each == colour else each for each in now_has]
        match.colours = [*swapped[:seat], colour, *swapped[seat + 1 :]]


class OtherCards(Exception):
    """The new rules use other cards, so existing entries would not fit."""


def change_rules(match_id: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Change the house rules of a match; every round is then counted by them.

    `before` are the rules shown on the page; if another phone has changed them since, nothing happens and the result is
    False. Raises `OtherCards`, and `scoring.problems.InvalidMatch` if the rules are not allowed.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        if match.options == after:
            return True
        if match.options != before:
            return False
        deck, match.options = deck_of(match), dict(after)
        if Scoreboard(match).score and deck_of(match) != deck:
            raise OtherCards
        match.version += 1
        return True


def let_deal(match_id: int, player: int) -> None:
    """Let the player at this index deal the next round; all other turns follow from that.

    A player who is out cannot be chosen.
    """
    with changing(match_id) as match:
        board = Scoreboard(match)
        if player in board.seats_in(board.next_number):
            match.first_dealer, match.dealt_from = player, board.next_number


def end(match_id: int) -> None:
    """End a match, without winners if nobody has won."""
    with changing(match_id) as match:
        match.ended = match.ended or now()


def resume(match_id: int) -> None:
    """Resume a match that the table had ended."""
    with changing(match_id) as match:
        match.ended = None
