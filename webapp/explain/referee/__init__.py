"""The referee's answers in sentences: a headline and a text for each question, listed in `SAID`.

A headline is the whole answer in one line of at most `webapp.words.inshort.MOST_CHARACTERS`, in every language, since
it is read during an argument. Reasons are in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
from webapp.explain.referee.captures import (
    captures_headline,
    captures_text,
    refusal_text,
    unannounced_headline,
    unannounced_text,
)
from webapp.explain.referee.deal import (
    deal_headline,
    deal_text,
    declare_headline,
    declare_reasons,
    table_escobas_headline,
    table_escobas_text,
)
from webapp.explain.referee.fifteen import fifteen_headline, fifteen_text, finding_text, pile_text
from webapp.explain.referee.melds import (
    attach_headline,
    attach_reasons,
    close_headline,
    close_reasons,
    meld_text,
    opening_headline,
    opening_text,
)
from webapp.explain.referee.tiebreak import own_text, tiebreak_headline, tiebreak_text, verdict_headline, verdict_text
from webapp.explain.referee.tricks import (
    discard_headline,
    discard_text,
    play_headline,
    play_reasons,
    trick_headline,
    trick_reasons,
)
from webapp.games import GAMES
from webapp.games.asking import OwnQuestion
from webapp.words.inshort import said_once

__all__ = [
    "SAID",
    "answer_text",
    "finding_text",
    "headline",
    "meld_text",
    "own_text",
    "pile_text",
    "reasons",
    "refusal_text",
    "verdict_headline",
    "verdict_text",
]


def _in_sentences(own: OwnQuestion) -> Callable[[Any], list[str]]:
    """The reasons of a game's own question, its problems in their sentences."""
    return lambda answer: [each if isinstance(each, str) else problem_text(each) for each in own.reasons(answer)]


SAID: Mapping[type, tuple[Callable[[Any], str], Callable[[Any], str | list[str]]]] = {
    Attach: (attach_headline, attach_reasons),
    Captures: (captures_headline, captures_text),
    Close: (close_headline, close_reasons),
    Deal: (deal_headline, deal_text),
    Declare: (declare_headline, declare_reasons),
    Discard: (discard_headline, discard_text),
    Opening: (opening_headline, opening_text),
    Play: (play_headline, play_reasons),
    TableEscobas: (table_escobas_headline, table_escobas_text),
    Tiebreak: (tiebreak_headline, tiebreak_text),
    Trick: (trick_headline, trick_reasons),
    Unannounced: (unannounced_headline, unannounced_text),
    Verdict: (fifteen_headline, fifteen_text),
    **{
        asked.own.answer: (asked.own.headline, _in_sentences(asked.own))
        for game in GAMES.values()
        for asked in game.questions
        if asked.own
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
    return [left for reason in why(answer) if (left := said_once(reason, said))]


def answer_text(answer: Answer) -> str:
    """The answer of the referee with its reasons."""
    _, why = SAID[type(answer)]
    text = why(answer)
    return said_once(text if isinstance(text, str) else " ".join([headline(answer), *text]))
