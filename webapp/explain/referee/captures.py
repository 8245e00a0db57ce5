"""What a card may take, in sentences."""

from __future__ import annotations

from scoring.captures import Capture
from scoring.referee import Captures
from webapp.explain.cards import card_name
from webapp.i18n import gettext


def captures_text(answer: Captures) -> str:
    """Return what the card may take, and whether it is a sweep."""
    card = card_name(answer.card)
    if not answer.captures:
        return gettext("Card played: %(card)s. It takes nothing and stays on the table.", card=card)
    choices = "; ".join(_named(capture) for capture in answer.captures)
    if len(answer.captures) == 1:
        sentences = [gettext("Card played: %(card)s. It must take: %(cards)s.", card=card, cards=choices)]
    else:
        sentences = [
            gettext("Card played: %(card)s. It must take one of these: %(choices)s.", card=card, choices=choices)
        ]
    clearing = [len(capture) == len(answer.table) for capture in answer.captures]
    if any(answer.sweeps):
        sentences.append(gettext("Taking the whole table is a sweep."))
    elif any(clearing) and answer.last_card and not answer.options.last_sweep:
        sentences.append(gettext("The last card of a round makes no sweep."))
    elif any(clearing):
        sentences.append(gettext("Here an ace that takes everything makes no sweep."))
    return " ".join(sentences)


def _named(capture: Capture) -> str:
    return " + ".join(card_name(card) for card in capture)
