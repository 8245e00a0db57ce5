"""The referee: one question, one answer, with its reasons as data.

A question is the contract's JSON (`{"ask": "captures", ...}`), read like a match: every error is reported. A shared
question is a module here and a line in `_SHARED`; a game's own question is answered by the game. CONTRIBUTING.md says
how to add one.

>>> table = ["1D", "3C", "4B", "6S", "10C"]
>>> answer({"ask": "captures", "game": "scopa", "table": table, "card": "8S"}).as_dict()
{'captures': [['1D', '3C', '4B']], 'must_capture': True, 'sweep': [False]}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from scoring.asking import Answer, CloseError
from scoring.attaching import NoPlace
from scoring.captures import Refusal
from scoring.deal import Deal, TableEscobas
from scoring.detective import Clue, Verdict
from scoring.game import GAMES
from scoring.problems import Code, InvalidQuestion, Report, Why
from scoring.protocol import AnswersItself
from scoring.referee.captures import Captures, Refused, Unannounced, ask_captures, ask_unannounced
from scoring.referee.deal import Declare, ask_deal, ask_declare
from scoring.referee.fifteen import ask_fifteen
from scoring.referee.melds import Attach, Close, Opening, ask_attach, ask_close, ask_opening
from scoring.referee.reading import own_answer
from scoring.referee.tiebreak import Ending, Tiebreak, ask_tiebreak
from scoring.referee.tricks import Discard, Play, Trick, ask_discard, ask_play, ask_trick

__all__ = [
    "ASKS",
    "Answer",
    "Attach",
    "Captures",
    "Close",
    "CloseError",
    "Clue",
    "Deal",
    "Declare",
    "Discard",
    "Ending",
    "NoPlace",
    "Opening",
    "Play",
    "Refusal",
    "Refused",
    "TableEscobas",
    "Tiebreak",
    "Trick",
    "Unannounced",
    "Verdict",
    "answer",
]


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
    answered = _who_answers(ask, question.get("game"))(question, report)
    if answered is None or report.problems:
        raise InvalidQuestion(report.problems)
    return answered


_Ask = Callable[[Mapping[str, object], Report], Answer | None]
_SHARED: Mapping[str, _Ask] = {
    "attach": ask_attach,
    "captures": ask_captures,
    "close": ask_close,
    "deal": ask_deal,
    "declare": ask_declare,
    "discard": ask_discard,
    "fifteen": ask_fifteen,
    "opening": ask_opening,
    "play": ask_play,
    "tiebreak": ask_tiebreak,
    "trick": ask_trick,
    "unannounced": ask_unannounced,
}
_OWN = {game.name: set(game.answers) for game in GAMES.values() if isinstance(game, AnswersItself)}
ASKS = frozenset(_SHARED).union(*_OWN.values())
"""Names of all questions."""


def _who_answers(ask: str, game: object) -> _Ask:
    """The function that answers `ask`: of the game, or the shared one; `own_answer` reads the game itself."""
    if ask not in _SHARED or (isinstance(game, str) and ask in _OWN.get(game, ())):
        return partial(own_answer, ask=ask)
    return _SHARED[ask]
