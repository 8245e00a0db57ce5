"""Scala 40: two packs and four jokers, penalties for the cards left in hand, and the last one still in wins.

The default is the source text (scala40.de.txt); the options and where other authorities differ: rules.md, sections 4
and 7. A round is entered as who closed, and for every other side still in, the cards left or their points.

`options` has the house rules, `count` scores a round and decides who is out, `reading` reads the entry.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.cards import FRENCH
from scoring.elimination import is_out, last_in
from scoring.lines import COPIES, MatchState, Outcome, RoundScore
from scoring.melds import PACKS
from scoring.problems import Code, Problem, Report, Why, no_rounds
from scoring.protocol import Game
from scoring.scala40.count import Round, is_possible, score, sides_out
from scoring.scala40.options import Options, Rule
from scoring.scala40.reading import CLOSER_HAS_CARDS, FIELDS, Reading

AUTHORITIES = {"source": "reach", "qualcherisposta": "reach", "tg24": "exceed"}
"""Authorities asked about the end -> whether a side is out at the limit or past it (rules.md, section 7)."""


class Scala40:
    """The game, implementing `scoring.protocol.Game`."""

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
        """Read one round; report everything wrong with it, and then return None.

        If an earlier round could not be read, nobody knows who is out; then entries for sides in or out are not
        refused.
        """
        return Reading(entry, options, PACKS, state, report).read()

    def score(self, played: Round, options: Options, state: MatchState) -> RoundScore:
        """Score the round: the hand of each side in seat order, then the bonus and sides that rejoin."""
        return score(played, options, state)

    def outcome(self, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """The outcome after `score`: who is out; the last side in wins."""
        authority = next(name for name, out_at in AUTHORITIES.items() if out_at == options.out_at)
        return _outcome(authority, options, before, score)

    def verdict(self, authority: str, options: Options, before: MatchState, score: RoundScore) -> Outcome:
        """The outcome by the rule of one of `authorities`, regardless of `options.out_at`.

        A side that this rule puts out stays out, even if the table kept it in.
        """
        return _outcome(authority, options, before, score, verdict=True)

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Problem | None:
        """Whoever closes stays in, so somebody always is; no hand is worth 1 unless a house rule makes it."""
        if totals and all(is_out(total, options.limit, options.out_at) for total in totals.values()):
            return Problem(Code.BAD_COUNT, why=Why.NOBODY_IN)
        if options.in_hand == "bonus":
            return None
        least = 1 if is_possible(1, options) else 2
        return no_rounds(side for side, total in totals.items() if total and total < least)


SCALA40: Game = Scala40()


def _outcome(
    authority: str, options: Options, before: MatchState, score: RoundScore, *, verdict: bool = False
) -> Outcome:
    # Nobody is left where totals say so that were given, or where an authority had sent the closer out before.
    out = sides_out(before, score, options.limit, AUTHORITIES[authority])
    return last_in(authority, before.totals_with(score), out, options.limit, AUTHORITIES[authority], verdict=verdict)
