"""The questions that can be put to the referee on a screen: one module a kind, and its line in `PAGES`."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.game import GAMES
from webapp.models import Match
from webapp.questions.captures import CAPTURES, UNANNOUNCED
from webapp.questions.deal import DEAL
from webapp.questions.discard import DISCARD
from webapp.questions.fifteen import FIFTEEN
from webapp.questions.opening import OPENING
from webapp.questions.page import QuestionPage
from webapp.questions.tiebreak import BY_TOTALS, TIEBREAK

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
    """Return the questions about `game`.

    A Scopa match without fifteens has none to check, and none that was not announced.
    """
    pages = [page for page in PAGES.values() if game in page.games and game in GAMES]
    if match is None and game not in BY_TOTALS:
        pages = [page for page in pages if page.ask != "tiebreak"]
    if match and game == "scopa" and match.options.get("variant") != "quindici":
        pages = [page for page in pages if page.ask not in ("unannounced", "fifteen")]
    return pages
