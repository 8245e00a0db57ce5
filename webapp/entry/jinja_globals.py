"""Functions of templates about a round's entry: sums counted along, awards, warnings, calls, the board's panel."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Flask, request

from webapp.base.storage.orm import Entry
from webapp.base.storage.tokens import form_token
from webapp.entry.models import Draft
from webapp.entry.panel import panel_on
from webapp.entry.screen import act
from webapp.entry.warned import key_of
from webapp.games import game_of, layout_of
from webapp.games.counting import Count
from webapp.match import rounds
from webapp.match.models import Match


def init_app(app: Flask) -> None:
    """Add them to the templates of `app`."""
    app.jinja_env.globals.update(
        act=act,
        calls_of=calls_of,
        counts_json=counts_json,
        panel_on=panel_on,
        round_token=lambda: form_token(request.form.get("token")),  # makes counting idempotent
        sitting_out=sitting_out,
    )
    app.jinja_env.filters["key_of"] = key_of


@dataclass(frozen=True)
class Call:
    """How often `side` has called in a round ("Scopa!"). `seat`: its place. `field`: the field of the round's form.

    `version`: of the match, so that an event of another board has another id.
    """

    side: str
    seat: int
    field: str
    count: int
    version: int

    def events(self, step: int) -> str:
        """The field `events` of the button that counts `step` more or less, for phones without scripts."""
        count = max(self.count + step, 0)
        name = f"{self.field}-{count}-{self.version}"
        return json.dumps([{"id": name, "field": self.field, "was": str(self.count), "value": str(count)}])


def calls_of(match: Match, draft: Draft | None) -> tuple[Call, ...]:
    """What every side that plays has called in the round of `draft`; none where the game has no call."""
    called = game_of(match).called
    if called is None:
        return ()
    fields = _fields(match, draft)
    playing, counted = layout_of(match, fields).playing(match.sides), fields.get(called.field, {})
    return tuple(
        Call(side, seat, f"{called.field}_{seat}", counted.get(side, 0), match.version)
        for seat, side in enumerate(match.sides)
        if side in playing
    )


def sitting_out(match: Match, draft: Draft | None) -> tuple[str, ...]:
    """The sides that do not play the round of `draft`."""
    return layout_of(match, _fields(match, draft)).absent


def _fields(match: Match, draft: Draft | None) -> Entry:
    return draft.entry if draft else rounds.first_fields(match, len(match.rounds) + 1)


def counts_json(counts: Iterable[Count]) -> str:
    """The sums that the browser counts along, by their keys (`static/entry/entry.js`)."""
    return json.dumps({count.key: count.sum.as_dict() for count in counts}, separators=(",", ":"))
