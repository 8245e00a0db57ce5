"""A match as its board shows it, scored on every read from its entries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached

from scoring.lines import RoundScore
from scoring.match import Match as ScoredMatch
from scoring.match import MatchScore, parse_match, score
from scoring.problems import Code, InvalidMatch, Problem
from webapp.base.storage.orm import Entry
from webapp.games import Game, game_of
from webapp.match.models import Match
from webapp.match.rules import house_rules

KEPT_SCORES = 6000
"""Size of each process's cache of scored matches, in rounds; one takes up to six kilobytes."""


def document(match: Match, entries: Sequence[Entry]) -> dict[str, Any]:
    """The contract's JSON of the match with these round entries."""
    return {"game": match.game, "options": match.options, "sides": match.sides, "rounds": list(entries)}


def parsed(match: Match, entries: Sequence[Entry]) -> ScoredMatch:
    """The match with these entries, parsed; raises `scoring.problems.InvalidMatch`."""
    return _parsed(json.dumps(document(match, entries)))


@cached(LRUCache(KEPT_SCORES, getsizeof=lambda match: 1 + len(match.rounds)), lock=Lock())
def _parsed(text: str) -> ScoredMatch:
    """Parse a document of the contract; cached, because every phone at a table asks for the same one."""
    return parse_match(json.loads(text))


@dataclass(frozen=True)
class Scoreboard:
    """A stored match and its score."""

    match: Match
    upto: int | None = None
    """Number of rounds to look at; None means all."""

    def after(self, number: int) -> Scoreboard:
        """The match as it stood after round `number`, from 1."""
        return Scoreboard(self.match, number)

    @cached_property
    def _counting(self) -> tuple[ScoredMatch, tuple[Problem, ...]]:
        """The match up to the first round that cannot be scored, and the problems of that round.

        Correcting an early round can change who plays a later one. Raises `scoring.problems.InvalidMatch` if the match
        itself is wrong.
        """
        entries = [round_.entry for round_ in self.match.rounds[: self.upto]]
        try:
            return parsed(self.match, entries), ()
        except InvalidMatch as invalid:
            first = min((-1 if problem.round is None else problem.round for problem in invalid.problems), default=-1)
            if first < 0:
                raise
            found = tuple(replace(problem, round=None) for problem in invalid.problems if problem.round == first)
            return parsed(self.match, entries[:first]), found

    @property
    def parsed(self) -> ScoredMatch:
        """The match as parsed by `scoring`, up to the open round."""
        return self._counting[0]

    @property
    def open_number(self) -> int | None:
        """The number of the first round that cannot be scored, after an earlier correction; None if all are scored.

        Scoring stops before it. Entries of this and later rounds stay.
        """
        return len(self.parsed.rounds) + 1 if self.open_problems else None

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        """The problems of the open round, without its number, which the page shows."""
        return self._counting[1]

    @property
    def goes_on(self) -> bool:
        """Whether another round can be entered: nobody has won, and no round is open."""
        return not self.score.finished and not self.open_problems

    @cached_property
    def score(self) -> MatchScore:
        """The score of all rounds, totals and ruling; a match that the table ended is finished without winners."""
        scored = score(self.parsed)
        if self.upto is None and self.match.ended and not scored.finished:
            return replace(scored, finished=True, winners=(), ruling=None)
        return scored

    @property
    def was_ended(self) -> bool:
        """Whether the table ended the match before anybody had won."""
        return self.match.ended is not None and self.score.finished and self.score.ruling is None

    @property
    def is_disputable(self) -> bool:
        """Whether authorities can see different winners: several sides are at the target of a race."""
        ruling = self.score.ruling
        return ruling is not None and ruling.out is None and len(ruling.totals) > 1 < len(self.game.rules.authorities)

    @property
    def game(self) -> Game:
        return game_of(self.match)

    @property
    def target(self) -> int:
        """The target of the match; only for games with such an option."""
        return int(self.parsed.options.target)

    @property
    def next_number(self) -> int:
        """The number of the next round, from 1."""
        return len(self.match.rounds) + 1

    def dealer(self, number: int) -> str:
        """The player who deals round `number`, from 1: in seat order, skipping players who are out."""
        return self.match.players[self._dealing(number)]

    def _dealing(self, number: int) -> int:
        """The seat of the dealer, found by stepping from the chosen dealer's round forwards or backwards."""
        chosen = self.match.dealt_from
        step = 1 if number > chosen else -1
        seat = self._next_in(self.match.first_dealer, chosen, 1)  # a correction may have put the chosen dealer out
        for each in range(chosen + step, number + step, step) if number != chosen else ():
            seat = self._next_in(seat + step, each, step)
        return seat

    def _next_in(self, seat: int, number: int, step: int) -> int:
        """The first seat from `seat` on, in steps of `step`, whose player is in before round `number`."""
        playing = self.seats_in(number)
        while (seat := seat % len(self.match.players)) not in playing:
            seat += step
        return seat

    def seats_in(self, number: int) -> list[int]:
        """The seats of players who are in before round `number`; all seats once the match is over."""
        sides, seats = self.match.sides, range(len(self.match.players))
        rounds = self.score.rounds[: number - 1] if number > 1 else ()
        out = rounds[-1].out if rounds else ()
        if len(out) >= len(sides) - 1:
            return list(seats)
        return [seat for seat in seats if sides[seat % len(sides)] not in out]

    @property
    def dealer_of_rematch(self) -> int:
        """The seat that deals a new match: the next after the last dealer, even if that player went out."""
        played = len(self.match.rounds)
        return (self._dealing(played) + 1) % len(self.match.players) if played else self._dealing(1)

    def missing(self, side: str) -> int:
        """The points that `side` still needs to reach the target."""
        return max(0, self.target - self.score.totals[side])

    @property
    def is_large(self) -> bool:
        """Whether a total takes four places, as in Burraco ("1500", "-330"), and so needs more room."""
        return any(len(str(total)) > 3 for total in self.score.totals.values())

    def is_scored(self, number: int) -> bool:
        """Whether round `number`, from 1, has a score: it comes before the open round."""
        return 1 <= number <= len(self.score.rounds)

    def round_score(self, number: int) -> RoundScore:
        """The score of a scored round `number`, from 1."""
        return self.score.rounds[number - 1]

    @property
    def counting(self) -> list[RoundScore]:
        """The scores of the rounds that count: not those after the match was over."""
        return [each for each in self.score.rounds if all(warned.code != Code.AFTER_FINISH for warned in each.warnings)]

    def last_points(self, side: str) -> int:
        """The points of `side` in the last round that counts."""
        return self.counting[-1].points[side] if self.counting else 0

    @property
    def rules_in_a_line(self) -> str:
        """The game and its rules in a line: "Scopa to 11 · Napola"."""
        return house_rules.in_a_line(self.match.game, self.match.options)

    @property
    def rules(self) -> list[house_rules.Rule]:
        """Every house rule of the match, unusual ones first."""
        return house_rules.rules(self.match.game, self.match.options)

    @property
    def leaders(self) -> tuple[str, ...]:
        return self.game.leaders(self)
