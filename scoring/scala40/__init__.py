"""Scala 40: two packs and four jokers, penalties for the cards left in hand, and the last one still in wins.

The default is the source text (scala40.de.txt); the options and where other authorities differ: rules.md, sections 4
and 7. A round is entered as who closed, and of every other side that is in the cards left or what they add up to.

`options` has the house rules, `count` what a round costs and who is out after it, `reading` what is entered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.cards import FRENCH
from scoring.elimination import is_out
from scoring.lines import COPIES, MatchState, Outcome, RoundScore, Ruling
from scoring.problems import Report, Why
from scoring.protocol import Game
from scoring.race import RaceRuling
from scoring.scala40.count import PIPS, Round, is_possible, pips, rejoined, score, sides_out
from scoring.scala40.options import DEALT, WITHOUT_JOKERS, Options, Rule
from scoring.scala40.reading import CLOSER_HAS_CARDS, FIELDS, Reading

__all__ = [
    "CLOSER_HAS_CARDS",
    "DEALT",
    "LAST_STANDING",
    "PIPS",
    "SCALA40",
    "WITHOUT_JOKERS",
    "Options",
    "Rule",
    "Scala40",
    "is_possible",
    "pips",
    "rejoined",
]

LAST_STANDING = "last_standing"
"""A ruling: all the others are out."""
AUTHORITIES = {"source": "reach", "qualcherisposta": "reach", "tg24": "exceed"}
"""Whom the referee asks about the end, and where each has a side go out (rules.md, section 7)."""


class Scala40:
    """The game, as `scoring.protocol.Game` asks for it."""

    name = "scala40"
    deck = FRENCH
    seats = range(2, 7)
    options = Options
    fields = FIELDS
    authorities = tuple(AUTHORITIES)
    questions = ("opening", "attach", "close", "tiebreak")
    rules = tuple(Rule)
    codes = (CLOSER_HAS_CARDS,)
    checks = (COPIES,)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round | None:
        """Read one round; report everything wrong with it, and return None then.

        Where a round before this one could not be read nobody knows who is out: then what is said of sides that are in
        or out is not held against them.
        """
        return Reading(entry, options, state, report).read()

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """What each side holds in seat order, then the bonus and who rejoins."""
        return score(played, options, state)

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """Who is out once `score` is added: the last one in wins."""
        authority = next(name for name, out_at in AUTHORITIES.items() if out_at == options.out_at)
        return _outcome(authority, options, before, score)

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """What one of `authorities` says instead; `options.out_at` is not asked.

        Once it has sent a side out that the table kept in, that side stays out.
        """
        outcome = _outcome(authority, options, before, score)
        if outcome.ruling:
            return outcome
        totals, out_at = before.totals_with(score), AUTHORITIES[authority]
        ruling = Ruling(RaceRuling.PLAY_ON, authority, (), totals, options.limit, out_at, out=outcome.out)
        return replace(outcome, ruling=ruling)

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Why | None:
        """Whoever closes stays in, so somebody always is."""
        out = (is_out(total, options.limit, options.out_at) for total in totals.values())
        return Why.NOBODY_IN if totals and all(out) else None


SCALA40: Game = Scala40()


def _outcome(authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
    totals, out_at = before.totals_with(score), AUTHORITIES[authority]
    out = sides_out(before, score, options.limit, out_at)
    left = tuple(side for side in totals if side not in out)
    if len(left) > 1:
        return Outcome(out=out)
    # Nobody is left where totals say so that were given, or where an authority had sent the closer out before.
    code = LAST_STANDING if left else RaceRuling.SILENT
    return Outcome(bool(left), left, out, Ruling(code, authority, left, totals, options.limit, out_at, out=out))
