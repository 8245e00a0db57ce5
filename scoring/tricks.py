"""A trick of Scarto: the cards that may be played to it, and the card that takes it.

Source: scarto.de.txt and rules.md, section 3. Players must follow suit; without the suit they must trump; otherwise any
card is allowed. The Fool may always be played and wins nothing; if it is led, the next card names the suit. Trumps beat
suits, and the 20 beats the 21. In long suits the cards rank down from the king; in round suits the ace is the best pip.

>>> def read(text):
...     return [TAROT.parse(code) for code in text.split()]
>>> winner(read("10H 1H 2S")), winner(read("KS T21 T20")), playable(read("2S T3 FOOL"), read("KS"))
(1, 2, (Card(2S), Card(FOOL)))
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.cards import NO_SUIT, TAROT, TAROT_PIEMONTESE, TRUMP, Card, FrenchSuit, Suit

ROUND_SUITS = {
    TAROT.name: frozenset({FrenchSuit.HEARTS, FrenchSuit.DIAMONDS}),
    TAROT_PIEMONTESE.name: frozenset({Suit.CUPS, Suit.COINS}),
}
"""Deck -> the round suits, in which the ace is the best pip and the ten the worst."""
PIPS = 10
TRUMP_ORDER = {20: 21, 21: 20}
"""The 20 is the highest trump, whichever of the two is worth five points."""


def suit_led(trick: Sequence[Card]) -> str | None:
    """The suit that must be followed; None until a card names it, which the Fool does not."""
    return next((card.suit for card in trick if card.suit != NO_SUIT), None)


def playable(hand: Sequence[Card], trick: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of `hand`, in its order, that may be played to `trick`."""
    led = suit_led(trick)
    must = next((suit for suit in (led, TRUMP) if led and any(card.suit == suit for card in hand)), None)
    return tuple(card for card in hand if must is None or card.suit in (must, NO_SUIT))


def winner(trick: Sequence[Card]) -> int:
    """The place in `trick`, from 0, of the card that takes it."""
    led = suit_led(trick)
    return max(range(len(trick)), key=lambda place: _strength(trick[place], led))


def _strength(card: Card, led: str | None) -> tuple[int, int]:
    """Sort key of a card in a trick: trumps, then the suit led, then cards that win nothing."""
    if card.suit == TRUMP:
        return 2, TRUMP_ORDER.get(card.rank, card.rank)
    if card.suit != led:
        return 0, 0
    turned = card.suit in ROUND_SUITS[card.deck] and card.rank <= PIPS
    return 1, PIPS + 1 - card.rank if turned else card.rank
