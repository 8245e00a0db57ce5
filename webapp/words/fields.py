"""The fields of the contract as the pages call them: what a player reads of one has no name out of the JSON."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.base.i18n import LazyProxy, lazy_gettext

NAMES: Mapping[str, LazyProxy] = {
    "adjust": lazy_gettext("Plus or minus points"),
    "attach": lazy_gettext("Cards laid to melds"),
    "card": lazy_gettext("The card"),
    "card_points": lazy_gettext("Card points"),
    "closer": lazy_gettext("Who closed"),
    "declared": lazy_gettext("Declared"),
    "discard": lazy_gettext("The discard"),
    "hand": lazy_gettext("The hand"),
    "hands": lazy_gettext("Left in hand"),
    "last_capture": lazy_gettext("Who captured last"),
    "meld": lazy_gettext("The meld"),
    "melds": lazy_gettext("The melds"),
    "penalties": lazy_gettext("Left in hand"),
    "piles": lazy_gettext("The piles"),
    "rejoin": lazy_gettext("Comes back in after this round"),
    "removed": lazy_gettext("The two that was taken out"),
    "rest": lazy_gettext("The last cards on the table"),
    "rest.side": lazy_gettext("Who captured last"),
    "results": lazy_gettext("The count"),
    "sits_out": lazy_gettext("Who sits out"),
    "sweeps": lazy_gettext("Sweeps"),
    "table": lazy_gettext("The table"),
    "trick": lazy_gettext("The trick"),
    "unopened": lazy_gettext("Had not opened"),
    "wrong_captures": lazy_gettext("Wrong captures"),
}
"""By the whole path of a field, or its first name."""
OF_CARDS = ("attach", "card", "discard", "hand", "meld", "table", "trick")
"""Fields that are cards: what is out of range there is how many."""


def field_name(path: str | None) -> str:
    """What a field is called, its path where no page shows it."""
    path = path or ""
    return str(NAMES.get(path) or NAMES.get(path.partition(".")[0]) or path)
