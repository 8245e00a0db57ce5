"""What is said while a deck is taught: its families, its photographs, what was seen, how well apart the cards are."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.cards import TAROT, Card
from vision.enrolment import JOKERS, MOST_JOKERS, TRUMPS, asked
from webapp.explain import photos
from webapp.explain.cards import card_name, suit_name
from webapp.i18n import gettext, lazy_gettext, ngettext

FAMILIES = {
    "italian": (lazy_gettext("Italian or Spanish"), lazy_gettext("40 cards: coins, cups, swords, batons")),
    "french": (lazy_gettext("French"), lazy_gettext("52 cards, with jokers or without")),
    "tarot": (lazy_gettext("Tarot"), lazy_gettext("78 cards in French suits")),
    "piemontese": (lazy_gettext("Tarocco Piemontese"), lazy_gettext("78 cards in Italian suits")),
}
"""Family -> its name, and what belongs to it, in the order in which they are offered."""


def family_name(family: str) -> str:
    """Return the name of a family of decks."""
    return str(FAMILIES[family][0])


def sheet_name(family: str, suit: str) -> str:
    """Return what a photograph of a teaching shows, as a heading."""
    if suit == JOKERS:
        return gettext("Jokers")
    name = gettext("Trumps and the Fool") if suit == TRUMPS else suit_name(suit, family)
    return name[:1].upper() + name[1:]


def laying_text(family: str, suit: str) -> str:
    """Return which cards to lay out, in a sentence."""
    if suit == JOKERS:
        return gettext("Lay out one of each joker that looks different: up to %(most)s.", most=MOST_JOKERS)
    if suit == TRUMPS:
        return gettext("Lay out the 21 trumps by their numbers, then the Fool: 22 cards.")
    cards = asked(family)[suit]
    words = {"number": len(cards), "first": card_name(cards[0]), "last": card_name(cards[-1])}
    return gettext("Lay out all %(number)s in order, from the %(first)s to the %(last)s.", **words)


def figures_text(family: str) -> str | None:
    """Return the order of the figures, where it is not plain; None where it is."""
    if family == "italian":
        return gettext("After the seven come knave, horse and king. Where a deck has an 8 and a 9, leave them out.")
    if family in (TAROT.name, "piemontese"):
        return gettext("After the ten come jack, knight, queen and king.")
    return None


def count_text(seen: int, wanted: int) -> str:
    """Return that a wrong number of cards was seen."""
    found = ngettext("I see %(num)d card", "I see %(num)d cards", seen)
    return gettext("%(found)s, %(wanted)s are needed.", found=found, wanted=wanted)


def count_help(seen: int, wanted: int) -> str:
    """Return what to do about a wrong number of cards."""
    if seen == 0:
        return gettext("Hold the phone right above the cards, in good light, with all of them in the picture.")
    if seen < wanted:
        return gettext(
            "Look which card has no frame, and add it. Where it is not wholly in the picture, or a lamp is mirrored "
            "in it, take this one photograph again."
        )
    return gettext("Tick the frames that are no card of these and take them out, or take this one photograph again.")


def added_text(place: int, cards: Sequence[Card] | None, *, found: bool) -> str:
    """Return that a card was added: its name, where the `cards` are known, or its number in the order.

    `found`: whether its edges were seen.
    """
    if cards:
        added = gettext("Added: %(card)s.", card=card_name(cards[place]))
    else:
        added = gettext("Added, as card %(number)s.", number=place + 1)
    if found:
        return added
    drawn = gettext("I do not see its edges: the frame lies where you tapped. If it does not fit the card, undo it.")
    return f"{added} {drawn}"


def note_text(code: str) -> str:
    """Return what would make a photograph of a teaching better."""
    if code == "far":
        return gettext("The cards are small in this photograph: nearer, they would be learned better.")
    return photos.note_text(code)


def alike_text(first: Card, second: Card) -> str:
    """Return that two cards look alike."""
    one = card_name(first)
    return gettext("%(one)s and %(other)s look alike.", one=one[:1].upper() + one[1:], other=card_name(second))


def swap_text(ticked: Sequence[int]) -> str | None:
    """Return why two cards cannot change places, None where they can."""
    return None if len(ticked) == 2 else gettext("Tick exactly two cards, then let them change places.")
