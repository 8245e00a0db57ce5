"""The questions about Escoba: the fifteen check, captures, and `deal`, the escobas of the first table."""

from scoring.escoba.dealing import TableEscobas
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.games.fishing.captures import CAPTURES, UNANNOUNCED, first_table_question
from webapp.games.fishing.fifteen import FIFTEEN_CHECK
from webapp.words.cards import card_name

_TAKERS = {"dealer": lazy_gettext("for the dealer"), "first": lazy_gettext("for the first player")}
"""House rule -> who gets the escobas of the first table."""


def _headline(answer: TableEscobas) -> str:
    """The number of escobas, and who gets them."""
    if answer.escobas:
        return ngettext("%(num)d escoba %(taker)s: the four cards make %(total)s.",
                        "%(num)d escobas %(taker)s: the four cards make %(total)s.",
                        answer.escobas, taker=_TAKERS[answer.taker], total=answer.total)  # fmt: skip
    if answer.total == 30:
        return gettext("No escoba: the 30 does not split into 15 and 15.")
    return gettext("No escoba: the four cards make %(total)s and stay.", total=answer.total)


def _text(answer: TableEscobas) -> str:
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


DEAL = first_table_question(
    options=("deal", "table_escoba"),
    help=lazy_gettext("Is that an escoba, and whose?"),
    answer=TableEscobas,
    headline=_headline,
    reasons=lambda answer: [_text(answer)],
)
QUESTIONS = (FIFTEEN_CHECK, CAPTURES, UNANNOUNCED, DEAL)
