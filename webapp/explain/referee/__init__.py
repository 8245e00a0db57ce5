"""The referee's answers in sentences: one module a question, and its line in `TEXTS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoring.referee import Answer, Captures, Deal, Discard, Opening, TableEscobas, Tiebreak, Unannounced, Verdict
from webapp.explain.referee.captures import captures_text, refusal_text
from webapp.explain.referee.deal import deal_text, table_escobas_text
from webapp.explain.referee.discard import discard_text
from webapp.explain.referee.fifteen import fifteen_text, finding_text
from webapp.explain.referee.opening import meld_text, opening_text
from webapp.explain.referee.tiebreak import tiebreak_text, verdict_text
from webapp.explain.referee.unannounced import unannounced_text

__all__ = ["TEXTS", "answer_text", "finding_text", "meld_text", "refusal_text", "verdict_text"]

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


def answer_text(answer: Answer) -> str:
    """An answer of the referee with its reason."""
    return TEXTS[type(answer)](answer)
