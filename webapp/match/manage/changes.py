"""Changes a match while it is played: names, colours, rules, dealer, end, links. Each function is one transaction.

Every change increments the version of the match, so that all boards show it. Sides are renamed throughout the JSON of
rounds and drafts: a game declares which fields name sides, and a question is renamed by its own room (`QUESTIONS`).

A match leads to its rematches, so their links change together. Two phones keep their rights: the one that changes the
links, and the one that started the match. Otherwise a guest could take over. All others must open the new link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import flag_modified

from scoring.fields import SIDE, VALUE, BySide, Fields, Parts, Shape, replaced
from scoring.game import round_shape
from webapp.base.http.fields import NotPossible
from webapp.base.language.i18n import gettext
from webapp.base.storage import tokens
from webapp.base.storage.db import database
from webapp.base.storage.orm import now
from webapp.base.storage.tokens import new_token
from webapp.entry.models import Draft
from webapp.games import GAMES, Game, deck_of
from webapp.match import store
from webapp.match.models import Entering, Match, Visit, locked
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
    versions, shape = {}, round_shape(GAMES[match.game].rules)
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


def change_rules(match_id: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Change the house rules of a match; every round is then counted by them.

    `before` are the rules shown on the page; if another phone has changed them since, nothing happens and the result is
    False. Raises `NotPossible` for rules of other cards, which existing entries would not fit, and
    `scoring.problems.InvalidMatch` if the rules are not allowed.
    """
    with database().writing() as session:
        match = locked(session, match_id)
        if match.options == after:
            return True
        if match.options != before:
            return False
        deck, match.options = deck_of(match), dict(after)
        if Scoreboard(match).score and deck_of(match) != deck:
            raise NotPossible(gettext("Other cards are played by these rules: start a new match."))
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


Names = Mapping[str, str]
"""Old name -> new name."""
QUESTIONS = "rename_question"
"""The key in `app.extensions` of the function that renames sides in a `Question`."""
BESIDE: Fields = {"confirmed": BySide(VALUE), "entered_by": BySide(VALUE), "asked": Parts({"side": SIDE, "of": SIDE})}
"""The columns of a draft beside its entry that name sides."""


def renamed(shape: Shape, entry: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """An entry of this shape with sides renamed; sides not in `names` stay.

    >>> entry = {"sweeps": {"Anna": 2}, "adjust": [{"side": "Anna", "points": 1, "reason": "Anna"}]}
    >>> renamed(round_shape(GAMES["scopa"].rules), entry, {"Anna": "Zoe"})
    {'sweeps': {'Zoe': 2}, 'adjust': [{'side': 'Zoe', 'points': 1, 'reason': 'Anna'}]}
    """
    result: dict[str, Any] = replaced(shape, entry, SIDE, lambda side: names.get(side, side))
    return result


def kept_shape(game: Game) -> Parts:
    """The shape of the values that the ways of entering a round keep beside the entry."""
    return Parts({name: shape for way in game.ways for name, shape in way.draft_fields.items()})


def rename_draft(draft: Draft, game: str, names: Names) -> None:
    """Rename the sides in a draft and its photographs.

    The way back of a photograph that changed sides is dropped: it would bring the old names back.
    """
    draft.entry = renamed(round_shape(GAMES[game].rules), draft.entry, names)
    draft.kept = renamed(kept_shape(GAMES[game]), draft.kept or {}, names)
    draft.rows = {row: renamed(Parts({"side": SIDE}), parts, names) for row, parts in (draft.rows or {}).items()}
    for column, shape in BESIDE.items():
        if value := getattr(draft, column):
            setattr(draft, column, renamed(shape, value, names))
    draft.rest_side = names.get(draft.rest_side, draft.rest_side) if draft.rest_side else draft.rest_side
    for photo in draft.photos:
        photo.side = names.get(photo.side, photo.side)
    draft.moved = None


def renew(play_token: str, device: str, only_watch: str | None = None) -> str | None:
    """Change the links of a match and its rematches; returns the play token that the match then has.

    `only_watch` is the watch token on the page: only the watch links change, unless another tap has changed that one.
    If the play link was already changed, the result is the current token for a device that plays in the match,
    otherwise None, as for an unknown link.
    """
    with database().writing() as session:
        series = _series(session, play_token)
        found = next((match for match in series if match.play_token == play_token), None)
        if found is None:
            return tokens.successor_for(play_token, partial(store.plays, device))
        if only_watch not in (None, found.watch_token):
            return play_token
        store.visit(session, device, found, plays=True)
        for match in series:
            if only_watch is None:
                match.play_token = tokens.replaced(match.play_token)
            match.watch_token = new_token()
            match.version += 1
            _revoke(session, match, [device, match.device or device], players=only_watch is None)
        return found.play_token


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


def _revoke(session: Session, match: Match, but: Sequence[str], *, players: bool) -> None:
    """Require other devices, with `players` also those that play, to open the new link before they see the match."""
    visits = select(Visit).where(Visit.match_id == match.id, Visit.revoked.is_(None), Visit.device.not_in(but))
    for visit in session.scalars(visits):
        if players or not visit.plays:
            visit.revoked, visit.plays = store.PLAYED if visit.plays else store.WATCHED, False
