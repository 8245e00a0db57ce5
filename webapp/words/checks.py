"""What several games verify of a round, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.lines import ALL_CARDS, Check
from webapp.base.i18n import gettext


def _all_cards(check: Check) -> str:
    return gettext("Every card lies in one pile.")


SENTENCES: Mapping[str, Callable[[Check], str]] = {ALL_CARDS: _all_cards}
"""By the code of the check; a game's own are in its words."""
