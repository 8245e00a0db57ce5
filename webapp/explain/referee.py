"""The referee's answers in sentences, as games declare them (`webapp.games.asking.QuestionKind`).

A headline is the whole answer in one line of at most `webapp.words.inshort.MOST_CHARACTERS`, in every language, since
it is read during an argument. Reasons are in the text.
"""

from collections.abc import Sequence

from scoring.problems import Problem
from scoring.referee import Answer, Tiebreak
from webapp.explain.problems import problem_text
from webapp.explain.tiebreak import tiebreak_headline, tiebreak_text
from webapp.games import GAMES
from webapp.games.asking import QuestionKind
from webapp.words.inshort import said_once

_WORDS: dict[type, QuestionKind] = {kind.answer: kind for game in GAMES.values() for kind in game.questions}
"""Type of an answer -> its words; games that share an answer share them."""


def words_of(answer: Answer) -> QuestionKind:
    """The words that a game declares for this answer."""
    return _WORDS[type(answer)]


def headline(answer: Answer) -> str:
    """The answer of the referee in one line, without reasons."""
    return tiebreak_headline(answer) if isinstance(answer, Tiebreak) else words_of(answer).headline(answer)


def reasons(answer: Answer) -> list[str]:
    """The reasons of the referee, a sentence or two each, without sentences of the headline."""
    said = headline(answer)
    found = (said_once(reason, said) for reason in sentences(words_of(answer).reasons(answer)))
    return list(dict.fromkeys(filter(None, found)))


def answer_text(answer: Answer) -> str:
    """The answer of the referee with its reasons."""
    if isinstance(answer, Tiebreak):
        return said_once(tiebreak_text(answer))
    words = words_of(answer)
    return said_once(" ".join([*([] if words.whole else [headline(answer)]), *sentences(words.reasons(answer))]))


def sentences(reasons: Sequence[str | Problem]) -> list[str]:
    """Reasons in sentences: a problem has its own."""
    return [problem_text(each) if isinstance(each, Problem) else each for each in reasons]
