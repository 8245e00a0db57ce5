"""The questions that can be put to the referee on a screen. How one is added: CONTRIBUTING.md."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.base.models import Match
from webapp.games import GAMES
from webapp.referee.questions.captures import CAPTURES, UNANNOUNCED
from webapp.referee.questions.deal import DEAL
from webapp.referee.questions.discard import DISCARD
from webapp.referee.questions.fifteen import FIFTEEN
from webapp.referee.questions.opening import OPENING
from webapp.referee.questions.page import QuestionPage, asked_about
from webapp.referee.questions.tiebreak import TIEBREAK

PAGES: Mapping[str, QuestionPage] = {
    page.ask: page
    for page in (
        CAPTURES,
        UNANNOUNCED,
        DEAL,
        FIFTEEN,
        DISCARD,
        OPENING,
        TIEBREAK,
    )
}
"""Every question by its `ask`, in the order in which they are offered."""


def offered(game: str, match: Match | None = None) -> list[QuestionPage]:
    """The questions about `game`; those of `match` where its house rules have them."""
    asked = asked_about(game) if game in GAMES else {}
    pages = [page for page in PAGES.values() if page.ask in asked]
    if match is None:
        return [page for page in pages if page.ask != TIEBREAK.ask or GAMES[game].finish]
    return [page for page in pages if asked[page.ask].suits(match.options)]
