"""What is called aloud during a round ("Scopa!"), counted on the board into the draft of the round.

A tap names the number that it leads to and the one that the phone has shown. Where another phone was faster the second
is old, and the tap changes nothing: one sweep that two people tap counts once.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, g, request, url_for
from werkzeug.wrappers import Response

from webapp.base.http import htmx
from webapp.base.http.fields import whole
from webapp.base.http.security import device_id
from webapp.base.storage.db import database
from webapp.entry import answering, drafts
from webapp.entry.draft import Entered, fold
from webapp.entry.events import Field
from webapp.entry.models import Draft
from webapp.games import game_of, layout_of
from webapp.games.fishing import MOST_SWEEPS
from webapp.games.game import Called
from webapp.games.protocols import Entry
from webapp.match import rounds
from webapp.match.links import PLAY, ROUND, opened_by_play_link, side_at
from webapp.match.models import Match, locked
from webapp.match.scoreboard import Scoreboard

calls = opened_by_play_link(Blueprint("calls", __name__, url_prefix=f"{PLAY}{ROUND}/calls"))

MOST_CALLS = MOST_SWEEPS
"""How often a side can have called in one round; the form of the round takes no more."""


@dataclass(frozen=True)
class Call:
    """How often `side` has called in a round; `seat` is its index in the seat order, `field` that of the draft."""

    side: str
    seat: int
    field: str
    count: int

    def action(self, step: int) -> str:
        """The value of the button that counts `step` more or less."""
        return f"{self.field}-{self.seat}-{min(max(self.count + step, 0), MOST_CALLS)}"


def calls_of(match: Match, draft: Draft | None) -> tuple[Call, ...]:
    """What every side that plays has called in the round of `draft`; none where the game has no call."""
    called = game_of(match).called
    if called is None:
        return ()
    fields = _fields(match, draft)
    playing, counted = layout_of(match, fields).playing(match.sides), fields.get(called.field, {})
    return tuple(
        Call(side, seat, called.field, counted.get(side, 0)) for seat, side in enumerate(match.sides) if side in playing
    )


def sitting_out(match: Match, draft: Draft | None) -> tuple[str, ...]:
    """The sides that do not play the round of `draft`."""
    return layout_of(match, _fields(match, draft)).absent


def _fields(match: Match, draft: Draft | None) -> Entry:
    return draft.entry if draft else rounds.first_fields(match, len(match.rounds) + 1)


@calls.post("/")
def call(number: int) -> Response:
    """Store how often a side has called in the round that is being played, as the tapped button says."""
    called = game_of(g.match).called
    name, _, count = request.form.get("action", "").rpartition("-")
    field, _, seat = name.rpartition("-")
    side, now = side_at(g.match, whole(seat)), whole(count)
    if called is None or field != called.field or now is None or now > MOST_CALLS:
        abort(400)
    if not _count(number, called, side, (whole(request.form.get("was", "")), now)):
        # The round was counted or undone meanwhile: the board says as what, so that no sweep is missing unseen.
        return answering.to_board(number)
    return htmx.unchanged() if htmx.is_htmx() else htmx.redirect(url_for("match.board", _anchor=f"call-{seat}"))


def _count(number: int, called: Called, side: str, step: tuple[int | None, int]) -> bool:
    """Count from the number that the phone has shown to the one that it sent, `step`, where the first still holds.

    Returns whether the round is still being played: a call that comes too late counts in no other round.
    """
    was, now = step
    with database().writing() as session:
        match = locked(session, g.match.id)
        if number != len(match.rounds) + 1 or Scoreboard(match).score.finished:
            return False
        draft = rounds.find_draft(session, match.id, number, device_id())
        counts = {each.side: each.count for each in calls_of(match, draft)}
        if counts.get(side) != was:
            return True

        def edit(entered: Entered) -> Entered:
            return fold(entered, match, [Field(entered.method, (called.field, side), now)])

        drafts.edited(session, match, number, device_id(), draft, edit)
        return True
