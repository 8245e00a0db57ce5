"""What the first table means, in sentences."""

from __future__ import annotations

from scoring.referee import Deal, TableEscobas
from webapp.base.i18n import gettext, ngettext
from webapp.words.cards import card_name


def deal_headline(answer: Deal) -> str:
    """Say whether to deal again."""
    if answer.redeal:
        return gettext("Deal again: %(kings)s kings lie on the table.", kings=answer.kings)
    return gettext("No new deal: play on with these cards.")


def table_escobas_headline(answer: TableEscobas) -> str:
    """Say how many escobas the dealer has."""
    if answer.escobas:
        return ngettext("%(num)d escoba for the dealer: the four cards make %(total)s.",
                        "%(num)d escobas for the dealer: the four cards make %(total)s.",
                        answer.escobas, total=answer.total)  # fmt: skip
    return gettext("No escoba: the four cards make %(total)s and stay.", total=answer.total)


def deal_text(answer: Deal) -> str:
    """Say whether the cards are thrown in."""
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


def table_escobas_text(answer: TableEscobas) -> str:
    """Say what the dealer takes and counts before anyone has played."""
    cards = "; ".join(" + ".join(card_name(card) for card in capture) for capture in answer.captures)
    if answer.escobas == 1:
        return gettext("The four cards make 15: the dealer takes them as one escoba (%(cards)s).", cards=cards)
    if answer.escobas == 2 and len(answer.captures) == 2:
        return gettext("The four cards make 15 and 15: the dealer takes them as two escobas (%(cards)s).", cards=cards)
    if answer.escobas == 2:
        return gettext(
            "The four cards make 30, and here that is two escobas for the dealer however it comes about (%(cards)s). "
            "The rule text speaks of 15 plus 15.",
            cards=cards,
        )
    if answer.total == 30:
        return gettext(
            "The four cards make 30, but not 15 and 15: no escoba, they stay. Some tables count two escobas for any "
            "30: agree on it."
        )
    return gettext(
        "The four cards make %(total)s: they stay on the table. Only 15, or 15 and 15, are escobas of the dealer.",
        total=answer.total,
    )
