"""Texts of the question `discard`: which cards may the dealer of Scarto lay away?"""

from __future__ import annotations

from scoring.cards import Card
from scoring.referee import Discard
from webapp.base.language.i18n import gettext, listed
from webapp.explain.problems import problem_text
from webapp.explain.referee.trick import which_pack
from webapp.words.cards import card_name, rank_name
from webapp.words.inshort import in_short


def discard_headline(answer: Discard) -> str:
    """Whether the three cards may go, and which may not."""
    if answer.legal:
        return gettext("These three may be discarded.")
    wrong = list(dict.fromkeys(card for error in answer.errors for card in error.cards if isinstance(card, Card)))
    return in_short(
        gettext("Not allowed: %(cards)s.", cards=listed(map(card_name, wrong))),
        gettext("Not allowed: %(cards)s.", cards=listed(map(rank_name, wrong))),
    )


def discard_text(answer: Discard) -> str:
    """Whether the discard is legal, and everything that forbids it."""
    if answer.legal:
        said = [gettext("This discard is allowed. The three cards go to the dealer’s pile and count there.")]
    else:
        said = [gettext("This discard is not allowed."), *(problem_text(error) for error in answer.errors)]
    return " ".join([*said, *([which_pack()] if answer.assumed else [])])
