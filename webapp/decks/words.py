"""Sentences about enrolling: families of decks, photographs and their faults."""

from collections.abc import Sequence

from scoring.cards import TAROT, Card
from vision.pipeline.enrolment import JOKERS, MOST_JOKERS, TRUMPS, asked
from webapp.base.language.i18n import gettext, lazy_gettext, ngettext
from webapp.words import photos
from webapp.words.cards import capital, card_name, suit_name, the

FAMILIES = {
    "italian": (lazy_gettext("Italian or Spanish"), lazy_gettext("40 cards: coins, cups, swords, batons")),
    "french": (lazy_gettext("French"), lazy_gettext("52 cards, with jokers or without")),
    "tarot": (lazy_gettext("Tarot"), lazy_gettext("78 cards in French suits")),
    "piemontese": (lazy_gettext("Tarocco Piemontese"), lazy_gettext("78 cards in Italian suits")),
}
"""Family -> its name and its decks, in the order in which they are offered."""


def family_name(family: str) -> str:
    """The name of a family of decks, such as "Italian or Spanish"."""
    return str(FAMILIES[family][0])


def photograph_name(family: str, suit: str) -> str:
    if suit == JOKERS:
        return gettext("Jokers")
    name = gettext("Trumps and the Fool") if suit == TRUMPS else suit_name(suit, family)
    return capital(name)


def laying_text(family: str, suit: str) -> str:
    """The cards to lay out for a photograph."""
    if suit == JOKERS:
        return gettext("Lay out one of each joker that looks different: up to %(most)s.", most=MOST_JOKERS)
    if suit == TRUMPS:
        return gettext("Lay out the 21 trumps in order of their numbers, then the Fool: 22 cards.")
    cards = asked(family)[suit]
    words = {"number": len(cards), "first": the(cards[0]), "last": the(cards[-1])}
    return gettext("Lay out all %(number)s in order: first %(first)s, last %(last)s.", **words)


def figures_text(family: str) -> str | None:
    """The order of the court cards; None if it is obvious."""
    if family == "italian":
        return gettext("After the seven come knave, horse and king. Where a deck has an 8 and a 9, leave them out.")
    if family in (TAROT.name, "piemontese"):
        return gettext("After the ten come jack, knight, queen and king.")
    return None


def count_text(seen: int, wanted: int) -> str:
    """The number of cards seen, if another number is needed."""
    found = ngettext("I see %(num)d card", "I see %(num)d cards", seen)
    return gettext("%(found)s instead of %(wanted)s.", found=found, wanted=wanted)


def count_help(seen: int, wanted: int) -> str:
    """The advice about a wrong number of cards."""
    if seen == 0:
        return gettext("Hold the phone right above the cards, in good light, with all of them in the picture.")
    if seen < wanted:
        return gettext(
            "Find the card without a frame, and add it. If it is cut off, or a lamp is mirrored in it, "
            "take only this photograph again."
        )
    return gettext("Tick the frames that show none of these cards and remove them, or take only this photograph again.")


def added_text(place: int, cards: Sequence[Card] | None, *, found: bool) -> str:
    """Says that a card was added: by name if the number of cards is now right (`cards`), else by number.

    `found`: its edges were detected; otherwise the frame is drawn where the player tapped.
    """
    if cards:
        added = gettext("Added: %(card)s.", card=card_name(cards[place]))
    else:
        added = gettext("Added, as card %(number)s.", number=place + 1)
    if found:
        return added
    drawn = gettext("I do not see its edges: the frame is where you tapped. If it does not fit the card, undo it.")
    return f"{added} {drawn}"


def note_text(code: str) -> str:
    """The advice for a note of `vision.pipeline.enrolment.look`."""
    if code == "far":
        return gettext("The cards are small in this photograph. Closer up they are learned better.")
    if code == "order":
        return gettext(
            "It is not clear which card is the first. Check every name, or take a photograph in which the cards are "
            "upright."
        )
    return photos.note_text(code)


def alike_text(first: Card, second: Card) -> str:
    """Says that two cards are hard to tell apart."""
    return gettext("%(one)s and %(other)s look alike.", one=capital(the(first)), other=the(second))


def ticks_problem(action: str, ticked: Sequence[int]) -> str | None:
    """The reason for which the cards at the `ticked` places cannot be swapped or removed; None if they can."""
    if action == "swap" and len(ticked) != 2:
        return gettext("Tick exactly two cards, then swap them.")
    if action == "remove" and not ticked:
        return gettext("First tick what you want to remove.")
    return None
