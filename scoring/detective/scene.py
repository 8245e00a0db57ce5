"""Data of the fifteen check: a scene goes in, findings and a verdict come out."""

from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import ITALIAN, Card, codes
from scoring.piles import Piles


class Clue(StrEnum):
    """Codes of findings: first the proofs, then the unusual, then the unknown."""

    REST_IMPOSSIBLE = "rest_impossible"
    """The last table cards, `value`, are not 10 more than a multiple of 15: some capture was wrong."""
    PILE_NOT_FIFTEEN = "pile_not_fifteen"
    """The sum of this pile's captures, `value`, is no multiple of 15: one of them was wrong."""
    SOME_PILE_WRONG = "some_pile_wrong"
    """At least one of these piles holds a wrong capture: only one side can have taken the last table cards."""
    SOME_CAPTURE_WRONG = "some_capture_wrong"
    """With the last table cards this pile must leave 10: a capture was wrong, but perhaps another side's."""
    SINGLE_CARD = "single_card_pile"
    """A pile of one card: a capture has at least two."""
    TOO_FEW_CARDS = "too_few_cards"
    """The `cards` are too few for captures that make `value`: a capture has at least two cards."""

    REST_UNUSUAL = "rest_unusual"
    """70 or more are left: possible, in about one round of a thousand."""

    CAN_CANCEL = "errors_can_cancel"
    """Two wrong captures in one pile can cancel out: nothing here proves that all was right."""
    WHICH_PILE = "which_pile"
    """A capture was wrong, and what was entered does not say whose."""
    IF_REST_IS_RIGHT = "if_rest_is_right"
    """The pile is right with other last table cards: either those were noted wrongly, or its captures are wrong."""
    WHO_TOOK_THE_REST = "who_took_the_rest"
    """Not entered: who captured last, and so which of these piles holds the last table cards."""
    REST_NOT_ENTERED = "rest_not_entered"
    PILES_NOT_ENTERED = "piles_not_entered"
    IF_OVER = "if_over"
    """If the round were over, a wrong capture would be proven."""
    MAY_BE_REST = "may_be_rest"
    """The cards not entered add up to `value`: they may be the last ones on the table."""
    NOT_ALL_CARDS = "not_all_cards"
    """`value` cards were not entered: they are in another pile, or not played yet."""
    CARD_MOVED = "card_moved"
    """One of these `cards`, moved from the first of `sides` to the second, would make every sum right."""
    NOTHING_ENTERED = "nothing_entered"


NAMING = (Clue.PILE_NOT_FIFTEEN, Clue.SINGLE_CARD, Clue.TOO_FEW_CARDS)
"""The proofs that name the side with the wrong capture."""
PILE = "pile"
"""Kind of place: captured by a side."""
TABLE = "table"
"""Kind of place: on the table, taken by nobody."""
ELSEWHERE = "elsewhere"
"""Kind of place: unknown; the cards were not entered."""


@dataclass(frozen=True)
class Place:
    """Where cards lie: the pile of `side`; if that is None, `kind` is the table or unknown."""

    side: str | None
    kind: str = PILE


@dataclass(frozen=True)
class Finding:
    """One result of the check: its code, and the parts that apply.

    `value`: a sum, a number of cards, or the value of the moved card. `off`: excess of the sum over a multiple of 15.
    For a pile with the last table cards, over a multiple plus 10. `places`: from where to where a card is moved.
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
    """The entry: the last table cards, the piles, who captured last; each is None if not entered.

    `taken`: the last table cards also lie in the pile of `last_capture`; otherwise they are still on the table. `over`:
    whether the round is over, if that was said.
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
        """Whether the round is known to be over: it was said, or all cards are entered, or the rest alone."""
        if self.taken or not self.unseen:
            return True
        return self.over if self.over is not None else self.rest is not None and not self.piles

    @property
    def maybe_over(self) -> bool:
        """Whether the round can be over."""
        return self.surely_over or self.over is None


class Standing(StrEnum):
    """The result of the check in a word."""

    HOLDS = "holds"
    """Every sum that can be made is right."""
    WRONG = "wrong"
    """An error is proven, whoever made it."""
    OPEN = "open"
    """No error is proven, and too little is entered for more."""


@dataclass(frozen=True)
class Verdict:
    """Proven errors of the entry, unusual facts, and unknown ones."""

    scene: Scene
    proven: tuple[Finding, ...]
    unusual: tuple[Finding, ...]
    unknown: tuple[Finding, ...]

    @property
    def standing(self) -> Standing:
        """The verdict in a word, as the contract's `verdict`."""
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
