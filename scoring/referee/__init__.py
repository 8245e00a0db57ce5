"""The referee: one question, one answer, with its reasons as data.

A question is the contract's JSON (`{"ask": "captures", ...}`), read like a match: every error is reported. A game
declares its questions, each with the function that answers it. CONTRIBUTING.md says how to add one.

>>> table = ["1D", "3C", "4B", "6S", "10C"]
>>> answer({"ask": "captures", "game": "scopa", "table": table, "card": "8S"}).as_dict()
{'captures': [['1D', '3C', '4B']], 'must_capture': True, 'sweep': [False]}
"""

from collections.abc import Callable, Mapping

from scoring.asking import Answer
from scoring.game import GAMES
from scoring.match import read_game
from scoring.options import read_options
from scoring.problems import Code, InvalidQuestion, Report, Why
from scoring.protocol import AskedAbout
from scoring.referee.fifteen import ask_fifteen
from scoring.referee.tiebreak import Ending, Tiebreak, ask_tiebreak

__all__ = ["ASKS", "Answer", "Ending", "Tiebreak", "answer"]


def answer(question: object) -> Answer:
    """Answer one question of the contract; raises `InvalidQuestion` with every problem in it."""
    report = Report()
    if not isinstance(question, Mapping):
        report.add(Code.BAD_JSON, why=Why.WRONG_KIND)
        raise InvalidQuestion(report.problems)
    ask = question.get("ask")
    if not isinstance(ask, str) or ask not in ASKS:
        report.add(Code.UNKNOWN_ASK, field="ask", value=ask, why=Why.MISSING if ask is None else None)
        raise InvalidQuestion(report.problems)
    answered = _OF_ANY_GAME[ask](question, report) if ask in _OF_ANY_GAME else _of_a_game(question, ask, report)
    if answered is None or report.problems:
        raise InvalidQuestion(report.problems)
    return answered


def _of_a_game(question: Mapping[str, object], ask: str, report: Report) -> Answer | None:
    """Let the game answer; of an unknown game, report only the parts that are missing or of the wrong kind."""
    games = tuple(game for game in GAMES.values() if ask in game.questions)
    game = read_game(question, report)
    if game is not None and game in games:
        options = read_options(game.options, question.get("options"), report)
        return game.questions[ask](question, AskedAbout(game, options, games), report)
    if game is not None:
        allowed = ", ".join(other.name for other in games)
        report.add(Code.UNKNOWN_GAME, field="game", value=game.name, allowed=allowed)
    first, shape = games[0], Report()
    first.questions[ask](question, AskedAbout(first, first.options(), games), shape)
    report.problems += [problem for problem in shape.problems if problem.why in (Why.MISSING, Why.WRONG_KIND)]
    return None


_OF_ANY_GAME: Mapping[str, Callable[[Mapping[str, object], Report], Answer | None]] = {
    "fifteen": ask_fifteen,
    "tiebreak": ask_tiebreak,
}
"""The questions that no game declares: `fifteen` names none, `tiebreak` is a match of any."""
ASKS = frozenset(_OF_ANY_GAME).union(*(game.questions for game in GAMES.values()))
"""Names of all questions."""
