"""Scala 40: two packs and four jokers, penalties for the cards left in hand, and the last one still in wins.

The default is the source text (scala40.de.txt); the options and where other authorities differ: rules.md, sections 4
and 7. A round is entered as who closed, and for every other side still in, the cards left or their points.

`options` has the house rules, `count` scores a round, `reading` reads the entry, `asking` answers questions.
"""

from collections.abc import Mapping

from scoring.cards import FRENCH
from scoring.elimination import LastIn, is_out
from scoring.lines import COPIES, Reason, RoundScore
from scoring.problems import Code, Problem, no_rounds
from scoring.protocol import Game
from scoring.scala40.asking import QUESTIONS
from scoring.scala40.count import count, is_possible
from scoring.scala40.options import Fault, Options, Rule
from scoring.scala40.reading import CLOSER_HAS_CARDS, FIELDS, Reading


class Scala40(LastIn):
    """The game, implementing `scoring.protocol.Game`."""

    name = "scala40"
    deck = FRENCH
    seats = range(2, 7)
    options = Options
    fields = FIELDS
    limits: Mapping[str, str] = {"source": "reach", "qualcherisposta": "reach", "tg24": "exceed"}
    back = Rule.REJOIN
    reading = Reading
    questions = QUESTIONS
    rules = tuple(Rule)
    codes = (CLOSER_HAS_CARDS,)
    checks = (COPIES,)

    count = staticmethod(count)

    def closer(self, score: RoundScore) -> str | None:
        """The side that closed: it has no penalty."""
        return next(
            (line.side for line in score.lines if line.rule == Rule.HAND and line.reason is Reason.CLOSED), None
        )

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Problem | None:
        """Whoever closes stays in, so somebody always is; no hand is worth 1 unless a house rule makes it."""
        if totals and all(is_out(total, options.limit, options.out_at) for total in totals.values()):
            return Problem(Code.BAD_COUNT, why=Fault.NOBODY_IN)
        if options.in_hand == "bonus":
            return None
        least = 1 if is_possible(1, options) else 2
        return no_rounds(side for side, total in totals.items() if total and total < least)


SCALA40: Game = Scala40()
