"""Names of the contract's fields that games and questions share; a game's own are in its `words` module."""

from __future__ import annotations

from collections.abc import Mapping

from webapp.base.language.i18n import LazyProxy, lazy_gettext

NAMES: Mapping[str, LazyProxy] = {
    "adjust": lazy_gettext("Plus or minus points"),
    "attach": lazy_gettext("Cards laid to melds"),
    "awards": lazy_gettext("Who won what"),
    "card": lazy_gettext("The card"),
    "card_points": lazy_gettext("Card points"),
    "cards": lazy_gettext("The cards"),
    "closer": lazy_gettext("Who closed"),
    "discard": lazy_gettext("The discard"),
    "hand": lazy_gettext("The hand"),
    "hands": lazy_gettext("Left in hand"),
    "last_capture": lazy_gettext("Who captured last"),
    "meld": lazy_gettext("The meld"),
    "melds": lazy_gettext("The melds"),
    "penalties": lazy_gettext("Left in hand"),
    "piles": lazy_gettext("The piles"),
    "rejoin": lazy_gettext("Comes back in after this round"),
    "rest": lazy_gettext("The last cards on the table"),
    "rest.side": lazy_gettext("Who captured last"),
    "sweeps": lazy_gettext("Sweeps"),
    "table": lazy_gettext("The table"),
    "trick": lazy_gettext("The trick"),
}
"""Path of a field, or its first part -> its name."""
OF_CARDS = ("attach", "card", "cards", "discard", "hand", "meld", "table", "trick")
"""Fields that hold cards; their range is a number of cards."""


def field_name(path: str | None, own: Mapping[str, object]) -> str:
    """The name of a field, by the longest part of its path that has one; otherwise its path."""
    names, known = {**own, **NAMES}, path or ""
    while known and known not in names:
        known = known.rpartition(".")[0]
    return str(names.get(known) or path or "")
