"""`settebello score` and `settebello referee`: JSON of a match or question in, points or a ruling with reasons out."""

import argparse
from typing import Any

import scoring
from webapp.commands import shared
from webapp.commands.shared import DONE
from webapp.explain import explained


def score(chosen: argparse.Namespace) -> int:
    """Score a whole match: every round, the totals and the ruling."""
    match: Any = shared.read(chosen.file)
    shared.write(explained(scoring.score(match), chosen.lang))
    return DONE


def referee(chosen: argparse.Namespace) -> int:
    """Answer one question."""
    question: Any = shared.read(chosen.file)
    shared.write(explained(scoring.referee(question), chosen.lang))
    return DONE
