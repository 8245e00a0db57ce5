"""The Python interface: `score` and `referee` take and return dictionaries of the contract.

Both results also carry the typed values they were made from, so that sentences can be added without scoring or ruling
again.
"""

from collections.abc import Mapping
from typing import Any

from scoring import match as matches
from scoring.match import Match, MatchScore
from scoring.referee import Answer, answer


class ScoreResult(dict[str, Any]):
    """The score of a match as the contract's JSON: a dictionary that compares and serialises like a plain one.

    `match` is the match as it was read, `score` its typed score.
    """

    def __init__(self, match: Match, score: MatchScore) -> None:
        super().__init__(score.as_dict())
        self.match = match
        self.score = score


class RefereeResult(dict[str, Any]):
    """The referee's answer as the contract's JSON: a dictionary that compares and serialises like a plain one.

    `answer` is the typed answer; each question has its own class.
    """

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.as_dict())
        self.answer = answer


def score(match: Mapping[str, object]) -> ScoreResult:
    """Score a whole match (contract.md, "score"), without sentences; raises `InvalidEntry` with every problem.

    >>> awards = {"cards": "Anna", "coins": "Anna", "settebello": "Bruno", "primiera": None}
    >>> match = {"game": "scopa", "sides": ["Anna", "Bruno"], "rounds": [{"awards": awards}]}
    >>> result = score(match)
    >>> result["totals"], result["finished"]
    ({'Anna': 2, 'Bruno': 1}, False)
    >>> result.score.rounds[0].lines[0].rule
    <Rule.CARDS: 'cards'>
    """
    read = matches.parse_match(match)
    return ScoreResult(read, matches.score(read))


def referee(question: Mapping[str, object]) -> RefereeResult:
    """Answer one question (contract.md, "referee"), without sentences; raises `InvalidEntry` with every problem.

    >>> result = referee({"ask": "captures", "game": "scopa", "table": ["1D", "6S", "4B"], "card": "7S"})
    >>> result["captures"], result.answer.needs
    ([['1D', '6S']], (7,))
    """
    return RefereeResult(answer(question))
