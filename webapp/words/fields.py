"""The fields of the contract that games and questions share, as the pages call them; a game's own are in its words."""

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
    "discard": lazy_gettext("The discard"),
    "hand": lazy_gettext("The hand"),
    "last_capture": lazy_gettext("Who captured last"),
    "meld": lazy_gettext("The meld"),
    "melds": lazy_gettext("The melds"),
    "piles": lazy_gettext("The piles"),
    "rest": lazy_gettext("The last cards on the table"),
    "rest.side": lazy_gettext("Who captured last"),
    "sweeps": lazy_gettext("Sweeps"),
    "table": lazy_gettext("The table"),
    "trick": lazy_gettext("The trick"),
}
"""By the whole path of a field, or its first name."""
OF_CARDS = ("attach", "card", "cards", "discard", "hand", "meld", "table", "trick")
"""Fields that are cards: what is out of range there is how many."""


def field_name(path: str | None, own: Mapping[str, LazyProxy]) -> str:
    """What a field is called, by the nearest part of its path that has a name; its path where no page shows it."""
    names, known = {**own, **NAMES}, path or ""
    while known and known not in names:
        known = known.rpartition(".")[0]
    return str(names.get(known) or path or "")
