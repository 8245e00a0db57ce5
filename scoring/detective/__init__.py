"""The fifteen check of a partly entered round: proven errors, unusual facts, and unknown ones.

Every capture makes 15, and the deck makes 220 = 14 x 15 + 10. Therefore a pile is a multiple of 15. The last table
cards are 10 more than a multiple, and so is the pile with them (rules.md, section 2). A capture has at least two cards.

**Missing cards prove nothing.** Cards not entered may be in another pile, unplayed, or on the table. Unless the round
is known to be over, the table may have any sum. An error is proven only if no course of the round leads to the entry.
No pile is named that could be innocent. The side that took the last table cards can have a wrong sum by another's
mistake; it is named only if those cards are known.

>>> from scoring.cards import ITALIAN
>>> rest = tuple(ITALIAN.parse(code) for code in ["10C", "10S", "4C"])
>>> [(finding.code, finding.value) for finding in investigate(Scene(rest)).proven]
[(<Clue.REST_IMPOSSIBLE: 'rest_impossible'>, 24)]

Modules: `scene` has the data types. `possible` decides whether a correct round can lead to an entry. `moves` finds
single cards whose move would explain the sums.
"""

from collections.abc import Iterator
from dataclasses import replace

from scoring.detective.moves import moves
from scoring.detective.possible import captured, holders, is_captured, is_possible, with_any_rest, with_rest
from scoring.detective.scene import NAMING, Clue, Finding, Scene, Verdict
from scoring.fifteen import FIFTEEN, REMAINDER, UNUSUAL_FROM, pip_sum

FEW = 8
"""At most so many missing cards are named one by one."""


def investigate(scene: Scene) -> Verdict:
    """Derive everything that follows from the entry."""
    proven: tuple[Finding, ...] = ()
    if not is_possible(scene):
        named = (*_about_rest(scene), *_about_piles(scene))
        proven = named or (Finding(Clue.SOME_CAPTURE_WRONG),)
    left = None if scene.rest is None else pip_sum(scene.rest)
    unusual: tuple[Finding, ...] = ()
    if left is not None and left >= UNUSUAL_FROM and left % FIFTEEN == REMAINDER and scene.surely_over:
        unusual = (Finding(Clue.REST_UNUSUAL, cards=scene.rest or (), value=left),)
    return Verdict(scene, proven, unusual, tuple(_unknown(scene, proven)))


def _about_rest(scene: Scene) -> Iterator[Finding]:
    if scene.rest is not None and scene.surely_over:
        left = pip_sum(scene.rest)
        if left % FIFTEEN != REMAINDER:
            yield Finding(Clue.REST_IMPOSSIBLE, cards=scene.rest, value=left, off=(left - REMAINDER) % FIFTEEN)


def _about_piles(scene: Scene) -> Iterator[Finding]:
    """Name the piles whose captures must be wrong, whoever took the last table cards."""
    wrong = [side for side in scene.piles if not is_captured(scene, side)]
    # A pile with last table cards that are unknown, or noted wrongly, may have any sum.
    excused = [side for side in wrong if side in holders(scene) and with_any_rest(scene.piles[side])]
    guilty = [side for side in wrong if side not in excused and not _right_with_other_rest(scene, side)]
    for side in guilty:
        yield from _wrong_pile(scene, side)
    if len(excused) > 1:
        yield Finding(Clue.SOME_PILE_WRONG, tuple(excused))
    elif excused and not guilty and not with_rest(scene.piles[excused[0]]):
        total = pip_sum(scene.piles[excused[0]])
        yield Finding(Clue.SOME_CAPTURE_WRONG, tuple(excused), value=total, off=(total - REMAINDER) % FIFTEEN)


def _wrong_pile(scene: Scene, side: str) -> Iterator[Finding]:
    """Say what is wrong with a pile: its sum, or too few cards for its sum."""
    own = captured(scene, side)
    total = pip_sum(own)
    off = total % FIFTEEN
    right = off == 0 or (off == REMAINDER and side in holders(scene))
    if not right:
        yield Finding(Clue.PILE_NOT_FIFTEEN, (side,), value=total, off=off)
    if len(own) == 1:
        yield Finding(Clue.SINGLE_CARD, (side,), own)
    elif right:
        yield Finding(Clue.TOO_FEW_CARDS, (side,), own, total)


def _right_with_other_rest(scene: Scene, side: str) -> bool:
    """Whether a pile that holds an impossible rest still leaves 10, as it does when only the rest was noted wrongly."""
    return scene.taken and side == scene.last_capture and with_rest(scene.piles[side])


def _unknown(scene: Scene, proven: tuple[Finding, ...]) -> Iterator[Finding]:
    if scene.rest is None and not scene.piles:
        yield Finding(Clue.NOTHING_ENTERED)
        return
    named = any(finding.code in NAMING for finding in proven)
    for side in scene.piles:
        if not is_captured(scene, side) and _right_with_other_rest(scene, side):
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


def _about_unseen(scene: Scene, proven: tuple[Finding, ...]) -> Iterator[Finding]:
    """Report how many cards were not entered, and whether they may be the last ones on the table."""
    few = scene.unseen if len(scene.unseen) <= FEW else ()
    yield Finding(Clue.NOT_ALL_CARDS, cards=few, value=len(scene.unseen))
    left = pip_sum(scene.unseen)
    if scene.rest is None and scene.maybe_over and not proven and left % FIFTEEN == REMAINDER:
        yield Finding(Clue.MAY_BE_REST, cards=few, value=left)
