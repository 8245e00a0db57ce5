"""A match as its board shows it, scored on every read from what was entered."""

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
from scoring.problems import InvalidMatch, Problem
from webapp.base.storage.orm import Entry
from webapp.games import Game, game_of
from webapp.match.models import Match
from webapp.match.rules import house_rules

KEPT_SCORES = 6000
"""So many rounds of matches as they are scored are kept in each process; one is up to six kilobytes."""


def document(match: Match, entries: Sequence[Entry]) -> dict[str, Any]:
    """The contract's JSON of the match with these round entries."""
    return {"game": match.game, "options": match.options, "sides": match.sides, "rounds": list(entries)}


def parsed(match: Match, entries: Sequence[Entry]) -> ScoredMatch:
    """The match with these round entries, as it is scored; raises `scoring.problems.InvalidMatch`."""
    return _parsed(json.dumps(document(match, entries)))


@cached(LRUCache(KEPT_SCORES, getsizeof=lambda match: 1 + len(match.rounds)), lock=Lock())
def _parsed(text: str) -> ScoredMatch:
    """The match of a document of the contract, which never changes: every phone at a table asks for the same one."""
    return parse_match(json.loads(text))


def counting(match: Match, entries: Sequence[Entry]) -> tuple[ScoredMatch, tuple[Problem, ...]]:
    """The match up to the first round that cannot be scored, and what is wrong with that round.

    Correcting an early round can change who plays a later one. Raises `scoring.problems.InvalidMatch` where the match
    itself is wrong.
    """
    try:
        return parsed(match, entries), ()
    except InvalidMatch as invalid:
        first = min((-1 if problem.round is None else problem.round for problem in invalid.problems), default=-1)
        if first < 0:
            raise
        found = tuple(replace(problem, round=None) for problem in invalid.problems if problem.round == first)
        return parsed(match, entries[:first]), found


@dataclass(frozen=True)
class Scoreboard:
    """A stored match and its score."""

    match: Match
    upto: int | None = None
    """So many rounds, where the match is looked at as it stood then; None: all of them."""

    def after(self, number: int) -> Scoreboard:
        """The match as it stood after round `number`, from 1."""
        return Scoreboard(self.match, number)

    @cached_property
    def _counting(self) -> tuple[ScoredMatch, tuple[Problem, ...]]:
        return counting(self.match, [round_.entry for round_ in self.match.rounds[: self.upto]])

    @property
    def parsed(self) -> ScoredMatch:
        """The match as `scoring` knows it, up to the open round."""
        return self._counting[0]

    @property
    def open_number(self) -> int | None:
        """The number of the first round that cannot be scored: an earlier one was corrected. None: all are scored.

        The score stops before it. What was entered for it and for the rounds after it stays.
        """
        return len(self.parsed.rounds) + 1 if self.open_problems else None

    @property
    def open_problems(self) -> tuple[Problem, ...]:
        """The problems of the open round; its page says which round that is."""
        return self._counting[1]

    @property
    def goes_on(self) -> bool:
        """Whether a next round can be entered: nobody has won, and no round is open."""
        return not self.score.finished and not self.open_problems

    @cached_property
    def score(self) -> MatchScore:
        """Every round's lines, the totals and the ruling; a match that the table ended is over without a winner."""
        scored = score(self.parsed)
        if self.upto is None and self.match.ended and not scored.finished:
            return replace(scored, finished=True, winners=(), ruling=None)
        return scored

    @property
    def was_ended(self) -> bool:
        """Whether the table stopped before somebody had won."""
        return self.match.ended is not None and self.score.finished and self.score.ruling is None

    @property
    def game(self) -> Game:
        """What the game declares about its pages."""
        return game_of(self.match)

    @property
    def target(self) -> int:
        """The points that the match is played to; only where the game has such an option."""
        return int(self.parsed.options.target)

    @property
    def next_number(self) -> int:
        """The number of the round to be played next, from 1."""
        return len(self.match.rounds) + 1

    def dealer(self, number: int) -> str:
        """The player who deals round `number`, from 1: the deal goes round in seat order, past who is out."""
        return self.match.players[self._dealing(number)]

    def _dealing(self, number: int) -> int:
        """The seat of that player, stepped to from the round of the chosen dealer, forwards or backwards."""
        chosen = self.match.dealt_from
        step = 1 if number > chosen else -1
        seat = self._next_in(self.match.first_dealer, chosen, 1)  # a correction may have put the chosen dealer out
        for each in range(chosen + step, number + step, step) if number != chosen else ():
            seat = self._next_in(seat + step, each, step)
        return seat

    def _next_in(self, seat: int, number: int, step: int) -> int:
        """The first seat from `seat` on, by `step`, whose player is in before round `number`."""
        playing = self.seats_in(number)
        while (seat := seat % len(self.match.players)) not in playing:
            seat += step
        return seat

    def seats_in(self, number: int) -> list[int]:
        """The seats of the players who are in before round `number`; all of them once the match is over."""
        sides, seats = self.match.sides, range(len(self.match.players))
        rounds = self.score.rounds[: number - 1] if number > 1 else ()
        out = rounds[-1].out if rounds else ()
        if len(out) >= len(sides) - 1:
            return list(seats)
        return [seat for seat in seats if sides[seat % len(sides)] not in out]

    @property
    def dealer_of_rematch(self) -> int:
        """The seat that deals a new match: the next after the last dealer, whoever went out."""
        played = len(self.match.rounds)
        return (self._dealing(played) + 1) % len(self.match.players) if played else self._dealing(1)

    def missing(self, side: str) -> int:
        """How many points `side` still needs to reach the target."""
        return max(0, self.target - self.score.totals[side])

    def is_scored(self, number: int) -> bool:
        """Whether round `number`, from 1, has a score: it comes before the open round."""
        return 1 <= number <= len(self.score.rounds)

    def round_score(self, number: int) -> RoundScore:
        """The score of round `number`, from 1, which is scored."""
        return self.score.rounds[number - 1]

    def last_points(self, side: str) -> int:
        """The points of `side` in the last round that counts in the totals."""
        counting = [each for each in self.score.rounds if not any(w.code == "after_finish" for w in each.warnings)]
        return counting[-1].points[side] if counting else 0

    @property
    def rules_in_a_line(self) -> str:
        """What is played, in a line: "Scopa to 11 · Napola"."""
        return house_rules.in_a_line(self.match.game, self.parsed.options, self.match.options)

    @property
    def rules(self) -> list[house_rules.Rule]:
        """Every house rule of the match, the unusual ones first."""
        return house_rules.rules(self.match.game, self.parsed.options, self.match.options)

    @property
    def leaders(self) -> tuple[str, ...]:
        """The sides that lead."""
        return self.game.leaders(self)
