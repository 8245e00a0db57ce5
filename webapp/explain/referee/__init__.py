"""The referee's answers in sentences: one module a question, listed in `TEXTS` and `HEADLINES`.

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
from webapp.explain.referee.attach import attach_headline, attach_reasons
from webapp.explain.referee.captures import captures_headline, captures_text, refusal_text
from webapp.explain.referee.close import close_headline, close_reasons
from webapp.explain.referee.deal import deal_headline, deal_text, table_escobas_headline, table_escobas_text
from webapp.explain.referee.declare import declare_headline, declare_reasons
from webapp.explain.referee.discard import discard_headline, discard_text
from webapp.explain.referee.fifteen import fifteen_headline, fifteen_text, finding_text, pile_text
from webapp.explain.referee.opening import meld_text, opening_headline, opening_text
from webapp.explain.referee.play import play_headline, play_reasons
from webapp.explain.referee.tiebreak import own_text, tiebreak_headline, tiebreak_text, verdict_headline, verdict_text
from webapp.explain.referee.trick import trick_headline, trick_reasons
from webapp.explain.referee.unannounced import unannounced_headline, unannounced_text
from webapp.games import GAMES
from webapp.games.asking import OwnQuestion
from webapp.words.inshort import said_once

__all__ = [
    "HEADLINES",
    "REASONS",
    "TEXTS",
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

_OWN: Mapping[type, OwnQuestion] = {
    asked.own.answer: asked.own for game in GAMES.values() for asked in game.questions if asked.own
}


def _in_sentences(own: OwnQuestion) -> Callable[[Any], list[str]]:
    """The reasons of a game's own question, its problems in their sentences."""
    return lambda answer: [each if isinstance(each, str) else problem_text(each) for each in own.reasons(answer)]


TEXTS: Mapping[type, Callable[[Any], str]] = {
    Captures: captures_text,
    Deal: deal_text,
    Discard: discard_text,
    TableEscobas: table_escobas_text,
    Opening: opening_text,
    Tiebreak: tiebreak_text,
    Unannounced: unannounced_text,
    Verdict: fifteen_text,
}
"""Type of an answer -> the function for its text, where that is not its headline and its reasons."""
HEADLINES: Mapping[type, Callable[[Any], str]] = {
    Attach: attach_headline,
    Captures: captures_headline,
    Close: close_headline,
    Deal: deal_headline,
    Declare: declare_headline,
    Discard: discard_headline,
    Play: play_headline,
    TableEscobas: table_escobas_headline,
    Opening: opening_headline,
    Tiebreak: tiebreak_headline,
    Trick: trick_headline,
    Unannounced: unannounced_headline,
    Verdict: fifteen_headline,
    **{answer: own.headline for answer, own in _OWN.items()},
}
"""Type of an answer -> the function for its headline."""
REASONS: Mapping[type, Callable[[Any], list[str]]] = {
    Attach: attach_reasons,
    Close: close_reasons,
    Declare: declare_reasons,
    Play: play_reasons,
    Trick: trick_reasons,
    **{answer: _in_sentences(own) for answer, own in _OWN.items()},
}
"""Type of an answer -> the function for its reasons, for pages that list them below the headline."""


def headline(answer: Answer) -> str:
    """The answer of the referee in one line, without reasons."""
    return HEADLINES[type(answer)](answer)


def reasons(answer: Answer) -> list[str]:
    """The reasons of the referee, a sentence or two each; only for answers in `REASONS`."""
    said = headline(answer)
    return [left for reason in REASONS[type(answer)](answer) if (left := said_once(reason, said))]


def answer_text(answer: Answer) -> str:
    """The answer of the referee with its reasons."""
    text = TEXTS.get(type(answer))
    return said_once(text(answer) if text else " ".join([headline(answer), *REASONS[type(answer)](answer)]))
