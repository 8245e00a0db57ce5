"""Decides by sums and card counts what a round without mistakes can lead to (rules.md, section 2)."""

from collections.abc import Collection

from scoring.cards import Card
from scoring.detective.scene import Scene
from scoring.fifteen import FIFTEEN, REMAINDER, pip_sum

FEWEST = 2
"""Least cards of a capture: the card played, and one from the table."""
HIGHEST = 10
"""Highest value of a card."""


def is_possible(scene: Scene) -> bool:
    """Whether a round without mistakes can have led to this scene, as far as sums and card counts tell."""
    return (not scene.surely_over and _possible_during(scene)) or (scene.maybe_over and _possible_at_the_end(scene))


def _possible_during(scene: Scene) -> bool:
    """Nobody has taken the last table cards yet: each pile consists of fifteens, the table may have any sum."""
    return all(is_captured(scene, side) for side in scene.piles)


def _possible_at_the_end(scene: Scene) -> bool:
    """The last table cards make 10 more than a multiple of 15, wherever they lie; all other cards are captured."""
    wrong = [side for side in scene.piles if not is_captured(scene, side)]
    if scene.rest is not None:
        return pip_sum(scene.rest) % FIFTEEN == REMAINDER and not wrong and _are_captures(scene.unseen)
    if not wrong and scene.unseen:
        return True  # the missing cards may be the last table cards
    takers = [side for side in holders(scene) if with_rest(scene.piles[side])]
    return any(set(wrong) <= {side} for side in takers) and _are_captures(scene.unseen)


def holders(scene: Scene) -> Collection[str]:
    """The sides whose piles may hold last table cards that were not entered."""
    if scene.rest is not None or not scene.maybe_over:
        return ()
    return [side for side in scene.piles if scene.last_capture in (None, side)]


def remainders(scene: Scene, side: str) -> tuple[int, ...]:
    """Possible remainders modulo 15 of a correct pile: with the last table cards, without them, or both if unknown."""
    if scene.taken and side == scene.last_capture:
        return (pip_sum(scene.rest or ()) % FIFTEEN,)
    if side not in holders(scene):
        return (0,)
    all_there = not scene.unseen and (scene.last_capture == side or len(scene.piles) == 1)
    return (REMAINDER,) if all_there else (0, REMAINDER)


def captured(scene: Scene, side: str) -> tuple[Card, ...]:
    """The cards that a side captured: its pile without the last table cards, if these are known to lie in it."""
    pile = scene.piles[side]
    if scene.taken and side == scene.last_capture:
        return tuple(card for card in pile if card not in (scene.rest or ()))
    return pile


def is_captured(scene: Scene, side: str) -> bool:
    """Whether a side can have captured its cards; the last side to capture has at least one card."""
    cards = captured(scene, side)
    return _are_captures(cards) and (bool(cards) or side != scene.last_capture)


def _are_captures(cards: Collection[Card]) -> bool:
    """Whether cards can consist of captures of fifteen only."""
    fifteens, over = divmod(pip_sum(cards), FIFTEEN)
    return over == 0 and len(cards) >= FEWEST * fifteens


def with_rest(cards: Collection[Card]) -> bool:
    """Whether cards can be at least one capture plus last table cards of a correct sum."""
    return pip_sum(cards) % FIFTEEN == REMAINDER and with_any_rest(cards)


def with_any_rest(cards: Collection[Card]) -> bool:
    """Whether cards can be at least one capture plus last table cards of any sum."""
    total = pip_sum(cards)
    return any(
        # Fewest cards for so many fifteens, plus the fewest that make up the remainder.
        FEWEST * fifteens + -(-(total - FIFTEEN * fifteens) // HIGHEST) <= len(cards)
        for fifteens in range(1, (total - 1) // FIFTEEN + 1)
    )
