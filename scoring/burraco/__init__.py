"""Burraco: melds from two packs, bonuses for burracos of seven cards, and a race to the target.

Source: games.md, section 7, and the texts cited there. A round is entered as the melds and hands of every side, or as
the figures of a score sheet. Cards do not show who took a pot and who closed, so both are entered.

`options`: house rules. `melds`: kinds and values of melds. `count`: points of a round. `reading`: reading an entry.
`asking`: questions to the referee.
"""

from collections.abc import Mapping

from scoring import race
from scoring.burraco.asking import QUESTIONS
from scoring.burraco.count import CARD_VALUES, IMPOSSIBLE_CARD_VALUE, TWO_SETS_OF_RANK, Round, score
from scoring.burraco.options import Options, Rule
from scoring.burraco.reading import CLOSED_WITHOUT_BURRACO, CLOSED_WITHOUT_POT, FIELDS, TOO_MANY_CARDS, Reading
from scoring.cards import FRENCH
from scoring.lines import COPIES, MELDS, MatchState
from scoring.problems import Problem, Report, no_rounds
from scoring.protocol import Game


class BurracoGame(race.Race):
    """The game, as `scoring.protocol.Game` asks for it."""

    name = "burraco"
    deck = FRENCH
    seats = range(2, 4)
    options = Options
    fields = FIELDS
    by_authority: race.Authorities = {"eburraco": race.more_points_or_silent, "gametwist": race.silent}
    questions = QUESTIONS
    rules = tuple(Rule)
    codes = (TOO_MANY_CARDS, CLOSED_WITHOUT_POT, CLOSED_WITHOUT_BURRACO, TWO_SETS_OF_RANK, IMPOSSIBLE_CARD_VALUE)
    checks = (COPIES, MELDS, CARD_VALUES)
    score = staticmethod(score)

    def read(self, entry: Mapping[str, object], options: Options, state: MatchState, report: Report) -> Round:
        """Read one round; report everything wrong with it."""
        return Reading(entry, options, state.sides, report).read()

    def doubt(self, options: Options, totals: Mapping[str, int]) -> Problem | None:
        """All values of cards and burracos end in 0 or 5."""
        return no_rounds(side for side, total in totals.items() if total % 5)


BURRACO: Game = BurracoGame()
