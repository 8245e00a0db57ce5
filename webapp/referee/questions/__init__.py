"""The kinds of questions that can be asked on a page. CONTRIBUTING.md says how to add one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring.fields import Parts
from scoring.options import read_options
from scoring.problems import Report
from webapp.games import GAMES
from webapp.games.asking import Asked, OwnQuestion
from webapp.match.manage.changes import Names, renamed
from webapp.match.models import Match
from webapp.referee.models import Question
from webapp.referee.questions.captures import CAPTURES, UNANNOUNCED
from webapp.referee.questions.deal import DEAL, DECLARE
from webapp.referee.questions.fifteen import FIFTEEN
from webapp.referee.questions.kind import QuestionKind, asked_about
from webapp.referee.questions.melds import ATTACH, CLOSE, OPENING
from webapp.referee.questions.tiebreak import TIEBREAK
from webapp.referee.questions.tricks import DISCARD, PLAY, TRICK

KINDS: Mapping[str, QuestionKind] = {
    kind.ask: kind
    for kind in (
        *(CAPTURES, UNANNOUNCED, DEAL, DECLARE, FIFTEEN, OPENING),
        *(ATTACH, CLOSE, PLAY, TRICK, DISCARD, TIEBREAK),
    )
}
"""The kinds that games share, by `ask`; `kind_named` also knows those of single games."""


def offered(game: str, match: Match | None = None) -> list[QuestionKind]:
    """The kinds of questions about `game`, most asked first; for a match only those its house rules allow.

    Without a match, questions of a variant are left out, because most tables do not play it.
    """
    asked = asked_about(game) if game in GAMES else {}
    if match is None:
        usual = [ask for ask, declared in asked.items() if declared.anywhere or not declared.only]
        return [_kind(asked[ask]) for ask in usual if ask != TIEBREAK.ask or GAMES[game].finish]
    options = read_options(GAMES[game].rules.options, match.options, Report())
    return [_kind(declared) for declared in asked.values() if declared.suits(options)]


def kind_named(game: str, ask: str) -> QuestionKind | None:
    """The kind of a question about `game`; None if there is no such question."""
    declared = asked_about(game).get(ask) if game in GAMES else None
    return _kind(declared) if declared else KINDS.get(ask)


def rename(question: Question, names: Names) -> None:
    """Rename the sides in a question; its kind declares where they are named."""
    kind = kind_named(question.game, question.ask)
    question.entry = renamed(Parts(kind.naming(question) if kind else {}), question.entry, names)


def _kind(declared: Asked) -> QuestionKind:
    """The kind of a question as declared by a game, with the game's own help text if it has one."""
    kind = QuestionKind.of_game(declared) if isinstance(declared, OwnQuestion) else KINDS[declared.ask]
    return replace(kind, help=declared.help) if declared.help else kind
