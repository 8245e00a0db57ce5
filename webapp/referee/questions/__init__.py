"""The kinds of questions that can be put to the referee on a page. How one is added: CONTRIBUTING.md."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.options import read_options
from scoring.problems import Report
from webapp.base.models import Match
from webapp.games import GAMES
from webapp.referee.questions.captures import CAPTURES
from webapp.referee.questions.deal import DEAL
from webapp.referee.questions.discard import DISCARD
from webapp.referee.questions.fifteen import FIFTEEN
from webapp.referee.questions.kind import QuestionKind, asked_about
from webapp.referee.questions.opening import OPENING
from webapp.referee.questions.tiebreak import TIEBREAK
from webapp.referee.questions.unannounced import UNANNOUNCED

KINDS: Mapping[str, QuestionKind] = {
    kind.ask: kind
    for kind in (
        CAPTURES,
        UNANNOUNCED,
        DEAL,
        FIFTEEN,
        DISCARD,
        OPENING,
        TIEBREAK,
    )
}
"""Every kind by its `ask`, in the order in which they are offered."""


def offered(game: str, match: Match | None = None) -> list[QuestionKind]:
    """The kinds of questions about `game`; about a match only those that its house rules allow."""
    asked = asked_about(game) if game in GAMES else {}
    kinds = [kind for kind in KINDS.values() if kind.ask in asked]
    if match is None:
        return [kind for kind in kinds if kind.ask != TIEBREAK.ask or GAMES[game].finish]
    options = read_options(GAMES[game].rules.options, match.options, Report())
    return [kind for kind in kinds if asked[kind.ask].suits(options)]
