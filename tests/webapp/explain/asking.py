"""Putting a question as a test does: its kind and its fields, and the first line of the answer."""

from typing import Any

from scoring.referee import answer
from webapp import explain


def headline(ask: str, **question: Any) -> str:
    return explain.headline(answer({"ask": ask, **question}))
