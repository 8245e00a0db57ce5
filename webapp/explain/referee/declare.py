"""Texts of the question `declare`: what does a declared hand of Cirulla bring?"""

from __future__ import annotations

from scoring.cards import ITALIAN
from scoring.referee import Declare
from scoring.referee.deal import EQUAL_POINTS, WILD
from webapp.base.language.i18n import gettext
from webapp.words.cards import figure_name


def declare_headline(answer: Declare) -> str:
    """The points of the hand."""
    if answer.points == EQUAL_POINTS:
        return gettext("Yes: three of a kind bring %(points)s points.", points=answer.points)
    if answer.points:
        return gettext("Yes: %(sum)s in all brings %(points)s points.", sum=answer.total, points=answer.points)
    return gettext("No: this hand brings nothing.")


def declare_reasons(answer: Declare) -> list[str]:
    """The card that the seven of cups stands for, and the points of hands in general."""
    said = []
    if answer.stands_for is not None:
        value = next(card for card in ITALIAN.cards if card.rank == answer.stands_for)
        said.append(gettext("The seven of cups counts as: %(rank)s.", rank=figure_name(value)))
    elif any(card.code == WILD for card in answer.hand):
        said.append(gettext("The seven of cups does not help, whatever it stands for."))
    said.append(
        gettext("Three of a kind bring 10 points, at most 9 in all brings 3. The seven of cups may stand for any card.")
    )
    return said
