"""Texts of the questions before a card is played: `deal`, the first table, and `declare`, a hand of Cirulla."""

from __future__ import annotations

from scoring.cards import ITALIAN
from scoring.deal import KING, Redeal
from scoring.race import HOUSE
from scoring.referee import EQUAL_POINTS, WILD, Deal, Declare, TableEscobas
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.words.cards import card_name, figure_name

ACE = 1


def deal_headline(answer: Deal) -> str:
    """Whether to deal again, and the dealer's sweeps."""
    if answer.redeal is Redeal.KINGS and answer.authority == HOUSE:
        return gettext("Deal again, as most do: %(kings)s kings on the table.", kings=answer.of_rank(KING))
    if answer.redeal is Redeal.KINGS:
        return gettext("Deal again: there are %(kings)s kings on the table.", kings=answer.of_rank(KING))
    if answer.redeal is Redeal.ACES:
        return gettext("Deal again: there are %(aces)s aces on the table.", aces=answer.of_rank(ACE))
    if answer.sweeps:
        return ngettext("%(num)d sweep for the dealer: the four cards make %(total)s.",
                        "%(num)d sweeps for the dealer: the four cards make %(total)s.",
                        answer.sweeps, total=answer.total)  # fmt: skip
    if not answer.options.first_table:
        return gettext("The table starts empty: no card lies there to deal again.")
    if answer.kings:
        return gettext("No new deal by your house rules. Most deal again.")
    return gettext("No new deal: play on with these cards.")


_TAKERS = {"dealer": lazy_gettext("for the dealer"), "first": lazy_gettext("for the first player")}
"""House rule -> who gets the escobas of the first table."""


def table_escobas_headline(answer: TableEscobas) -> str:
    """The number of escobas, and who gets them."""
    if answer.escobas:
        return ngettext("%(num)d escoba %(taker)s: the four cards make %(total)s.",
                        "%(num)d escobas %(taker)s: the four cards make %(total)s.",
                        answer.escobas, taker=_TAKERS[answer.taker], total=answer.total)  # fmt: skip
    if answer.total == 30:
        return gettext("No escoba: the 30 does not split into 15 and 15.")
    return gettext("No escoba: the four cards make %(total)s and stay.", total=answer.total)


def deal_text(answer: Deal) -> str:
    """Whether the cards are dealt again, and in cirulla what the dealer takes."""
    if answer.redeal is Redeal.KINGS:
        return " ".join([
            gettext("There are %(kings)s kings on the table: the cards are thrown in. The same player deals again.",
                    kings=answer.of_rank(KING)),
            *([gettext("The rules say so of scopone only. Elsewhere it is a house rule, and most play by it.")]
              if answer.authority == HOUSE else []),
        ])  # fmt: skip
    if answer.redeal is Redeal.ACES:
        return gettext(
            "There are %(aces)s aces on the table: the cards are thrown in. The same player deals again.",
            aces=answer.of_rank(ACE),
        )
    if not answer.options.first_table:
        return gettext("With ten cards each, the table starts empty: there are no first four cards.")
    if answer.sweeps:
        return ngettext(
            "The four cards make %(total)s: the dealer takes them, and that is %(num)d sweep.",
            "The four cards make %(total)s: the dealer takes them, and that is %(num)d sweeps.",
            answer.sweeps,
            total=answer.total,
        )
    if answer.options.table_counts:
        return gettext(
            "The four cards make %(total)s and stay. In Cirulla 15 is one sweep for the dealer, and 30 is two. With "
            "two aces, deal again.",
            total=answer.total,
        )
    if answer.options.kings_are_dealt_anew:
        return gettext("No new deal: that needs three kings on the table.")
    if not answer.kings or answer.options.kings_redeal == "never":
        return gettext("No new deal: here kings on the table change nothing.")
    return gettext("No new deal: here only scopone deals again for three kings. Most deal again in every game.")


def table_escobas_text(answer: TableEscobas) -> str:
    """The cards taken and the points counted before anyone has played, and by whom."""
    cards = "; ".join(" + ".join(card_name(card) for card in capture) for capture in answer.captures)
    values = {"cards": cards, "taker": _TAKERS[answer.taker]}
    if answer.escobas == 1:
        return gettext("The four cards make 15: one escoba %(taker)s (%(cards)s).", **values)
    if answer.escobas == 2 and len(answer.captures) == 2:
        return gettext("The four cards make 15 and 15: two escobas %(taker)s (%(cards)s).", **values)
    if answer.escobas == 2:
        return gettext(
            "The four cards make 30: here that is always two escobas %(taker)s (%(cards)s). The rules say 15 and 15.",
            **values,
        )
    if answer.total == 30:
        return gettext(
            "The four cards make 30, but not 15 and 15: no escoba, they stay. Some count two escobas for any 30: "
            "agree on it."
        )
    return gettext(
        "The four cards make %(total)s: they stay on the table. Only 15, or 15 and 15, are escobas.",
        total=answer.total,
    )


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
