"""A whole match: reads it with all its errors, and folds its rounds into totals, winners and a ruling.

A match holds entries, never totals: `score` counts them anew each time.

>>> awards = {"cards": "Anna", "coins": "Anna", "settebello": "Bruno", "primiera": None}
>>> document = {"game": "scopa", "sides": ["Anna", "Bruno"], "rounds": [{"awards": awards, "sweeps": {"Anna": 9}}]}
>>> result = score_document(document)
>>> result.totals, result.winners, result.ruling.code
({'Anna': 11, 'Bruno': 1}, ('Anna',), <RaceRuling.REACHED_TARGET: 'reached_target'>)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scoring.adjust import ADJUST, Adjustment, adjusted, adjusting_lines, read_adjust
from scoring.game import GAMES, round_shape
from scoring.lines import ADJUSTMENT, Line, MatchState, Outcome, Reason, RoundScore, Ruling
from scoring.options import read_options
from scoring.piles import report_unknown_fields, report_unreadable
from scoring.problems import Code, InvalidMatch, Problem, Report, Why
from scoring.protocol import Game, SeveralDecks


@dataclass(frozen=True)
class Round:
    """A round as entered: the value that the game read, and the adjustments."""

    played: Any
    adjustments: tuple[Adjustment, ...] = ()

    def score(self, game: Game, options: Any, state: MatchState) -> RoundScore:
        """Score the round: the game's own lines, then the adjustments."""
        counted = game.score(self.played, options, adjusted(state, self.adjustments))
        added = adjusting_lines(self.adjustments)
        return replace(counted, lines=(*counted.lines, *added)) if added else counted


@dataclass(frozen=True)
class Match:
    """A match as entered: the game, its house rules, the sides in seat order, and the rounds.

    If only the last round is known, `before` are the totals of the rounds before it.
    """

    game: Game
    options: Any
    sides: tuple[str, ...]
    rounds: tuple[Round, ...]
    before: Mapping[str, int] | None = None

    @cached_property
    def state(self) -> MatchState:
        """The state after all rounds; `_read_match` fills it in, since reading a round can depend on earlier ones."""
        return fold(self, self.game.outcome)


@dataclass(frozen=True)
class MatchScore:
    """The score of a match: all rounds, totals up to the round that finished it, and the outcome."""

    rounds: tuple[RoundScore, ...]
    totals: dict[str, int]
    finished: bool
    winners: tuple[str, ...]
    out: tuple[str, ...]
    ruling: Ruling | None

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without texts."""
        return {
            "rounds": [score.as_dict() for score in self.rounds],
            "totals": self.totals,
            "finished": self.finished,
            "winners": list(self.winners),
            "out": list(self.out),
            "ruling": self.ruling.as_dict() if self.ruling else None,
        }


Judge = Callable[[Any, MatchState, RoundScore], Outcome]
"""Returns the outcome after a round, from the options, the state before the round, and its score."""


def score_document(document: object) -> MatchScore:
    """Read and score the contract's JSON of a match; raises `InvalidMatch`."""
    return score(parse_match(document))


def score(match: Match) -> MatchScore:
    """Score every round and fold the rounds into totals and an outcome."""
    state = match.state
    outcome = state.outcome
    return MatchScore(state.rounds, dict(state.totals), outcome.finished, outcome.winners, outcome.out, outcome.ruling)


def fold(match: Match, judge: Judge) -> MatchState:
    """The state after all rounds; `judge` decides after each whether the match is over."""
    state = start(match, judge)
    for played in match.rounds:
        state = _after(state, played.score(match.game, match.options, state), match.options, judge)
    return state


def start(match: Match, judge: Judge) -> MatchState:
    """The state before the first known round; `judge` decides how the match stood then."""
    return _start(match.sides, match.before, match.options, judge)


def _start(sides: Sequence[str], before: Mapping[str, int] | None, options: Any, judge: Judge) -> MatchState:
    """The state before the first round, or with the totals `before` it, as if entered as adjustments.

    The categories of these totals are unknown. If only a count by category could say who was first at the target, the
    match counts as continued.
    """
    state = MatchState.start(sides)
    if before is None:
        return state
    lines = tuple(Line(ADJUSTMENT, side, points, Reason.ENTERED) for side, points in before.items() if points)
    outcome = judge(options, state, RoundScore(tuple(sides), lines)) if lines else Outcome()
    if outcome.ruling and outcome.ruling.reached:
        outcome = replace(outcome, finished=False, winners=())
    return replace(state, totals={side: before.get(side, 0) for side in sides}, outcome=outcome, last_round=True)


def _after(state: MatchState, score: RoundScore, options: Any, judge: Judge) -> MatchState:
    """Add the score of a round; after the end of the match it is kept but does not count."""
    if state.outcome.finished:
        late = replace(score, warnings=(*score.warnings, Problem(Code.AFTER_FINISH)))
        return replace(state, rounds=(*state.rounds, late))
    outcome = judge(options, state, score)
    counted = replace(score, out=outcome.out) if outcome.out else score
    return replace(state, totals=state.totals_with(score), rounds=(*state.rounds, counted), outcome=outcome)


