"""Tricks, for the questions `play` and `trick`: players must follow suit; and the tricks of Scarto.

Source: scarto.de.txt and rules.md, section 3. In Scarto players without the suit must trump; otherwise any card is
allowed. The Fool may always be played and wins nothing; if it is led, the next card names the suit. Trumps beat suits,
and the 20 beats the 21. In long suits the cards rank down from the king; in round suits the ace is the best pip.

>>> def read(text):
...     return [TAROT.parse(code) for code in text.split()]
>>> SCARTO_TRICKS.winner(read("10H 1H 2S")), SCARTO_TRICKS.winner(read("KS T21 T20"))
(1, 2)
>>> SCARTO_TRICKS.playable(read("2S T3 FOOL"), read("KS"))
(Card(2S), Card(FOOL))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.cards import NO_SUIT, TAROT, TAROT_PIEMONTESE, TRUMP, Card, FrenchSuit, Suit


@dataclass(frozen=True)
class Tricks:
    """Tricks without trumps: `size` cards, and the `ranks` of a suit from the highest to the lowest."""

    size: int
    ranks: Sequence[int]
    trumps = False

    def suit_led(self, trick: Sequence[Card]) -> str | None:
        """The suit that must be followed; None until a card names it, which the Fool does not."""
        return next((card.suit for card in trick if card.suit != NO_SUIT), None)

    def playable(self, hand: Sequence[Card], trick: Sequence[Card]) -> tuple[Card, ...]:
        """The cards of `hand`, in its order, that may be played to `trick`."""
        led = self.suit_led(trick)
        follows = (led, TRUMP) if led else ()
        must = next((suit for suit in follows if any(card.suit == suit for card in hand)), None)
        return tuple(card for card in hand if must is None or card.suit in (must, NO_SUIT))

    def winner(self, trick: Sequence[Card]) -> int:
        """The place in `trick`, from 0, of the card that takes it."""
        led = self.suit_led(trick)
        return max(range(len(trick)), key=lambda place: self.strength(trick[place], led))

    def strength(self, card: Card, led: str | None) -> tuple[int, int]:
        """Sort key of a card in a trick: the suit led, then cards that win nothing."""
        return (1, -self.ranks.index(card.rank)) if card.suit == led else (0, 0)

    def figures(self, trick: Sequence[Card]) -> Mapping[str, int | None]:
        """Further figures of a trick in the contract's answer, by name."""
        return {}


ROUND_SUITS = {
    TAROT.name: frozenset({FrenchSuit.HEARTS, FrenchSuit.DIAMONDS}),
    TAROT_PIEMONTESE.name: frozenset({Suit.CUPS, Suit.COINS}),
}
"""Deck -> the round suits, in which the ace is the best pip and the ten the worst."""
PIPS = 10
TRUMP_ORDER = {20: 21, 21: 20}
"""The 20 is the highest trump, whichever of the two is worth five points."""


class ScartoTricks(Tricks):
    """The tricks of Scarto."""

    trumps = True

    def strength(self, card: Card, led: str | None) -> tuple[int, int]:
        """Sort key of a card in a trick: trumps, then the suit led, then cards that win nothing."""
        if card.suit == TRUMP:
            return 2, TRUMP_ORDER.get(card.rank, card.rank)
        if card.suit == led and card.suit in ROUND_SUITS[card.deck] and card.rank <= PIPS:
            return 1, PIPS + 1 - card.rank
        return (1, card.rank) if card.suit == led else (0, 0)

    def figures(self, trick: Sequence[Card]) -> Mapping[str, int | None]:
        """The place of the Fool, which stays with its player; None without it."""
        return {"fool_to": next((place for place, card in enumerate(trick) if card.suit == NO_SUIT), None)}


SCARTO_TRICKS = ScartoTricks(3, ())
