"""The referee's answers in sentences."""

from __future__ import annotations

from scoring.captures import Capture
from scoring.referee import Answer, Captures, Deal, Tiebreak
from webapp.explain.cards import card_name
from webapp.explain.rulings import authority_name, ruling_text
from webapp.i18n import gettext


def answer_text(answer: Answer) -> str:
    """Return an answer of the referee with its reason; a tiebreak is all its verdicts, one after the other."""
    if isinstance(answer, Captures):
        return _captures(answer)
    if isinstance(answer, Deal):
        return _deal(answer)
    return " ".join(
        gettext("%(authority)s: %(text)s", authority=authority_name(authority), text=verdict_text(answer, authority))
        for authority in answer.verdicts
    )


def verdict_text(tiebreak: Tiebreak, authority: str) -> str:
    """Return what one authority says of the end of a match."""
    ruling = tiebreak.verdicts[authority].ruling
    if ruling is None:
        target = tiebreak.match.options.target
        if tiebreak.match.options.reach == "exceed":
            return gettext("Nobody is past the target of %(target)s yet: play on.", target=target)
        return gettext("Nobody is at the target of %(target)s yet: play on.", target=target)
    return ruling_text(ruling, tiebreak.match)


def _captures(answer: Captures) -> str:
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


def _deal(answer: Deal) -> str:
    if answer.redeal:
        return gettext(
            "%(kings)s kings lie on the table: the cards are thrown in, and the same player deals again.",
            kings=answer.kings,
        )
    if answer.variant == "scopone":
        return gettext("No new deal: it takes three kings on the table.")
    return gettext(
        "No new deal: only scopone throws the cards in, when three kings lie on the table. Some tables do it in the "
        "other variants too: agree on it."
    )
