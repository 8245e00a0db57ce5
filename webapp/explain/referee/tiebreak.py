"""What every authority says of the end of a match, in sentences."""

from __future__ import annotations

from scoring.referee import Tiebreak
from webapp.base.i18n import gettext
from webapp.explain.rulings import authority_name, ruling_text
from webapp.games import GAMES


def tiebreak_text(answer: Tiebreak) -> str:
    """All verdicts, one after the other."""
    return " ".join(
        gettext("%(authority)s: %(text)s", authority=authority_name(authority), text=verdict_text(answer, authority))
        for authority in answer.verdicts
    )


def verdict_text(tiebreak: Tiebreak, authority: str) -> str:
    """Say what one authority says of the end of a match."""
    ruling = tiebreak.verdicts[authority].ruling
    if ruling is None:
        return GAMES[tiebreak.match.game.name].words.undecided_text(tiebreak.match.options)
    return ruling_text(ruling, tiebreak.match)
