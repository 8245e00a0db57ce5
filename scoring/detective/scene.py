"""What the fifteen check is told, and what it can say: a scene, findings, a verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import ITALIAN, Card, codes
from scoring.piles import Piles


class Clue(StrEnum):
    """What a finding says; the first group is proof, then what is unusual, then what cannot be known."""

    REST_IMPOSSIBLE = "rest_impossible"
    """The last table cards, `value`, are not 10 more than a multiple of 15: some capture was wrong."""
    PILE_NOT_FIFTEEN = "pile_not_fifteen"
    """The captures of this pile, `value`, are no multiple of 15: one of them was wrong."""
    SOME_PILE_WRONG = "some_pile_wrong"
    """At least one of these piles holds a wrong capture, as only one side can have taken the last table cards."""
    SOME_CAPTURE_WRONG = "some_capture_wrong"
    """With the last table cards this pile must leave 10: somebody captured wrongly, not necessarily this side."""
    SINGLE_CARD = "single_card_pile"
    """A pile of one card: every capture takes two at least."""
    TOO_FEW_CARDS = "too_few_cards"
    """So few cards, `cards`, cannot be captures that make `value`: every capture takes two at least."""

    REST_UNUSUAL = "rest_unusual"
    """70 or more are left: possible, in about one round of a thousand."""

    CAN_CANCEL = "errors_can_cancel"
    """Two wrong captures in one pile can make up for each other: nothing here proves that all was right."""
    WHICH_PILE = "which_pile"
    """A capture was wrong, and what was entered does not say whose."""
    IF_REST_IS_RIGHT = "if_rest_is_right"
    """The pile is right with other last table cards: either those are noted wrongly, or its captures are wrong."""
    WHO_TOOK_THE_REST = "who_took_the_rest"
    """Not entered: who captured last, so which of these piles holds the last table cards too."""
    REST_NOT_ENTERED = "rest_not_entered"
    PILES_NOT_ENTERED = "piles_not_entered"
    IF_OVER = "if_over"
    """Were the round over, a capture would be proven wrong."""
    MAY_BE_REST = "may_be_rest"
    """The cards that were not entered make `value`: they may be the last ones on the table."""
    NOT_ALL_CARDS = "not_all_cards"
    """So many cards, `value`, were not entered: in another pile, or not played yet."""
    CARD_MOVED = "card_moved"
    """One of these `cards`, moved from the first of `sides` to the second, would make every sum right."""
    NOTHING_ENTERED = "nothing_entered"


NAMING = (Clue.PILE_NOT_FIFTEEN, Clue.SINGLE_CARD, Clue.TOO_FEW_CARDS)
"""The proofs that name who captured wrongly."""
TABLE = "table"
"""Where cards lie that nobody has taken."""
ELSEWHERE = "elsewhere"
"""Where the cards lie that were not entered."""


@dataclass(frozen=True)
class Place:
    """Where cards lie: the pile of `side`, or for None the table or, `kind` says which, somewhere not entered."""

    side: str | None
    kind: str = "pile"


@dataclass(frozen=True)
class Finding:
    """One thing the check can say: its code and whatever it applies to.

    `value` is a sum, a number of cards, or the value of the card moved. `off` is how much the sum is above the last
    multiple of 15, or above the last one plus 10 where the last table cards are in it. `places` are those a card is
    moved from and to.
    """

    code: Clue
    sides: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    value: int | None = None
    off: int | None = None
    places: tuple[Place, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the text: only the parts that apply."""
        places = [place.side if place.side is not None else place.kind for place in self.places]
        parts = {
            "sides": list(self.sides) or None,
            "cards": codes(self.cards) or None,
            "value": self.value,
            "off": self.off,
            "from": places[0] if places else None,
            "to": places[1] if places else None,
        }
        return {"code": str(self.code), **{name: part for name, part in parts.items() if part is not None}}


@dataclass(frozen=True)
class Scene:
    """What was entered: the last table cards, the piles, who captured last; None where it was not.

    `taken` says that the last table cards lie in the pile of `last_capture` too, else they are still on the table.
    `over` says whether the round is over, as far as it was said.
    """

    rest: tuple[Card, ...] | None = None
    piles: Piles = field(default_factory=dict)
    last_capture: str | None = None
    taken: bool = False
    over: bool | None = None

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the deck that were not entered."""
        seen = {card for pile in self.piles.values() for card in pile}.union(self.rest or ())
        return tuple(card for card in ITALIAN.cards if card not in seen)

    @property
    def surely_over(self) -> bool:
        """Whether it is known that the round is over: it was said, or everything is entered, or the rest alone."""
        if self.taken or not self.unseen:
            return True
        return self.over if self.over is not None else self.rest is not None and not self.piles

    @property
    def maybe_over(self) -> bool:
        """Whether the round can be over."""
        return self.surely_over or self.over is None


class Standing(StrEnum):
    """What the check comes to."""

    HOLDS = "holds"
    """Every sum that can be made is right."""
    WRONG = "wrong"
    """Something is proven wrong, whoever did it."""
    OPEN = "open"
    """Nothing is proven wrong, and too little is entered for more."""


@dataclass(frozen=True)
class Verdict:
    """What the cards entered prove, what in them is unusual, and what cannot be known from them."""

    scene: Scene
    proven: tuple[Finding, ...]
    unusual: tuple[Finding, ...]
    unknown: tuple[Finding, ...]

    @property
    def standing(self) -> Standing:
        """The whole verdict in a word; the contract's `verdict`."""
        if self.proven:
            return Standing.WRONG
        counted = self.scene.rest is not None or not self.scene.unseen
        return Standing.HOLDS if counted and self.scene.surely_over else Standing.OPEN

    @property
    def named(self) -> tuple[str, ...]:
        """The sides whose captures are proven wrong."""
        return tuple(dict.fromkeys(side for found in self.proven if found.code in NAMING for side in found.sides))

    def as_dict(self) -> dict[str, object]:
        """The contract's JSON, without the texts."""
        return {
            "verdict": str(self.standing),
            "proven": [finding.as_dict() for finding in self.proven],
            "unusual": [finding.as_dict() for finding in self.unusual],
            "unknown": [finding.as_dict() for finding in self.unknown],
        }
