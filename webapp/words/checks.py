"""Texts of checks that several games make: a sentence, and two or three words."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.lines import ALL_CARDS, FIFTEENS, Check
from webapp.base.language.i18n import lazy_gettext, ngettext
from webapp.words.wording import CheckWords


def _cards_in_short(check: Check) -> str:
    return ngettext("%(num)d card", "%(num)d cards", check.value or 0)


CARD_POINTS_IN_SHORT = lazy_gettext("card points make %(sum)s")
SHARED_CHECKS: Mapping[str, CheckWords] = {
    ALL_CARDS: CheckWords(lazy_gettext("Every card is in exactly one pile."), _cards_in_short),
    FIFTEENS: CheckWords(
        lazy_gettext("Every pile is made of fifteens, and the last cards make %(sum)s."),
        lazy_gettext("last cards make %(sum)s, every pile fifteens"),
    ),
}
"""Code -> texts of checks shared by games; a game's own are in its `words` module."""
