"""Entering a round of Chinchón: the closer, and the remaining cards; the app melds hands as well as possible."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.cards import codes
from scoring.chinchon.melding import Melding, best
from scoring.chinchon.options import DEALT, Options, Rule
from webapp.base.language.i18n import LazyProxy, gettext, lazy_gettext, ngettext
from webapp.games.last_in.ways import HandsWay, LeftWay, NumbersWay
from webapp.games.layout import DraftView
from webapp.games.protocols import Entry, EntryView, MatchView
from webapp.games.way import options_of


class _Left(LeftWay):
    """The common part of both ways: whether the closer has a chinchón."""

    places: Mapping[str, str] = {"chinchon": "closer", "wild_chinchon": "closer", "melds": "closer"}
    back, left_by = Rule.BUY_BACK, Rule.LOOSE_CARDS
    flags: Mapping[str, LazyProxy] = {
        "chinchon": lazy_gettext("Chinchón: seven in a row of one suit"),
        "wild_chinchon": lazy_gettext("Chinchón with a wild card"),
    }
    closer_may_hold = True

    def flags_asked(self, screen: EntryView) -> list[str]:
        """A chinchón with a wild card, if the game has them and it counts separately."""
        options = screen.options
        return ["chinchon", *(["wild_chinchon"] if Rule.WILD_CHINCHON in options.categories else [])]

    def comes_to(self, screen: EntryView, side: str) -> str:
        """Return the cards left of a hand after its best melding."""
        found = self.melding(screen.options, codes(screen.cards(side)))
        if found.chinchon:
            return str(self.flags["wild_chinchon" if found.wild else "chinchon"])
        if not found.left:
            return gettext("all melded")
        return ngettext("%(num)d point left", "%(num)d points left", sum(map(screen.options.value, found.left)))

    def round_entry(self, draft: DraftView, match: MatchView) -> Entry:
        """The round; hands without their melds, and with seven cards of the closer also the melds."""
        entry, options = super().round_entry(draft, match), options_of(match)
        closer = entry["closer"]
        held = [options.deck.parse(code) for code in entry["hands"].get(closer, ())]
        if len(held) == DEALT:
            # the cards show whether they are a chinchón
            melds = [codes(meld.cards) for meld in best(held, options).melds]
            entry = {**entry, "melds": melds, "chinchon": False, "wild_chinchon": False}
        hands = {side: codes(self.melding(options, hand).left) for side, hand in entry["hands"].items()}
        return {**entry, "hands": hands}

    def melding(self, options: Options, hand: list[str]) -> Melding:
        """The best melding of a hand; no melding if it has more cards than are dealt."""
        cards = [options.deck.parse(code) for code in hand]
        return best(cards, options) if len(cards) <= DEALT else Melding((), tuple(cards), 0)


class Hands(_Left, HandsWay):
    """The cards of every hand, by photograph or tap; the app melds them."""


class Numbers(_Left, NumbersWay):
    """The number left to each side."""
