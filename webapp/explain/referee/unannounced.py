"""A fifteen that nobody announced, in sentences."""

from __future__ import annotations

from scoring.referee import Unannounced
from webapp.base.i18n import gettext, listed
from webapp.words.cards import card_name, rank_name
from webapp.words.inshort import either, in_short


def unannounced_headline(answer: Unannounced) -> str:
    """Say what the next player may take."""
    if not answer.fifteens:
        return gettext("No fifteen was overlooked: nobody takes anything.")
    return in_short(
        *(
            gettext(
                "The next player may take %(choices)s.",
                choices=either(listed(map(name, taken)) for taken in answer.fifteens),
            )
            for name in (card_name, rank_name)
            if len({tuple(map(name, taken)) for taken in answer.fifteens}) == len(answer.fifteens)
        ),
        gettext("The next player may take one of %(number)s fifteens.", number=len(answer.fifteens)),
    )


def unannounced_text(answer: Unannounced) -> str:
    """Say what the next player may take, when, and whose rule it is."""
    card = card_name(answer.card)
    if not answer.fifteens:
        return gettext(
            "Card played: %(card)s. It makes fifteen with no cards of the table: it lies there rightly, and the next "
            "player takes nothing but by his own move.",
            card=card,
        )
    choices = "; ".join(" + ".join(card_name(each) for each in taken) for taken in answer.fifteens)
    sentences = [gettext("Card played: %(card)s. Not announced: %(choices)s.", card=card, choices=choices)]
    if answer.compulsory:
        sentences.append(
            gettext(
                "In Scopa taking is compulsory, so the card should have taken. Its text does not say what "
                "follows; many tables borrow the rule of Escoba."
            )
        )
    sentences.append(
        gettext(
            "The next player may take these cards before his own move, and then makes that move as well. The right of "
            "the one who overlooked it is gone in the moment the next player plays his card."
        )
    )
    if any(answer.escobas):
        sentences.append(gettext("It clears the table. The text does not say whether it counts as an escoba: agree."))
    return " ".join(sentences)
