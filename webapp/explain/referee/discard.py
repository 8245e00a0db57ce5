"""What the dealer of Scarto may lay away, in sentences."""

from __future__ import annotations

from scoring.referee import Discard
from webapp.base.i18n import gettext
from webapp.explain.problems import problem_text


def discard_text(answer: Discard) -> str:
    """Say whether the discard is legal, and all that forbids it."""
    if answer.legal:
        return gettext("This discard is legal. The three cards go to the dealer’s own pile and count there.")
    return " ".join([gettext("This discard is not legal."), *(problem_text(error) for error in answer.errors)])