def parse_match(document: object, *, ending: bool = False) -> Match:
    """Read the contract's JSON of a match; raises `InvalidMatch` with every problem in it.

    With `ending`, the match may be only the last round, with the totals `before` it.

    A field that is null counts as left out. If the sides are wrong, the rounds are still read, but their unknown sides
    and missing cards are not reported.
    """
    report = Report()
    match = _read_match(document, report, ending)
    if match is None or report.problems:
        raise InvalidMatch(report.problems)
    return match


def _read_match(document: object, report: Report, ending: bool) -> Match | None:
    """Read the match with all readable rounds; None if even the game is unknown."""
    if not isinstance(document, Mapping):
        report.add(Code.BAD_JSON, why=Why.WRONG_KIND)
        return None
    if not ending:  # a question to the referee may carry more than it asks about
        report_unknown_fields(document, FIELDS, report)
    game = read_game(document, report)
    seated, sides = read_sides(document.get("sides"), game.seats if game else None, report)
    if game is None:
        _entries(document, report)
        return None
    options = read_options(game.options, document.get("options"), report)
    rounds, entries = [], _entries(document, report)
    before = _read_before(document.get(BEFORE), sides, entries, report) if ending else None
    state = _start(sides, before, options, game.outcome) if seated else MatchState.start(sides)
    if isinstance(game, SeveralDecks):
        game = game.with_deck_of(entries)
    for number, entry in enumerate(entries):
        found = Report(number)
        if not isinstance(entry, Mapping):
            found.add(Code.BAD_ROUND, value=entry, why=Why.WRONG_KIND)
        elif (played := _read_round(entry, game, options, state, found)) is not None:
            rounds.append(played)
            if seated:
                state = _after(state, played.score(game, options, state), options, game.outcome)
        report.problems += [each for each in found.problems if seated or each.code not in _ABOUT_SIDES]
    match = Match(game, options, sides, tuple(rounds), before)
    match.__dict__["state"] = state  # fills in the cached property, which would fold all rounds again
    return match


FIELDS = ("game", "options", "sides", "rounds")
"""The fields of a match: of any other, such as `option`, the value would be lost silently."""
BEFORE = "before"
"""The field for the totals before the last round, if no other round is known."""


def _read_before(
    given: object, sides: Sequence[str], entries: Sequence[object], report: Report
) -> dict[str, int] | None:
    """Read the totals before the one known round; a side not named had 0."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        report_unreadable(given, report, BEFORE)
        return None
    if len(entries) > 1:
        report.add(Code.BAD_ROUND, field="rounds", value=len(entries), allowed="0, 1", why=Why.OUT_OF_RANGE)
    for side, points in given.items():
        if side not in sides:
            report.add(Code.UNKNOWN_SIDE, field=BEFORE, side=side)
        elif type(points) is not int:
            report.add(Code.BAD_COUNT, field=BEFORE, side=side, value=points, why=Why.WHOLE_NUMBER)
    return {side: points for side, points in given.items() if side in sides and type(points) is int}


def _read_round(
    entry: Mapping[str, object], game: Game, options: Any, state: MatchState, found: Report
) -> Round | None:
    """Read one round: the game's fields and those every game has; None if anything is wrong with it."""
    adjusting = Report(found.round)
    adjustments = read_adjust(entry.get(ADJUST), state.sides, adjusting)
    faults = len(found.problems)
    report_unknown_fields(entry, round_shape(game).parts, found)
    own = {field: given for field, given in entry.items() if field in game.fields}
    played = game.read(own, options, adjusted(state, adjustments), found)
    found.problems += adjusting.problems
    return None if len(found.problems) > faults else Round(played, adjustments)


_ABOUT_SIDES = (Code.UNKNOWN_SIDE, Code.MISSING_CARD)
"""Errors to be expected in the rounds if the sides themselves are wrong."""


def read_game(document: Mapping[str, object], report: Report) -> Game | None:
    """Read the game of a document; None if there is no such game."""
    name = document.get("game")
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    report.add(Code.UNKNOWN_GAME, field="game", value=name, why=Why.MISSING if name is None else None)
    return None


def read_sides(given: object, seats: Sequence[int] | None, report: Report) -> tuple[bool, tuple[str, ...]]:
    """Read the sides: whether all are valid, and the valid names; `seats` None allows any number of sides."""
    if not isinstance(given, list):
        report.add(Code.BAD_SIDES, field="sides", value=given, why=Why.MISSING if given is None else Why.WRONG_KIND)
        return False, ()
    faults = len(report.problems)
    if seats is not None and len(given) not in seats:
        allowed = ", ".join(str(number) for number in seats)
        report.add(Code.BAD_SIDES, field="sides", value=len(given), allowed=allowed, why=Why.NUMBER)
    names: dict[str, None] = {}
    for name in given:
        if not isinstance(name, str) or not name.strip():
            report.add(Code.BAD_SIDES, field="sides", value=name, why=Why.NAME)
        elif name in names:
            report.add(Code.BAD_SIDES, field="sides", side=name, why=Why.TAKEN)
        else:
            names[name] = None
    return len(report.problems) == faults, tuple(names)


def _entries(document: Mapping[str, object], report: Report) -> list[object]:
    """The unread entries of the rounds; the list may be empty but must be there."""
    rounds = document.get("rounds")
    if isinstance(rounds, list):
        return rounds
    report_unreadable(rounds, report, "rounds")
    return []
