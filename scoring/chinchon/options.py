"""The house rules of Chinchón, the possible lines of a round, and the cards (games.md, section 9)."""

from dataclasses import dataclass
from enum import StrEnum
from heapq import nlargest

from scoring.cards import ITALIAN, JOKER, JOKERS_A_PACK, SPANISH, Card, Deck
from scoring.options import choice, number, word_or_number

DEALT = 7
"""The cards of a hand between two turns."""
ACE_OF_COINS = "1D"
JOKERS = "jokers"
"""The value of the option `wild` for packs with jokers."""
SPANISH_JOKER = SPANISH.parse(JOKER.code)
_DECKS = {
    (40, False): ITALIAN,
    (40, True): Deck(ITALIAN.name, (*ITALIAN.cards, SPANISH_JOKER)),
    (48, False): SPANISH.without([SPANISH_JOKER]),
    (48, True): SPANISH,
}
"""The cards of one pack, by their number and whether there are jokers."""


class Rule(StrEnum):
    """The lines of a round."""

    LOOSE_CARDS = "loose_cards"
    MINUS_TEN = "minus_ten"
    CHINCHON = "chinchon"
    WILD_CHINCHON = "wild_chinchon"
    BUY_BACK = "buy_back"


class Fault(StrEnum):
    """Errors in a round that only this game has, by the reason."""

    CARD_OVER = "card_over"
    """A side with a chinchón has a card left over."""
    OTHER_MELDS = "other_melds"
    """The melds shown are not the chinchón that was entered."""
    MELDED_AND_LEFT = "melded_and_left"
    """The melds and the cards left over are not seven together."""


@dataclass(frozen=True)
class Options:
    """The house rules of Chinchón (games.md, section 9)."""

    limit: int = number(100, offered=(50, 70, 100))
    out_at: str = choice("exceed", "reach")
    pack: int = choice(40, 48)
    packs: int = choice(1, 2)
    wild: str = choice("none", "ace-of-coins", JOKERS)
    wild_value: int = number(25, minimum=0, offered=(25, 50))
    figures: str = choice("ten", "ranked", "index")
    loose: int = number(1, minimum=0, offered=(1, 4))
    close_at: int = number(5, minimum=0, offered=(3, 4, 5, 7))
    chinchon: int | str = word_or_number("wins", offered=(10, 25, 50))
    wild_chinchon: int | str = word_or_number("plain", offered=(25,))
    minus_ten: str = choice("closer", "all")
    lay_off: str = choice("unless-ten", "always", "never")
    rejoin: str = choice("none", "highest-once")

    @property
    def categories(self) -> tuple[Rule, ...]:
        """The possible lines of a round, in counting order."""
        unplayed = {
            Rule.WILD_CHINCHON: self.wild == "none" or self.wild_chinchon == "plain",
            Rule.BUY_BACK: self.rejoin == "none",
        }
        return tuple(rule for rule in Rule if not unplayed.get(rule))

    @property
    def deck(self) -> Deck:
        """The cards of one pack."""
        return _DECKS[self.pack, self.wild == JOKERS]

    @property
    def first_figure(self) -> int:
        """The rank of the sota."""
        return 8 if self.pack == 40 else 10

    def is_wild(self, card: Card) -> bool:
        """Whether the card may stand for another."""
        return card == SPANISH_JOKER or (self.wild == "ace-of-coins" and card.code == ACE_OF_COINS)

    def value(self, card: Card) -> int:
        """The penalty for a card left in hand."""
        if self.is_wild(card):
            return self.wild_value
        if card.rank < self.first_figure or self.figures == "ranked":
            return card.rank
        return 10 if self.figures == "ten" else card.rank - self.first_figure + 10

    @property
    def dearest_hand(self) -> int:
        """The sum of the seven dearest cards of all packs."""
        values = [
            self.value(card)
            for card in self.deck.cards
            for _ in range(self.packs * (JOKERS_A_PACK if card == SPANISH_JOKER else 1))
        ]
        return sum(nlargest(DEALT, values))
