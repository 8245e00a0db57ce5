"""The way by piles, which every game that ends in piles shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.games.game import CardWay
from webapp.i18n import gettext, lazy_gettext, ngettext

if TYPE_CHECKING:
    from webapp.entryscreen import EntryScreen


class PilesWay(CardWay):
    """Every card of the deck lies in one side's pile; the last side may take the rest."""

    name = "piles"
    label = lazy_gettext("By cards")

    def unready(self, screen: EntryScreen) -> list[str]:
        """Name the piles that are not entered or not looked at, and say how many cards lie in none."""
        found = [gettext("The pile of %(side)s is not entered yet.", side=side) for side in screen.open_sides]
        found += unchecked(screen)
        loose = len(screen.loose)
        if loose and not screen.open_sides:
            found.append(
                ngettext(
                    "One card lies in no pile: it is shown below.",
                    "%(num)d cards lie in no pile: they are shown below.",
                    loose,
                )
            )
        return found


def unchecked(screen: EntryScreen) -> list[str]:
    """Name the sides whose cards come from a photograph that nobody has confirmed."""
    text = str(screen.screens.words.unchecked)
    return [text % {"side": side} for side in screen.unchecked_sides]
