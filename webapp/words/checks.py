"""Texts of checks that several games make: a sentence, and two or three words."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.lines import ALL_CARDS, FIFTEENS, Check
from webapp.base.language.i18n import gettext, ngettext
from webapp.words.wording import CheckWords


def _all_cards(check: Check) -> str:
    return gettext("Every card is in exactly one pile.")


def _fifteens(check: Check) -> str:
    return gettext("Every pile is made of fifteens, and the last cards make %(sum)s.", sum=check.value)


def _cards_in_short(check: Check) -> str:
    return ngettext("%(num)d card", "%(num)d cards", check.value or 0)


def _fifteens_in_short(check: Check) -> str:
    return gettext("last cards make %(sum)s, every pile fifteens", sum=check.value)


def card_points_in_short(check: Check) -> str:
    """The sum of the card points of all piles."""
    return gettext("card points make %(sum)s", sum=check.value)


SHARED_CHECKS: Mapping[str, CheckWords] = {
    ALL_CARDS: CheckWords(_all_cards, _cards_in_short),
    FIFTEENS: CheckWords(_fifteens, _fifteens_in_short),
}
"""Code -> texts of checks shared by games; a game's own are in its `words` module."""
