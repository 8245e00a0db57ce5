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
from webapp.explain.referee.attach import attach_headline, attach_reasons, attach_text
from webapp.explain.referee.captures import captures_headline, captures_text, refusal_text
from webapp.explain.referee.close import close_headline, close_reasons, close_text
from webapp.explain.referee.deal import deal_headline, deal_text, table_escobas_headline, table_escobas_text
from webapp.explain.referee.declare import declare_headline, declare_reasons, declare_text
from webapp.explain.referee.discard import discard_headline, discard_text
from webapp.explain.referee.fifteen import fifteen_headline, fifteen_text, finding_text, pile_text
from webapp.explain.referee.opening import meld_text, opening_headline, opening_text
from webapp.explain.referee.play import play_headline, play_reasons, play_text
from webapp.explain.referee.tiebreak import own_text, tiebreak_headline, tiebreak_text, verdict_headline, verdict_text
from webapp.explain.referee.trick import trick_headline, trick_reasons, trick_text
from webapp.explain.referee.unannounced import unannounced_headline, unannounced_text
from webapp.games import GAMES
from webapp.games.asking import OwnQuestion
from webapp.words.inshort import said_once

__all__ = [
    "HEADLINES",
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

TEXTS: Mapping[type, Callable[[Any], str]] = {
    Attach: attach_text,
    Captures: captures_text,
    Close: close_text,
    Deal: deal_text,
    Declare: declare_text,
    Discard: discard_text,
    Play: play_text,
    TableEscobas: table_escobas_text,
    Opening: opening_text,
    Tiebreak: tiebreak_text,
    Trick: trick_text,
    Unannounced: unannounced_text,
    Verdict: fifteen_text,
}
"""Type of an answer -> the function for its text."""
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
}
"""Type of an answer -> the function for its headline."""
REASONS: Mapping[type, Callable[[Any], list[str]]] = {
    Attach: attach_reasons,
    Close: close_reasons,
    Declare: declare_reasons,
    Play: play_reasons,
    Trick: trick_reasons,
}
"""Type of an answer -> the function for its reasons, for pages that list them below the headline."""


OWN: Mapping[type, OwnQuestion] = {
    asked.own.answer: asked.own for game in GAMES.values() for asked in game.questions if asked.own
}
"""Type of an answer given by a game itself -> the question's declaration."""


def headline(answer: Answer) -> str:
    """The answer of the referee in one line, without reasons."""
    own = OWN.get(type(answer))
    return own.headline(answer) if own else HEADLINES[type(answer)](answer)


def reasons(answer: Answer) -> list[str]:
    """The reasons of the referee, a sentence or two each; only for answers in `REASONS` or `OWN`."""
    said, own = headline(answer), OWN.get(type(answer))
    why = own.reasons(answer) if own else REASONS[type(answer)](answer)
    return [left for reason in why if (left := said_once(reason, said))]


def answer_text(answer: Answer) -> str:
    """The answer of the referee with its reasons."""
    own = OWN.get(type(answer))
    whole = " ".join([own.headline(answer), *own.reasons(answer)]) if own else TEXTS[type(answer)](answer)
    return said_once(whole)
