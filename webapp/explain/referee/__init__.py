"""The referee's answers in sentences: a headline and a text for each question, listed in `SAID`.

A headline is the whole answer in one line of at most `webapp.words.inshort.MOST_CHARACTERS`, in every language, since
it is read during an argument. Reasons are in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.problems import Problem
from scoring.referee import (
    Answer,
    Attach,
    Captures,
    Close,
    Deal,
    Declare,
    Discard,
    Opening,
    Play,
    TableEscobas,
    Tiebreak,
    Trick,
    Unannounced,
    Verdict,
)
from webapp.explain.problems import problem_text
from webapp.explain.referee import captures, deal, fifteen, melds, tiebreak, tricks
from webapp.games import GAMES
from webapp.games.asking import OwnQuestion
from webapp.words.inshort import said_once

SAID: Mapping[type, tuple[Callable[[Any], str], Callable[[Any], str | Sequence[str | Problem]]]] = {
    Attach: (melds.attach_headline, melds.attach_reasons),
    Captures: (captures.captures_headline, captures.captures_text),
    Close: (melds.close_headline, melds.close_reasons),
    Deal: (deal.deal_headline, deal.deal_text),
    Declare: (deal.declare_headline, deal.declare_reasons),
    Discard: (tricks.discard_headline, tricks.discard_text),
    Opening: (melds.opening_headline, melds.opening_text),
    Play: (tricks.play_headline, tricks.play_reasons),
    TableEscobas: (deal.table_escobas_headline, deal.table_escobas_text),
    Tiebreak: (tiebreak.tiebreak_headline, tiebreak.tiebreak_text),
    Trick: (tricks.trick_headline, tricks.trick_reasons),
    Unannounced: (captures.unannounced_headline, captures.unannounced_text),
    Verdict: (fifteen.fifteen_headline, fifteen.fifteen_text),
    **{
        asked.answer: (asked.headline, asked.reasons)
        for game in GAMES.values()
        for asked in game.questions
        if isinstance(asked, OwnQuestion)
    },
}
"""Type of an answer -> the functions for its headline, and for its text or the reasons below the headline."""


def headline(answer: Answer) -> str:
    """The answer of the referee in one line, without reasons."""
    in_a_line, _ = SAID[type(answer)]
    return in_a_line(answer)


def reasons(answer: Answer) -> list[str]:
    """The reasons of the referee, a sentence or two each; only for answers that have reasons in `SAID`."""
    _, why = SAID[type(answer)]
    said = headline(answer)
    return [left for reason in _in_sentences(why(answer)) if (left := said_once(reason, said))]


def answer_text(answer: Answer) -> str:
    """The answer of the referee with its reasons."""
    _, why = SAID[type(answer)]
    text = why(answer)
    return said_once(text if isinstance(text, str) else " ".join([headline(answer), *_in_sentences(text)]))


def _in_sentences(reasons: Sequence[str | Problem]) -> list[str]:
    return [problem_text(each) if isinstance(each, Problem) else each for each in reasons]
