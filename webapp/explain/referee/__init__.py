"""The referee's answers in sentences: one module a question, and its lines in `TEXTS` and `HEADLINES`.

A headline is the whole answer in one line of at most `webapp.words.inshort.MOST_WORDS` words, in every language: it is
read while an argument is going on. Reasons are in the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoring.referee import Answer, Captures, Deal, Discard, Opening, TableEscobas, Tiebreak, Unannounced, Verdict
from webapp.explain.referee.captures import captures_headline, captures_text, refusal_text
from webapp.explain.referee.deal import deal_headline, deal_text, table_escobas_headline, table_escobas_text
from webapp.explain.referee.discard import discard_headline, discard_text
from webapp.explain.referee.fifteen import fifteen_headline, fifteen_text, finding_text
from webapp.explain.referee.opening import meld_text, opening_headline, opening_text
from webapp.explain.referee.tiebreak import own_text, tiebreak_headline, tiebreak_text, verdict_headline, verdict_text
from webapp.explain.referee.unannounced import unannounced_headline, unannounced_text

__all__ = [
    "HEADLINES",
    "TEXTS",
    "answer_text",
    "finding_text",
    "headline",
    "meld_text",
    "own_text",
    "refusal_text",
    "verdict_headline",
    "verdict_text",
]

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
"""Which function words which answer."""
HEADLINES: Mapping[type, Callable[[Any], str]] = {
    Captures: captures_headline,
    Deal: deal_headline,
    Discard: discard_headline,
    TableEscobas: table_escobas_headline,
    Opening: opening_headline,
    Tiebreak: tiebreak_headline,
    Unannounced: unannounced_headline,
    Verdict: fifteen_headline,
}
"""Which function says which answer in one line."""


def headline(answer: Answer) -> str:
    """An answer of the referee in one line of at most twelve words, whole, without its reasons."""
    return HEADLINES[type(answer)](answer)


def answer_text(answer: Answer) -> str:
    """An answer of the referee with its reason."""
    return TEXTS[type(answer)](answer)
