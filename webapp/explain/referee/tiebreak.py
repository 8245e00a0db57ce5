"""What every authority says of the end of a match, in sentences."""

from __future__ import annotations

from scoring.lines import Outcome
from scoring.referee import Tiebreak
from webapp.base.i18n import gettext
from webapp.explain.rulings import authority_name, ruling_headline, ruling_text
from webapp.games import GAMES


def tiebreak_headline(answer: Tiebreak) -> str:
    """Say what the match's own house rules give."""
    return _in_short(answer, answer.own)


def verdict_headline(tiebreak: Tiebreak, authority: str) -> str:
    """Say in one line what one authority says of the end of a match."""
    return _in_short(tiebreak, tiebreak.verdicts[authority])


def own_text(answer: Tiebreak) -> str:
    """Say what the match's own house rules give, and why."""
    return _text(answer, answer.own)


def tiebreak_text(answer: Tiebreak) -> str:
    """All verdicts, one after the other."""
    return " ".join(
        gettext("%(authority)s: %(text)s", authority=authority_name(authority), text=verdict_text(answer, authority))
        for authority in answer.verdicts
    )


def verdict_text(tiebreak: Tiebreak, authority: str) -> str:
    """Say what one authority says of the end of a match."""
    return _text(tiebreak, tiebreak.verdicts[authority])


def _text(tiebreak: Tiebreak, outcome: Outcome) -> str:
    if outcome.ruling is None:
        return GAMES[tiebreak.match.game.name].words.undecided_text(tiebreak.match.options)
    return ruling_text(outcome.ruling, tiebreak.match)


def _in_short(tiebreak: Tiebreak, outcome: Outcome) -> str:
    if outcome.ruling is None:
        return gettext("Nobody has won yet: play on.")
    return ruling_headline(outcome.ruling, tiebreak.match)
