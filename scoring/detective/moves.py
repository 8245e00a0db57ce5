"""Finds the single card whose move to another place would make all sums right."""

from dataclasses import replace

from scoring.cards import Card
from scoring.detective.possible import captured, is_possible
from scoring.detective.scene import ELSEWHERE, TABLE, Clue, Finding, Place, Scene


def moves(scene: Scene) -> tuple[Finding, ...]:
    """Every card, by value and places, whose move from one place to another makes the entry possible.

    Places are the piles, the table if its cards were entered, and the place of the cards not entered.
    """
    found = []
    lying = _lying(scene)
    for source, cards in lying.items():
        for value in sorted({card.rank for card in cards}):
            movable = tuple(card for card in cards if card.rank == value)
            for goal in lying:
                if goal != source and is_possible(_moved(scene, lying, movable[0], goal)):
                    sides = tuple(place.side for place in (source, goal) if place.side is not None)
                    found.append(Finding(Clue.CARD_MOVED, sides, movable, value, places=(source, goal)))
    return tuple(found)


def _lying(scene: Scene) -> dict[Place, tuple[Card, ...]]:
    """Place -> cards: captured by a side, on the table, and last the cards not entered."""
    lying = {Place(side): captured(scene, side) for side in scene.piles}
    if scene.rest is not None:
        lying[Place(None, TABLE)] = scene.rest
    if scene.unseen:
        lying[Place(None, ELSEWHERE)] = scene.unseen
    return lying


def _moved(scene: Scene, lying: dict[Place, tuple[Card, ...]], card: Card, goal: Place) -> Scene:
    """The scene with one card moved; last table cards count as on the table, whoever took them."""
    after = {place: tuple(each for each in cards if each != card) for place, cards in lying.items()}
    after[goal] = (*after[goal], card)
    return replace(
        scene,
        rest=after.get(Place(None, TABLE)),
        piles={place.side: cards for place, cards in after.items() if place.side is not None},
        taken=False,
        over=True if scene.surely_over else scene.over,
    )
