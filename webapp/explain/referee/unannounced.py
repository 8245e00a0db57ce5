"""Texts of the question `unannounced`: a fifteen that nobody announced."""

from __future__ import annotations

from scoring.referee import Unannounced
from webapp.base.language.i18n import gettext
from webapp.explain.referee.captures import choices_of, told_apart
from webapp.words.cards import capital, card_name, rank_name, the
from webapp.words.inshort import either, in_short


def unannounced_headline(answer: Unannounced) -> str:
    """The cards that the next player may take."""
    if not answer.fifteens:
        return gettext("No fifteen was overlooked: nobody takes anything.")
    return in_short(
        *(
            gettext(
                "The next player may take: %(choices)s.",
                choices=either(choices_of(answer.fifteens, name)),
            )
            for name in (card_name, rank_name)
            if told_apart(answer.fifteens, name)
        ),
        gettext("The next player may take one of %(number)s fifteens.", number=len(answer.fifteens)),
    )


def unannounced_text(answer: Unannounced) -> str:
    """Say which cards the next player may take, when, and by whose rule."""
    if not answer.fifteens:
        return gettext(
            "%(card)s makes no fifteen with the cards on the table. It stays there, and play goes on.",
            card=capital(the(answer.card)),
        )
    choices = "; ".join(" + ".join(card_name(each) for each in taken) for taken in answer.fifteens)
    sentences = [gettext("Played: %(card)s. Not announced: %(choices)s.", card=the(answer.card), choices=choices)]
    if answer.compulsory:
        sentences.append(
            gettext(
                "In Scopa you must take, so the card should have taken. The rules do not say what follows. Many use "
                "the rule of Escoba."
            )
        )
    sentences.append(
        gettext(
            "The next player may take these cards first, and then plays as usual. Once the next card is played, it is "
            "too late for whoever overlooked them."
        )
    )
    if any(answer.escobas):
        sentences.append(gettext("That clears the table. The rules do not say whether it is an escoba: agree on it."))
    return " ".join(sentences)
