"""The last round of a finish without a match, entered as any round by numbers.

Its inputs are stored as the browser sends them, by seat: names of sides may still change.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import Form

from scoring.cards import Card
from scoring.match import Match as Played
from scoring.match import MatchScore, score
from webapp.base.storage.orm import Entry
from webapp.games import GAMES, Game
from webapp.games.asking import FormFields, Missing
from webapp.games.layout import Pile
from webapp.games.way import NumberWay
from webapp.match.models import Match

LONGEST_INPUT = 40
"""Most characters kept of an input; a side of three accusi needs fewer."""


@dataclass(frozen=True)
class LastRound:
    """A round after the totals `before`, as ways see it: `EntryView`, `DraftView` and `BoardView` in one."""

    match: Match
    parsed: Played
    inputs: Mapping[str, list[str]]
    entry: Entry = field(default_factory=dict)
    rows: dict[str, Any] = field(default_factory=dict)
    kept: Entry = field(default_factory=dict)
    twice: Mapping[Card, Sequence[str]] = field(default_factory=dict)
    piles: Sequence[Pile] = ()
    open_sides: Sequence[str] = ()
    unchecked_sides: Sequence[str] = ()
    loose: Sequence[str] = ()
    rest_side: str | None = None

    @property
    def game(self) -> Game:
        return GAMES[self.match.game]

    @cached_property
    def way(self) -> NumberWay:
        """The way in which the game enters such a round."""
        own = self.game.finish.way if self.game.finish else None
        return own or next(way for way in self.game.ways if isinstance(way, NumberWay))

    @property
    def method(self) -> str:
        return self.way.name

    @property
    def board(self) -> LastRound:
        return self

    @property
    def options(self) -> Any:
        return self.parsed.options

    @property
    def fields(self) -> Entry:
        return self.entry

    @cached_property
    def before(self) -> MatchScore:
        """The score before the round."""
        return score(self.parsed)

    @property
    def away(self) -> Sequence[str]:
        """The sides that are out."""
        return () if self.is_decided else self.before.out

    @property
    def is_decided(self) -> bool:
        """Whether no last round was left to play: the match was over before, or everybody was out."""
        return self.before.finished or len(self.before.out) == len(self.match.sides)

    def cards(self, side: str) -> list[Card]:
        """None: the round is entered by numbers."""
        return []

    @cached_property
    def form(self) -> Form:
        """The form with the inputs; nothing is taken for granted that the way itself does not.

        A number that cannot be read has its error, and is shown as it was typed.
        """
        inputs = MultiDict([(name, text) for name, texts in self.inputs.items() for text in texts])
        form = self.way.form(self)(inputs)
        for each in form:
            each.errors = list(each.process_errors)
        return form

    @cached_property
    def _read(self) -> tuple[Form, LastRound]:
        """The form with what follows from its inputs, and the round that it makes."""
        form = replace(self).form
        form.validate()
        return form, replace(self, entry=self.way.read(form, self))

    def missing(self) -> list[Missing]:
        """The errors of the form, and what the way still asks for."""
        form, said = self._read
        wrong = {each.id: Missing(str(error), each.id) for each in form for error in each.errors}
        return [*wrong.values(), *(each for each in self.way.unready(said) if each.place not in wrong)]

    def document(self) -> Entry:
        """The round in the contract's format."""
        return self.way.round_entry(self._read[1], self.match)

    @property
    def shows(self) -> str:
        """The sides, inputs and house rules of a page: its inputs are new where one of them is."""
        return json.dumps([self.match.sides, [each.name for each in self.form], self.match.options])

    def told(self, fields: FormFields) -> dict[str, list[str]]:
        """The inputs of this round in a submitted form."""
        names = [each.name for each in self.form if each.name in fields]
        return {name: [text[:LONGEST_INPUT] for text in fields.getlist(name)] for name in names}


def inputs_of_old(stored: Entry) -> dict[str, list[str]]:
    """The inputs for a finish that was stored until November 2026, with its own fields for all games."""
    numbers = enumerate(stored.get("now") or stored.get("sweeps") or ())
    awards, worth = stored.get("awards", {}), stored.get("worth", {})
    found = {f"{name}_{seat}": [text] for seat, text in numbers for name in ("sweeps", "points", "penalty") if text}
    found |= {"closer": [stored["closer"]]} if stored.get("closer") else {}
    for rule, seat in awards.items():
        if seat:
            found["fewer_than_ten" if rule == "under_ten" else f"award_{rule}"] = [seat]
        if seat and seat == stored.get("closer"):
            found[rule] = ["y"]  # what the closer had is a flag now
        if worth.get(rule):
            found[f"{rule}_points"] = [worth[rule]]
    for rule in ("napoletana", "buongioco"):
        if worth.get(rule, "").isdecimal():
            name = f"said_{awards.get(rule)}"
            found[name] = [str(int(found.get(name, ["0"])[0]) + int(worth[rule]))]
    return found
