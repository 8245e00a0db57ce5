"""The fifteen check of whatever was entered: what it proves, what is only unusual, and what cannot be known.

Every capture makes 15 and the deck 220 = 14 x 15 + 10, so a pile is a multiple of 15 and the last table cards are 10
more than one; the pile of the side that took them too (rules.md, section 2). A capture takes two cards at least.

**What is not entered proves nothing.** Cards that were entered nowhere may be in another pile, unplayed, or lie on the
table; and unless it is known that the round is over, what lies on the table may be anything. Something is proven only
where no course of the round leads to what was entered. No pile is named that could be innocent: who took the last
table cards has a wrong sum by another's mistake, and is named only when those cards are known.

>>> from scoring.cards import ITALIAN
>>> rest = tuple(ITALIAN.parse(code) for code in ["10C", "10S", "4C"])
>>> [(finding.code, finding.value) for finding in investigate(Scene(rest)).proven]
[(<Clue.REST_IMPOSSIBLE: 'rest_impossible'>, 24)]
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scoring.cards import ITALIAN, Card, codes
from scoring.fifteen import FIFTEEN, REMAINDER, UNUSUAL_FROM, pip_sum
from scoring.piles import Piles

FEWEST = 2
"""Every capture takes so many cards at least: the card played, and one of the table."""
HIGHEST = 10
"""No card is worth more."""


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


def investigate(scene: Scene) -> Verdict:
    """Everything that follows from what was entered."""
    proven: tuple[Finding, ...] = ()
    if not is_possible(scene):
        named = (*_about_rest(scene), *_about_piles(scene))
        proven = named or (Finding(Clue.SOME_CAPTURE_WRONG),)
    left = None if scene.rest is None else pip_sum(scene.rest)
    unusual: tuple[Finding, ...] = ()
    if left is not None and left >= UNUSUAL_FROM and left % FIFTEEN == REMAINDER and scene.surely_over:
        unusual = (Finding(Clue.REST_UNUSUAL, cards=scene.rest or (), value=left),)
    return Verdict(scene, proven, unusual, tuple(_unknown(scene, proven)))


def is_possible(scene: Scene) -> bool:
    """Whether a round without a mistake can have led to this: by sums and numbers of cards, as far as these prove."""
    return (not scene.surely_over and _possible_during(scene)) or (scene.maybe_over and _possible_at_the_end(scene))


def _possible_during(scene: Scene) -> bool:
    """Nobody has taken the table yet: every pile is made of fifteens, and the table may be anything."""
    return all(_is_captured(scene, side) for side in scene.piles)


def _possible_at_the_end(scene: Scene) -> bool:
    """The table is 10 more than a multiple of 15, wherever it lies; all other cards are captured."""
    wrong = [side for side in scene.piles if not _is_captured(scene, side)]
    if scene.rest is not None:
        return pip_sum(scene.rest) % FIFTEEN == REMAINDER and not wrong and _are_captures(scene.unseen)
    if not wrong and scene.unseen:
        return True  # what was not entered may be the table
    holders = [side for side in _holders(scene) if _with_rest(scene.piles[side])]
    return any(set(wrong) <= {side} for side in holders) and _are_captures(scene.unseen)


def _holders(scene: Scene) -> Collection[str]:
    """The piles that may hold last table cards that were not entered."""
    if scene.rest is not None or not scene.maybe_over:
        return ()
    return [side for side in scene.piles if scene.last_capture in (None, side)]


def captured(scene: Scene, side: str) -> tuple[Card, ...]:
    """The cards that a side captured: its pile without the last table cards, where they are known to lie in it."""
    pile = scene.piles[side]
    if scene.taken and side == scene.last_capture:
        return tuple(card for card in pile if card not in (scene.rest or ()))
    return pile


def _is_captured(scene: Scene, side: str) -> bool:
    """Whether a side can have captured its cards; who captured last has captured something."""
    cards = captured(scene, side)
    return _are_captures(cards) and (bool(cards) or side != scene.last_capture)


def _are_captures(cards: Collection[Card]) -> bool:
    """Whether cards can be captures of fifteen and nothing else."""
    fifteens, over = divmod(pip_sum(cards), FIFTEEN)
    return over == 0 and len(cards) >= FEWEST * fifteens


def _with_rest(cards: Collection[Card]) -> bool:
    """Whether cards can be at least one capture, and last table cards of the right sum."""
    return pip_sum(cards) % FIFTEEN == REMAINDER and _with_any_rest(cards)


def _with_any_rest(cards: Collection[Card]) -> bool:
    """Whether cards can be at least one capture, and last table cards that may be wrong."""
    total = pip_sum(cards)
    return any(
        # So many fifteens, and what is left in the fewest cards that can make it.
        FEWEST * fifteens + -(-(total - FIFTEEN * fifteens) // HIGHEST) <= len(cards)
        for fifteens in range(1, (total - 1) // FIFTEEN + 1)
    )


def _about_rest(scene: Scene) -> Iterator[Finding]:
    if scene.rest is not None and scene.surely_over:
        left = pip_sum(scene.rest)
        if left % FIFTEEN != REMAINDER:
            yield Finding(Clue.REST_IMPOSSIBLE, cards=scene.rest, value=left, off=(left - REMAINDER) % FIFTEEN)


def _about_piles(scene: Scene) -> Iterator[Finding]:
    """Name the piles whose captures cannot be right, whoever took the last table cards."""
    wrong = [side for side in scene.piles if not _is_captured(scene, side)]
    # With last table cards that nobody knows, or that are noted wrongly, a pile may have any sum.
    excused = [side for side in wrong if side in _holders(scene) and _with_any_rest(scene.piles[side])]
    guilty = [side for side in wrong if side not in excused and not _right_with_other_rest(scene, side)]
    for side in guilty:
        yield from _wrong_pile(scene, side)
    if len(excused) > 1:
        yield Finding(Clue.SOME_PILE_WRONG, tuple(excused))
    elif excused and not guilty and not _with_rest(scene.piles[excused[0]]):
        total = pip_sum(scene.piles[excused[0]])
        yield Finding(Clue.SOME_CAPTURE_WRONG, tuple(excused), value=total, off=(total - REMAINDER) % FIFTEEN)


def _wrong_pile(scene: Scene, side: str) -> Iterator[Finding]:
    """What is wrong with a pile: its sum, or how few cards make it."""
    own = captured(scene, side)
    total = pip_sum(own)
    off = total % FIFTEEN
    right = off == 0 or (off == REMAINDER and side in _holders(scene))
    if not right:
        yield Finding(Clue.PILE_NOT_FIFTEEN, (side,), value=total, off=off)
    if len(own) == 1:
        yield Finding(Clue.SINGLE_CARD, (side,), own)
    elif right:
        yield Finding(Clue.TOO_FEW_CARDS, (side,), own, total)


def _right_with_other_rest(scene: Scene, side: str) -> bool:
    """Whether a pile that holds an impossible rest leaves 10 all the same, as it does when the rest is misnoted."""
    return scene.taken and side == scene.last_capture and _with_rest(scene.piles[side])


def _unknown(scene: Scene, proven: tuple[Finding, ...]) -> Iterator[Finding]:
    if scene.rest is None and not scene.piles:
        yield Finding(Clue.NOTHING_ENTERED)
        return
    named = any(finding.code in NAMING for finding in proven)
    for side in scene.piles:
        if not _is_captured(scene, side) and _right_with_other_rest(scene, side):
            total = pip_sum(captured(scene, side))
            yield Finding(Clue.IF_REST_IS_RIGHT, (side,), value=total, off=total % FIFTEEN)
    if proven and not named:
        yield Finding(Clue.WHICH_PILE, tuple(scene.piles))
    if not proven and scene.maybe_over and not is_possible(replace(scene, over=True)):
        yield Finding(Clue.IF_OVER)
    if scene.rest is None and scene.maybe_over and scene.last_capture is None and len(scene.piles) > 1:
        yield Finding(Clue.WHO_TOOK_THE_REST, tuple(scene.piles))
    if not scene.piles:
        yield Finding(Clue.PILES_NOT_ENTERED)
    elif scene.rest is None:
        yield Finding(Clue.REST_NOT_ENTERED)
    if scene.piles and scene.unseen:
        yield from _about_unseen(scene, proven)
    if proven:
        yield from moves(scene)
    yield Finding(Clue.CAN_CANCEL)


NAMING = (Clue.PILE_NOT_FIFTEEN, Clue.SINGLE_CARD, Clue.TOO_FEW_CARDS)
"""The proofs that name who captured wrongly."""
FEW = 8
"""So many cards that were not entered are named one by one."""


def _about_unseen(scene: Scene, proven: tuple[Finding, ...]) -> Iterator[Finding]:
    """How many cards were not entered, and whether they may be the last ones on the table."""
    few = scene.unseen if len(scene.unseen) <= FEW else ()
    yield Finding(Clue.NOT_ALL_CARDS, cards=few, value=len(scene.unseen))
    left = pip_sum(scene.unseen)
    if scene.rest is None and scene.maybe_over and not proven and left % FIFTEEN == REMAINDER:
        yield Finding(Clue.MAY_BE_REST, cards=few, value=left)


def moves(scene: Scene) -> tuple[Finding, ...]:
    """Which card, moved from one place to another, would make everything possible, by value and place.

    The places are the piles, the table where its cards were entered, and beyond them wherever the cards lie that were
    not entered.
    """
    found = []
    lying = _lying(scene)
    for source, cards in lying.items():
        for value in sorted({card.rank for card in cards}):
            movable = tuple(card for card in cards if card.rank == value)
            for goal in lying:
                if goal != source and is_possible(_moved(scene, lying, movable[0], source, goal)):
                    sides = tuple(place.side for place in (source, goal) if place.side is not None)
                    found.append(Finding(Clue.CARD_MOVED, sides, movable, value, places=(source, goal)))
    return tuple(found)


def _lying(scene: Scene) -> dict[Place, tuple[Card, ...]]:
    """What lies where: captured by a side, on the table, and last what was not entered."""
    lying = {Place(side): captured(scene, side) for side in scene.piles}
    if scene.rest is not None:
        lying[Place(None, TABLE)] = scene.rest
    if scene.unseen:
        lying[Place(None, ELSEWHERE)] = scene.unseen
    return lying


def _moved(scene: Scene, lying: dict[Place, tuple[Card, ...]], card: Card, source: Place, goal: Place) -> Scene:
    """The scene with one card moved; the last table cards are shown on the table, whoever took them."""
    after = {place: tuple(each for each in cards if each != card) for place, cards in lying.items()}
    after[goal] = (*after[goal], card)
    return replace(
        scene,
        rest=after.get(Place(None, TABLE)),
        piles={place.side: cards for place, cards in after.items() if place.side is not None},
        taken=False,
        over=True if scene.surely_over else scene.over,
    )
