"""Template functions for entering a round: running counts, awards, warnings, calls, the panel on the board."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import Flask, g, request

from webapp.base.http.security import device_id
from webapp.base.storage.tokens import form_token
from webapp.entry.models import Draft
from webapp.entry.panel import panel_on
from webapp.entry.place import key_of
from webapp.entry.screen import EntryScreen, act
from webapp.games.counting import Count
from webapp.match import rounds
from webapp.match.scoreboard import Scoreboard


def init_app(app: Flask) -> None:
    """Add them to the templates of `app`."""
    app.jinja_env.globals.update(
        act=act,
        calls_of=calls_of,
        counts_json=counts_json,
        next_round=next_round,
        panel_on=panel_on,
        round_token=lambda: form_token(request.form.get("token")),  # makes counting idempotent
    )
    app.jinja_env.filters["key_of"] = key_of


@dataclass(frozen=True)
class Call:
    """The number of calls ("Scopa!") of one `side` in a round.

    `seat` is the place of the side, `field` the form's field. `page`, the version of the match and the draft that is
    shown, is part of event ids, so that events of different pages differ.
    """

    side: str
    seat: int
    field: str
    count: int
    page: str

    def events(self, step: int) -> str:
        """The value of the button's field `events` that adds `step` to the number, for phones without scripts."""
        count = max(self.count + step, 0)
        name = f"{self.field}-{count}-{self.page}"
        return json.dumps([{"id": name, "field": self.field, "was": str(self.count), "value": str(count)}])


def next_round(board: Scoreboard, draft: Draft | None, entering: Sequence[str] = ()) -> EntryScreen:
    """The next round of a board, using the match, draft and presence marks that the board has loaded."""
    number, device = board.next_number, device_id() if g.plays else rounds.SHARED
    draft = draft or rounds.new_draft(board.match, number, rounds.SHARED)
    screen = EntryScreen(board.match, draft, device)
    screen.__dict__.update(board=board, entering=entering)  # spares a second load by the cached properties
    return screen


def calls_of(screen: EntryScreen) -> tuple[Call, ...]:
    """Return the calls of every side that plays a round; none where the game has no call."""
    called, sides = screen.game.called, screen.match.sides
    if called is None:
        return ()
    counted = screen.fields.get(called.field, {})
    page = f"{screen.match.version}-{screen.draft.id or ''}"
    return tuple(
        Call(side, sides.index(side), f"{called.field}_{sides.index(side)}", counted.get(side, 0), page)
        for side in screen.layout.playing(sides)
    )


def counts_json(counts: Iterable[Count]) -> str:
    """The running counts as JSON for the script that updates them in the browser (`static/entry/entry.js`)."""
    return json.dumps({count.key: count.sum.as_dict() for count in counts}, separators=(",", ":"))
