"""What several games verify of a round, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.lines import ALL_CARDS, COPIES, EVEN_SUMS, FIFTEENS, SUM_78, Check
from webapp.base.i18n import gettext, ngettext


def _all_cards(check: Check) -> str:
    return gettext("Every card is in exactly one pile.")


def _even_sums(check: Check) -> str:
    return gettext("Every pile makes an even sum, as it must.")


def _fifteens(check: Check) -> str:
    return gettext("Every pile is made of fifteens, and the last cards make %(sum)s.", sum=check.value)


def _copies(check: Check) -> str:
    return gettext("No card appears more often than in two packs.")


def _sum_78(check: Check) -> str:
    return gettext("The card points make 78 together.")


SENTENCES: Mapping[str, Callable[[Check], str]] = {
    ALL_CARDS: _all_cards,
    EVEN_SUMS: _even_sums,
    FIFTEENS: _fifteens,
    COPIES: _copies,
    SUM_78: _sum_78,
}
"""By the code of the check; a game's own are in its words."""


def _cards_in_short(check: Check) -> str:
    return ngettext("%(num)d card", "%(num)d cards", check.value or 0)


def _even_in_short(check: Check) -> str:
    return gettext("every pile even")


def _fifteens_in_short(check: Check) -> str:
    return gettext("last cards make %(sum)s, every pile fifteens", sum=check.value)


def _copies_in_short(check: Check) -> str:
    return gettext("no card too often")


def _points_in_short(check: Check) -> str:
    return gettext("card points make %(sum)s", sum=check.value)


SHORT: Mapping[str, Callable[[Check], str]] = {
    ALL_CARDS: _cards_in_short,
    EVEN_SUMS: _even_in_short,
    FIFTEENS: _fifteens_in_short,
    COPIES: _copies_in_short,
}
"""The same in two or three words, as part of a list; of another check that has a sum, that."""


def in_short(check: Check) -> str | None:
    """A check in two or three words; None where only its sentence says it."""
    short = SHORT.get(check.code) or (_points_in_short if check.value is not None else None)
    return short(check) if short else None
