"""The fifteen check of whatever was entered: what it proves, what is only unusual, and what cannot be known.

Every capture makes 15 and the deck 220 = 14 x 15 + 10, so a pile is a multiple of 15 and the last table cards are 10
more than one; the pile of the side that took them too (rules.md, section 2). Cards are taken as they were entered. What
is said to be proven holds whoever erred, so no pile is named that could be innocent: who took the last table cards has
a wrong sum by another's mistake, and is named only when those cards are known.

>>> from scoring.cards import ITALIAN
>>> rest = tuple(ITALIAN.parse(code) for code in ["10C", "10S", "4C"])
>>> [(finding.code, finding.value) for finding in investigate(Scene(rest)).proven]
[(<Clue.REST_IMPOSSIBLE: 'rest_impossible'>, 24)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.cards import ITALIAN, Card, codes
from scoring.fifteen import FIFTEEN, REMAINDER, UNUSUAL_FROM, pip_sum
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
    """

    rest: tuple[Card, ...] | None = None
    piles: Piles = field(default_factory=dict)
    last_capture: str | None = None
    taken: bool = False

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the deck that were not entered."""
        seen = {card for pile in self.piles.values() for card in pile}.union(self.rest or ())
        return tuple(card for card in ITALIAN.cards if card not in seen)


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
        rest_alone = self.scene.rest is not None and not self.scene.piles
        return Standing.HOLDS if rest_alone or not self.scene.unseen else Standing.OPEN

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
    proven = (*_about_rest(scene), *_about_piles(scene), *_single_cards(scene))
    left = None if scene.rest is None else pip_sum(scene.rest)
    unusual: tuple[Finding, ...] = ()
    if scene.rest is not None and left is not None and left >= UNUSUAL_FROM and left % FIFTEEN == REMAINDER:
        unusual = (Finding(Clue.REST_UNUSUAL, cards=scene.rest, value=left),)
    return Verdict(scene, proven, unusual, tuple(_unknown(scene, proven)))


def captured(scene: Scene, side: str) -> int:
    """What a pile makes by its captures: without the last table cards where they are known to lie in it."""
    total = pip_sum(scene.piles[side])
    return total - pip_sum(scene.rest or ()) if scene.taken and side == scene.last_capture else total


def _about_rest(scene: Scene) -> Iterator[Finding]:
    if scene.rest is not None:
        left = pip_sum(scene.rest)
        if left % FIFTEEN != REMAINDER:
            yield Finding(Clue.REST_IMPOSSIBLE, cards=scene.rest, value=left, off=(left - REMAINDER) % FIFTEEN)


def _about_piles(scene: Scene) -> Iterator[Finding]:
    """Name the piles whose captures cannot be right, whoever took the last table cards."""
    off = {side: captured(scene, side) % FIFTEEN for side in scene.piles}
    holder = scene.last_capture
    if scene.rest is not None or holder is not None:
        guilty = [
            _not_fifteen(scene, side)
            for side in scene.piles
            if off[side] and not (scene.rest is None and side == holder) and not _right_with_other_rest(scene, side)
        ]
        yield from guilty
        if scene.rest is None and holder in off and off[holder] != REMAINDER and not guilty:
            yield _some_capture(scene, holder)
        return
    suspects = tuple(side for side, left in off.items() if left)
    if len(suspects) > 1:
        yield Finding(Clue.SOME_PILE_WRONG, suspects)
    elif suspects and off[suspects[0]] != REMAINDER:
        yield _some_capture(scene, suspects[0])


def _some_capture(scene: Scene, holder: str) -> Finding:
    total = captured(scene, holder)
    return Finding(Clue.SOME_CAPTURE_WRONG, (holder,), value=total, off=(total - REMAINDER) % FIFTEEN)


def _not_fifteen(scene: Scene, side: str) -> Finding:
    total = captured(scene, side)
    return Finding(Clue.PILE_NOT_FIFTEEN, (side,), value=total, off=total % FIFTEEN)


def _right_with_other_rest(scene: Scene, side: str) -> bool:
    """Whether a pile that holds an impossible rest leaves 10 all the same, as it does when the rest is misnoted."""
    return scene.taken and side == scene.last_capture and pip_sum(scene.piles[side]) % FIFTEEN == REMAINDER


def _single_cards(scene: Scene) -> Iterator[Finding]:
    for side, pile in scene.piles.items():
        own = set(pile).difference(scene.rest or ()) if scene.taken and side == scene.last_capture else set(pile)
        if len(own) == 1:
            yield Finding(Clue.SINGLE_CARD, (side,), tuple(own))


def _unknown(scene: Scene, proven: tuple[Finding, ...]) -> Iterator[Finding]:
    if scene.rest is None and not scene.piles:
        yield Finding(Clue.NOTHING_ENTERED)
        return
    named = any(finding.code in (Clue.PILE_NOT_FIFTEEN, Clue.SINGLE_CARD) for finding in proven)
    for side in scene.piles:
        if captured(scene, side) % FIFTEEN and _right_with_other_rest(scene, side):
            total = captured(scene, side)
            yield Finding(Clue.IF_REST_IS_RIGHT, (side,), value=total, off=total % FIFTEEN)
    if proven and not named:
        yield Finding(Clue.WHICH_PILE, tuple(scene.piles))
    if scene.rest is None and scene.last_capture is None and len(scene.piles) > 1:
        yield Finding(Clue.WHO_TOOK_THE_REST, tuple(scene.piles))
    if not scene.piles:
        yield Finding(Clue.PILES_NOT_ENTERED)
    elif scene.rest is None:
        yield Finding(Clue.REST_NOT_ENTERED)
    if scene.piles and scene.unseen:
        few = scene.unseen if len(scene.unseen) <= FEW else ()
        yield Finding(Clue.NOT_ALL_CARDS, cards=few, value=len(scene.unseen))
    if proven:
        yield from moves(scene)
    yield Finding(Clue.CAN_CANCEL)


FEW = 8
"""So many cards that were not entered are named one by one."""


def moves(scene: Scene) -> tuple[Finding, ...]:
    """Which card, moved from one place to another, would make every sum right, by value and place.

    The places are the piles, the table, and beyond them wherever the cards lie that were not entered. Where it is not
    known which pile holds the last table cards, every pile is tried.
    """
    found: dict[tuple[Place, Place, int], Finding] = {}
    for lying, leave in _readings(scene):
        wrong = [place for place, rest in leave.items() if (pip_sum(lying[place]) - rest) % FIFTEEN]
        if not wrong or len(wrong) > 2:
            continue
        elsewhere = Place(None, ELSEWHERE)
        places = [*leave, *([elsewhere] if scene.unseen else [])]
        for source in places:
            for goal in places:
                if source == goal or not set(wrong) <= {source, goal}:
                    continue
                for value in range(1, 11):
                    cards = tuple(
                        card for card in (lying[source] if source in leave else scene.unseen) if card.rank == value
                    )
                    if cards and _fits(lying, leave, source, goal, value):
                        sides = tuple(place.side for place in (source, goal) if place.side is not None)
                        found.setdefault(
                            (source, goal, value),
                            Finding(Clue.CARD_MOVED, sides, cards, value, places=(source, goal)),
                        )
    return tuple(found.values())


Lying = dict[Place, tuple[Card, ...]]


def _readings(scene: Scene) -> Iterable[tuple[Lying, dict[Place, int]]]:
    """What lies where, and what each place has to leave when it is divided by 15, as far as it is known."""
    lying: Lying = {Place(side): pile for side, pile in scene.piles.items()}
    leave = dict.fromkeys(lying, 0)
    if scene.rest is not None:
        if scene.taken and scene.last_capture in scene.piles:
            holder = Place(scene.last_capture)
            lying[holder] = tuple(card for card in lying[holder] if card not in scene.rest)
        table = Place(None, TABLE)
        yield {**lying, table: scene.rest}, {**leave, table: REMAINDER}
        return
    holders = [scene.last_capture] if scene.last_capture is not None else list(scene.piles)
    for side in holders:
        yield lying, {place: REMAINDER if place.side == side else 0 for place in leave}


def _fits(lying: Lying, leave: dict[Place, int], source: Place, goal: Place, value: int) -> bool:
    """Whether both places come right when a card of this value goes from one to the other."""
    given = source not in leave or (pip_sum(lying[source]) - value - leave[source]) % FIFTEEN == 0
    return given and (goal not in leave or (pip_sum(lying[goal]) + value - leave[goal]) % FIFTEEN == 0)
